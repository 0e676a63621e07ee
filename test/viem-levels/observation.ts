import type { Address, Client, Hash, Hex } from 'viem'
import type { Preconfirmations } from './chains.ts'

/** What the chain says of a transaction in one reading. */
export type Observation =
  | { kind: 'absent'; isNonceTaken: boolean }
  | { kind: 'waiting' }
  | { kind: 'included'; level: 'preconfirmed' | 'sealed' | 'safe' | 'final'; blockNumber: Hex; blockHash: Hex | null }

/** Any method: what comes back is looked at field by field. */
interface Untyped {
  Method: string
  Parameters: unknown[]
  ReturnType: unknown
}

interface Sender {
  from: Address
  nonce: Hex
}

/**
 * Returns a function that reads from the chain how far a transaction has got. A block hash in a receipt is believed
 * only if the block at that height has it: receipts of unsealed blocks carry zeros, ones or the transaction's hash.
 */
export function createObserver(client: Client, hash: Hash, sealedAt: Preconfirmations['sealedAt']) {
  const call = (method: string, ...params: unknown[]) => client.request<Untyped>({ method, params })
  let sender: Sender | undefined

  async function numberAt(tag: string): Promise<bigint> {
    const { number } = fieldsOf(await call('eth_getBlockByNumber', tag, false))
    return isHex(number) ? BigInt(number) : -1n
  }

  async function included(receipt: Record<string, unknown>): Promise<Observation> {
    const { blockNumber, blockHash } = receipt
    if (!isHex(blockNumber)) return { kind: 'waiting' }
    const unsealed: Observation = { kind: 'included', level: 'preconfirmed', blockNumber, blockHash: null }
    if (!isHex(blockHash)) return unsealed
    const block = fieldsOf(await call('eth_getBlockByNumber', blockNumber, false))
    if (block.hash !== blockHash) return unsealed
    const [safe, final] = await Promise.all([numberAt('safe'), numberAt('finalized')])
    const height = BigInt(blockNumber)
    if (sealedAt === 'safe' && height > safe) return unsealed
    const level = height <= final ? 'final' : height <= safe ? 'safe' : 'sealed'
    return { kind: 'included', level, blockNumber, blockHash }
  }

  async function isNonceTaken(): Promise<boolean> {
    if (sender === undefined) return false
    const count = await call('eth_getTransactionCount', sender.from, 'latest')
    return isHex(count) && BigInt(count) > BigInt(sender.nonce)
  }

  return async (): Promise<Observation> => {
    const receipt = await call('eth_getTransactionReceipt', hash)
    if (receipt !== null && receipt !== undefined) {
      const found = fieldsOf(receipt)
      if (sender === undefined) sender = senderOf(fieldsOf(await call('eth_getTransactionByHash', hash)))
      return included(found)
    }
    const transaction = fieldsOf(await call('eth_getTransactionByHash', hash))
    sender ??= senderOf(transaction)
    if (transaction.hash === undefined) return { kind: 'absent', isNonceTaken: await isNonceTaken() }
    return (await isNonceTaken()) ? { kind: 'absent', isNonceTaken: true } : { kind: 'waiting' }
  }
}

function senderOf({ from, nonce }: Record<string, unknown>): Sender | undefined {
  return isHex(from) && isHex(nonce) ? { from, nonce } : undefined
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]+$/.test(value)
}
