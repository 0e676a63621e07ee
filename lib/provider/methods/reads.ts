import { invalidParams } from '@/lib/provider/errors'
import { createReadLimit } from '@/lib/provider/limits'
import { nothing, parseParameters } from '@/lib/provider/parameters'
import { type Method, type MethodCall, type MethodTable, type MethodTools, result } from '@/lib/provider/types'
import { toQuantity } from '@/lib/values/hex'

/** What a node answers about the chain. Parameters and block tag go through untouched, `pending` too. */
export const readMethods = [
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_protocolVersion',
  'eth_simulateV1',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_listening',
  'net_peerCount',
  'web3_sha3',
] as const

/** `base_transactionStatus`: its prefix is the chain's own. */
const statusMethod = /^([a-z]{1,16})_transactionStatus$/

export function isStatusMethod(method: string, prefix: string | undefined): boolean {
  return statusMethod.exec(method)?.[1] === prefix && prefix !== undefined
}

export function chainMethods(tools: MethodTools): MethodTable {
  const { clientVersion } = tools
  const known = (read: (call: MethodCall) => unknown): Method => ({
    access: 'anyone',
    effect: false,
    async run(call, parameters) {
      parseParameters(call.method, nothing, parameters)
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
 * A read on the site's chain; before consent only at the default endpoint of the default network, and not too often.
 */
export function passThrough({ networks, clock }: MethodTools): Method {
  const limit = createReadLimit(clock)
  return {
    access: 'anyone',
    effect: false,
    async run({ method, frame, connected, chainId }, parameters) {
      const connection = networks.connection(chainId)
      return result(
        await limit.run(frame.origin, connected, () =>
          connection.passThrough(method, structured(method, parameters), { endpoint: connected ? 'best' : 'default' }),
        ),
      )
    },
  }
}

/** JSON-RPC 2.0 section 4.2: parameters are an array or an object. */
function structured(method: string, parameters: unknown): unknown {
  if (parameters === undefined || parameters === null) return []
  if (typeof parameters !== 'object') throw invalidParams(`${method}: params must be an array or an object.`)
  return parameters
}
