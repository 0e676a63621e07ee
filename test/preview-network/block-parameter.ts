import { type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import { blockSchema, hexSchema } from './anvil-schema.ts'
import type { Chain } from './chain.ts'
import { RpcError } from './rpc-error.ts'

export const quantityParameter = z.string().regex(/^0x(0|[1-9a-f][0-9a-f]*)$/i)
export const hashParameter = hexSchema.refine(value => value.length === 66)
export const addressParameter = hexSchema.refine(value => value.length === 42)
export const dataParameter = hexSchema.refine(value => value.length % 2 === 0)

export const tagOrNumber = z.union([z.enum(['latest', 'pending', 'safe', 'finalized', 'earliest']), quantityParameter])
/** EIP-1898 */
export const blockParameter = z.union([
  tagOrNumber,
  z.strictObject({ blockNumber: quantityParameter }),
  z.strictObject({ blockHash: hashParameter, requireCanonical: z.boolean().optional() }),
])

export type TagOrNumber = z.infer<typeof tagOrNumber>
export type BlockParameter = z.infer<typeof blockParameter>

/** What the tags mean that are neither the head nor the first block. */
export interface Tags {
  /** How many blocks behind the head a block counts as safe, as final. */
  safe: bigint
  finalized: bigint
  /** The sealed block that `pending` is stuck at, when it is. */
  frozenPending(): bigint | undefined
}

/** The number of a sealed block, or `open` for the one being built. */
export function numberOf(chain: Chain, block: TagOrNumber, tags: Tags): bigint | 'open' {
  const { number } = chain.head
  const behind = (depth: bigint) => (number > depth ? number - depth : 0n)
  switch (block) {
    case 'pending':
      return tags.frozenPending() ?? (chain.open.steps.length > 0 ? 'open' : number)
    case 'latest':
      return number
    case 'safe':
      return behind(tags.safe)
    case 'finalized':
      return behind(tags.finalized)
    case 'earliest':
      return 0n
    default:
      return BigInt(block)
  }
}

/** Anvil's name for the state after a block, and what it has to be told about the block a call runs in. */
export interface StateAt {
  tag: Hex
  /** Set where the block being built is several of Anvil's, whose numbers run ahead of ours. */
  overrides?: { number: Hex }
}

/** @throws {RpcError} -32001 when there is no such block */
export async function stateAt(chain: Chain, block: BlockParameter, tags: Tags): Promise<StateAt> {
  const plain = typeof block === 'string' ? block : 'blockNumber' in block ? block.blockNumber : undefined
  if (plain === undefined) return { tag: await sealedNumber(chain, block) }
  const number = numberOf(chain, plain, tags)
  if (number === 'open') return stateOfOpenBlock(chain)
  if (number > chain.head.number) throw blockNotFound(plain)
  return { tag: numberToHex(number) }
}

function stateOfOpenBlock(chain: Chain): StateAt {
  const { steps, number } = chain.open
  const tag = numberToHex(chain.head.number + BigInt(steps.length))
  return steps.length > 1 ? { tag, overrides: { number: numberToHex(number) } } : { tag }
}

async function sealedNumber(chain: Chain, block: BlockParameter): Promise<Hex> {
  const hash = typeof block === 'object' && 'blockHash' in block ? block.blockHash : undefined
  const found = await chain.anvil.request('eth_getBlockByHash', [hash, false])
  const parsed = blockSchema.safeParse(found)
  if (!parsed.success || BigInt(parsed.data.number) > chain.head.number) throw blockNotFound(String(hash))
  return parsed.data.number
}

export function blockNotFound(what: string): RpcError {
  return new RpcError(-32001, `block not found: ${what}`)
}
