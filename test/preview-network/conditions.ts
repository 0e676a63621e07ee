import { type Address, type Hex, toHex } from 'viem'
import { z } from 'zod'
import type { Anvil } from './anvil.ts'
import { addressParameter } from './block-parameter.ts'
import { invalidParams } from './rpc-error.ts'

/** Most predicates of one transaction. */
const mostPredicates = 16

const comparisons = {
  '<': (left: bigint, right: bigint) => left < right,
  '<=': (left: bigint, right: bigint) => left <= right,
  '=': (left: bigint, right: bigint) => left === right,
  '!=': (left: bigint, right: bigint) => left !== right,
  '>': (left: bigint, right: bigint) => left > right,
  '>=': (left: bigint, right: bigint) => left >= right,
}

const word = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)
const comparison = { op: z.enum(Object.keys(comparisons) as (keyof typeof comparisons)[]), value: word }
const ofAccount = { address: addressParameter, ...comparison }
const allOnes = 2n ** 256n - 1n

const predicateSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('block_number'), params: z.strictObject(comparison) }),
  z.strictObject({ type: z.literal('balance'), params: z.strictObject(ofAccount) }),
  z.strictObject({ type: z.literal('nonce'), params: z.strictObject(ofAccount) }),
  z.strictObject({
    type: z.literal('storage'),
    params: z.strictObject({ ...ofAccount, slot: word, mask: word.default(allOnes) }),
  }),
])

/** What has to hold for a transaction to be included; all of it (validity transactions of Base). */
export type Predicate = z.output<typeof predicateSchema>

/** Second parameter of `<prefix>_sendRawTransactionValidity`. */
export const validityParameter = z.strictObject({ validity: z.array(predicateSchema) })

/** @throws {RpcError} -32602 for none, too many, and a value that the mask makes impossible */
export function refuseMeaningless(predicates: Predicate[]): void {
  if (predicates.length === 0) throw invalidParams('validity predicates must not be empty')
  if (predicates.length > mostPredicates)
    throw invalidParams(`too many validity predicates: ${predicates.length} (maximum ${mostPredicates})`)
  const outside = predicates.findIndex(
    ({ type, params }) => type === 'storage' && (params.value & (params.mask ^ allOnes)) !== 0n,
  )
  if (outside >= 0) throw invalidParams(`storage predicate at index ${outside} has value bits set outside its mask`)
}

/** Whether the predicates are about the block alone, so that it does not matter what is executed before. */
export function areOfBlock(predicates: Predicate[]): boolean {
  return predicates.every(({ type }) => type === 'block_number')
}

/** Whether what they say of the block's number holds for this one. */
export function holdAtBlock(predicates: Predicate[], number: bigint): boolean {
  return predicates.every(({ type, params }) => type !== 'block_number' || comparisons[params.op](number, params.value))
}

/** Whether no block from this number on can satisfy them. */
export function areOver(predicates: Predicate[], number: bigint): boolean {
  return predicates.some(
    ({ type, params: { op, value } }) =>
      type === 'block_number' && ((op === '<' && number >= value) || ((op === '<=' || op === '=') && number > value)),
  )
}

/** Whether what they say of accounts holds in Anvil's present state. */
export async function holdInState(anvil: Anvil, predicates: Predicate[]): Promise<boolean> {
  for (const predicate of predicates) {
    if (predicate.type === 'block_number') continue
    const { op, value } = predicate.params
    if (!comparisons[op](await read(anvil, predicate), value)) return false
  }
  return true
}

async function read(anvil: Anvil, predicate: Exclude<Predicate, { type: 'block_number' }>): Promise<bigint> {
  const ask = async (method: string, address: Address, slot?: Hex) =>
    BigInt(z.string().parse(await anvil.request(method, [address, ...(slot === undefined ? [] : [slot]), 'latest'])))
  const { type, params } = predicate
  if (type === 'balance') return ask('eth_getBalance', params.address)
  if (type === 'nonce') return ask('eth_getTransactionCount', params.address)
  return (await ask('eth_getStorageAt', params.address, toHex(params.slot, { size: 32 }))) & params.mask
}
