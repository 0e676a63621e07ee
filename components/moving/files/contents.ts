import type { Address } from 'viem'
import type { NetworkView } from '@/lib/language/views'
import { judgeAddress } from '@/lib/payments/shared/address-text'

/** What a file of another program has that a wallet can take over. Nothing in it is believed yet. */
export interface FileContents {
  contacts: FileContact[]
  tokens: FileToken[]
  networks: FileNetwork[]
  left: LeftOut[]
  /** `list`: made for everybody, as a token list; its entries are not what the person had. */
  origin: 'wallet' | 'list'
}

export interface FileContact {
  /** With EIP-55 checksum. */
  address: Address
  name: string
}

export interface FileToken {
  chainId: number
  /** With EIP-55 checksum. */
  address: Address
  /** The symbol in the file. It may be empty: the contract is asked for it. */
  symbol: string
}

/** Name and symbol may be empty, and there may be no endpoint that can be used. */
export type FileNetwork = Pick<NetworkView, 'chainId' | 'name' | 'symbol' | 'endpoints' | 'explorerUrl' | 'testing'>

export type Part = 'contact' | 'token' | 'network' | 'file' | 'line'

/** Why something of a file is not taken over. */
export type LeftReason =
  | 'address'
  | 'checksum'
  | 'nameless'
  | 'line'
  | 'chain-id'
  | 'currency'
  | 'endpoint'
  | 'too-many'
  | 'too-large'
  | 'unreadable'
  | 'nothing'
  | 'backup'
  | 'keystore'
  | 'no-key'
  // Kinds of entries that were to be added:
  | 'network'
  | 'refused'
  | 'silent'
  | 'no-token'
  | 'imitates'
  | 'stopped'

export interface LeftOut {
  part: Part
  reason: LeftReason
  count: number
  /** Names, addresses or lines of the first of them, cleaned. */
  examples: string[]
}

/** Characters of a name, as the wallet stores it. */
export const nameLength = 64
export const symbolLength = 12
const mostExamples = 3

/** Collects what is left out, by part and reason. */
export function createLeft() {
  const all = new Map<string, LeftOut>()
  return {
    add(part: Part, reason: LeftReason, example: string, count = 1): void {
      const key = `${part} ${reason}`
      const known = all.get(key) ?? { part, reason, count: 0, examples: [] }
      const examples = known.examples.length < mostExamples ? [...known.examples, example] : known.examples
      all.set(key, { ...known, count: known.count + count, examples })
    },
    list: (): LeftOut[] => [...all.values()],
  }
}
export type Left = ReturnType<typeof createLeft>

/** What was left out of several files, together. */
export function mergeLeft(lists: readonly (readonly LeftOut[])[]): LeftOut[] {
  const left = createLeft()
  for (const { part, reason, count, examples } of lists.flat())
    for (const [index, example] of examples.entries())
      left.add(part, reason, example, index === 0 ? count - examples.length + 1 : 1)
  return left.list()
}

/** The address with its checksum, or why it is none. */
export function readAddress(text: unknown): Address | 'address' | 'checksum' {
  // Longer ones are no addresses, and are not looked at.
  if (typeof text !== 'string' || text.length > 100) return 'address'
  const judged = judgeAddress(text)
  if (judged.ok) return judged.address
  return judged.reason === 'checksum' ? 'checksum' : 'address'
}

/** A chain id as a number, as decimal text or as a hex quantity; `null` for what is none. */
export function readChainId(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^(?:0x[0-9a-f]{1,14}|\d{1,16})$/i.test(text)) return null
  const chainId = Number(text)
  return Number.isSafeInteger(chainId) && chainId >= 1 ? chainId : null
}
