import * as z from 'zod/mini'
import { toQuantity } from '@/lib/base/hex'
import { invalidParams } from '@/lib/provider/errors'
import { createReadLimit } from '@/lib/provider/limits'
import { ignoredParameters, parseParameters } from '@/lib/provider/parameters'
import { type Method, type MethodCall, type MethodTable, type MethodTools, result } from '@/lib/provider/types'

/** Methods passed on to a node. Parameters and block tags are not changed, `pending` included. */
export const readMethods = [
  ...['eth_blobBaseFee', 'eth_blockNumber', 'eth_call', 'eth_createAccessList', 'eth_estimateGas', 'eth_feeHistory'],
  ...['eth_gasPrice', 'eth_getBalance', 'eth_getBlockByHash', 'eth_getBlockByNumber', 'eth_getBlockReceipts'],
  ...['eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber', 'eth_getCode'],
  ...['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_getLogs', 'eth_getProof', 'eth_getStorageAt'],
  ...['eth_getTransactionByBlockHashAndIndex', 'eth_getTransactionByBlockNumberAndIndex', 'eth_getTransactionByHash'],
  ...['eth_getTransactionCount', 'eth_getTransactionReceipt', 'eth_getUncleByBlockHashAndIndex'],
  ...['eth_getUncleByBlockNumberAndIndex', 'eth_getUncleCountByBlockHash', 'eth_getUncleCountByBlockNumber'],
  ...['eth_maxPriorityFeePerGas', 'eth_newBlockFilter', 'eth_newFilter', 'eth_newPendingTransactionFilter'],
  ...['eth_protocolVersion', 'eth_simulateV1', 'eth_syncing', 'eth_uninstallFilter', 'net_listening'],
  ...['net_peerCount', 'web3_sha3'],
] as const

/** The chain's own status method: `base_transactionStatus` on a network with the prefix `base`. */
const statusMethod = /^([a-z]{1,16})_transactionStatus$/

/**
 * True for the status method of a network.
 * @param prefix method prefix of the network, if it has one
 */
export function isStatusMethod(method: string, prefix: string | undefined): boolean {
  return statusMethod.exec(method)?.[1] === prefix && prefix !== undefined
}

/** Methods that read the site's chain, and `web3_clientVersion`. */
export function chainMethods(tools: MethodTools): MethodTable {
  const { clientVersion } = tools
  const known = (read: (call: MethodCall) => unknown): Method => ({
    access: 'anyone',
    effect: false,
    async run(call, parameters) {
      parseParameters(call.method, ignoredParameters, parameters)
      return result(read(call))
    },
  })
  const read = passThrough(tools)
  return {
    eth_chainId: known(({ chainId }) => toQuantity(BigInt(chainId))),
    net_version: known(({ chainId }) => String(chainId)),
    web3_clientVersion: known(() => clientVersion),
    ...Object.fromEntries(readMethods.map(method => [method, read])),
  }
}

/**
 * A read on the site's chain. Sites that are not connected use the default network's default endpoint, with a low
 * limit.
 */
export function passThrough({ networks, clock }: MethodTools): Method {
  const limit = createReadLimit(clock)
  return {
    access: 'anyone',
    effect: false,
    async run({ method, frame, connected, networkId, page }, parameters) {
      const connection = networks.connection(networkId)
      const ask: Ask = (name, params) =>
        connection.passThrough(name, params, { endpoint: connected ? 'best' : 'default' })
      const params = structured(method, parameters)
      const hide = page.seesEarly ? undefined : unsealed[method]
      return result(
        await limit.run(frame.origin, connected, async () => {
          const told = await ask(method, params)
          return hide === undefined ? told : onceSealed(told, hide, ask, () => ask(method, params))
        }),
      )
    },
  }
}

type Ask = (method: string, params: unknown) => Promise<unknown>

/**
 * What is told of a transaction whose block is not sealed yet. Libraries take a receipt for a block that can be read,
 * and for its effects in the state at `latest`; neither is there before (docs/decisions/0015).
 */
const unsealed: Readonly<Record<string, (told: object) => unknown>> = {
  eth_getTransactionReceipt: () => null,
  eth_getTransactionByHash: told => ({ ...told, blockHash: null, blockNumber: null, transactionIndex: null }),
}

const placed = z.lazy(() => z.looseObject({ blockNumber: z.string(), blockHash: z.nullable(z.string()) }))
const hashed = z.lazy(() => z.nullable(z.object({ hash: z.nullable(z.string()) })))

/** The node's word on a transaction, where its block is sealed. */
async function onceSealed(
  told: unknown,
  hide: (told: object) => unknown,
  ask: Ask,
  again: () => Promise<unknown>,
): Promise<unknown> {
  const place = placed.safeParse(told)
  if (!place.success) return told
  // Without an answer, which the connection reports, the node is believed.
  const block = hashed.safeParse(
    await ask('eth_getBlockByNumber', [place.data.blockNumber, false]).catch(() => undefined),
  )
  if (!block.success) return told
  if (block.data === null) return hide(place.data)
  // Sealed since it was told, or another block took its place.
  return block.data.hash === place.data.blockHash ? told : again()
}

/**
 * Parameters as JSON-RPC allows them: an array or an object. Absent ones become `[]`.
 * @throws ProviderError −32602
 * @see JSON-RPC 2.0, section 4.2
 */
function structured(method: string, parameters: unknown): unknown {
  if (parameters === undefined || parameters === null) return []
  if (typeof parameters !== 'object') throw invalidParams(`${method}: params must be an array or an object.`)
  return parameters
}
