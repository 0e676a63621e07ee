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
/** A block as state methods take it: a tag, a number or an object (EIP-1898). */
export const blockParameter = z.union([
  tagOrNumber,
  z.strictObject({ blockNumber: quantityParameter }),
  z.strictObject({ blockHash: hashParameter, requireCanonical: z.boolean().optional() }),
])

export type TagOrNumber = z.infer<typeof tagOrNumber>
export type BlockParameter = z.infer<typeof blockParameter>

/** What the tags `safe`, `finalized` and `pending` mean, and `latest` when state is read. */
export interface Tags {
  /** Returns how many blocks behind the head a block is `safe`. */
  safe(): bigint
  finalized(): bigint
  /** Returns the sealed block that `pending` is stuck at, when a fault has frozen it. */
  frozenPending(): bigint | undefined
  /** Whether `latest` means the block being built when state is read. */
  latestStateIsOpen: boolean
}

/** Returns the number of a sealed block, or `open` for the one being built. */
export function numberOf(chain: Chain, block: TagOrNumber, tags: Tags): bigint | 'open' {
  const { number } = chain.head
  const behind = (depth: bigint) => (number > depth ? number - depth : 0n)
  switch (block) {
    case 'pending':
      return tags.frozenPending() ?? (chain.open.steps.length > 0 ? 'open' : number)
    case 'latest':
      return number
    case 'safe':
      return behind(tags.safe())
    case 'finalized':
      return behind(tags.finalized())
    case 'earliest':
      return 0n
    default:
      return BigInt(block)
  }
}

/** The state after a block, as Anvil is asked for it. */
export interface StateAt {
  /** Number of an Anvil block. */
  tag: Hex
  /** Set while the block being built consists of several Anvil blocks, whose numbers run ahead. */
  overrides?: { number: Hex }
}

/** Returns the state after a block. @throws {RpcError} -32001 when there is no such block */
export async function stateAt(chain: Chain, block: BlockParameter, tags: Tags): Promise<StateAt> {
  const plain = typeof block === 'string' ? block : 'blockNumber' in block ? block.blockNumber : undefined
  if (plain === undefined) return { tag: await sealedNumber(chain, block) }
  const isOpen = plain === 'latest' && tags.latestStateIsOpen && chain.open.steps.length > 0
  const number = isOpen ? 'open' : numberOf(chain, plain, tags)
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

/** @param what the block as the client named it */
export function blockNotFound(what: string): RpcError {
  return new RpcError(-32001, `block not found: ${what}`)
}
