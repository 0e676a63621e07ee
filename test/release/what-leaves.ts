import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** What a person does, in the order of the recorded run. */
export const occasions = [
  'first start',
  'wallet made',
  'test money',
  'send',
  'list subscribed',
  'page visited',
  'site connected',
  'site asks for a transaction',
  'site asks the network',
  'payment by HTTP 402',
  'network checked',
  'locked',
] as const
export type Occasion = (typeof occasions)[number]

/** Who gets something. */
export const recipients = ['endpoint', 'faucet', 'list provider', 'paid site'] as const
export type Recipient = (typeof recipients)[number]

/** What is in it. */
export const kinds = [
  'state of the network',
  'accounts',
  'drafts',
  'signed transactions',
  'progress',
  'subscriptions',
  'faucet status',
  'address',
  'list',
  'terms',
  'payment',
] as const
export type Kind = (typeof kinds)[number]

/** Headers that say who asks, in lower case. */
export const tellingHeaders = ['accept-language', 'authorization', 'cookie', 'origin', 'referer', 'user-agent'] as const

const rowSchema = z.object({
  recipient: z.enum(recipients),
  occasions: z.array(z.enum(occasions)),
  kinds: z.array(z.enum(kinds)),
})
/** What one recipient got, on which occasions. */
export type Row = z.infer<typeof rowSchema>

const recordSchema = z.object({
  rows: z.array(rowSchema),
  /** Occasions on which nothing left the machine. */
  silent: z.array(z.enum(occasions)),
  /** Headers of the wallet's requests that say something about the person or the wallet. */
  headers: z.array(z.enum(tellingHeaders)),
})
export type LeavingRecord = z.infer<typeof recordSchema>

/** From the project's root. */
export const recordFile = 'docs/store/what-leaves.json'

/** The record of the last recorded run. @param root the project's root @throws Error when there is none */
export async function readRecord(root: string): Promise<LeavingRecord> {
  return recordSchema.parse(JSON.parse(await readFile(join(root, recordFile), 'utf8')))
}

const kindsByMethod: Record<string, Kind> = {
  eth_chainId: 'state of the network',
  net_version: 'state of the network',
  web3_clientVersion: 'state of the network',
  eth_blockNumber: 'state of the network',
  eth_getBlockByNumber: 'state of the network',
  eth_getBlockByHash: 'state of the network',
  eth_gasPrice: 'state of the network',
  eth_feeHistory: 'state of the network',
  eth_maxPriorityFeePerGas: 'state of the network',
  eth_getBalance: 'accounts',
  eth_getTransactionCount: 'accounts',
  eth_getCode: 'accounts',
  // Where a proxy's implementation is written.
  eth_getStorageAt: 'accounts',
  eth_call: 'accounts',
  eth_getLogs: 'accounts',
  eth_estimateGas: 'drafts',
  eth_simulateV1: 'drafts',
  // Without parameters: asks whether the endpoint knows the method.
  eth_sendRawTransactionSync: 'state of the network',
  eth_sendRawTransaction: 'signed transactions',
  eth_getTransactionReceipt: 'progress',
  eth_getTransactionByHash: 'progress',
  base_transactionStatus: 'progress',
  mevcommit_getTransactionCommitments: 'progress',
  eth_subscribe: 'subscriptions',
  eth_unsubscribe: 'subscriptions',
}

/** What a JSON-RPC request tells its endpoint. @throws Error for a method that nothing is written about yet */
export function kindOfMethod(method: string): Kind {
  const kind = kindsByMethod[method]
  if (kind === undefined) throw new Error(`The privacy statement does not say what ${method} tells an endpoint.`)
  return kind
}
