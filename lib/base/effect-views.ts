import type { Hex } from 'viem'
import * as z from 'zod/mini'
import type { Asset, Effect, EffectAmount, Power, UnknownReason } from './effects'
import type { Quantity } from './hex'
import { addressSchema, hexSchema, quantitySchema } from './hex-schemas'

/**
 * Effects as they cross a port or lie in the database: a `bigint` is a hex quantity there. `z.encode(effectSchema, …)`
 * makes the view of an effect, `z.decode` reads it.
 */

/** A value with every `bigint` in it as a quantity. */
type View<Value> = Value extends bigint
  ? Quantity
  : Value extends object
    ? { [Key in keyof Value]: View<Value[Key]> }
    : Value
export type EffectView = View<Effect>

const powers = [
  'operator',
  'owner',
  'role',
  'code',
  'module',
  'signer',
  'borrower',
  'votes',
  'account',
] as const satisfies Power[]
const reasons = [
  'unknown-call',
  'unreadable-call',
  'too-much',
  'foreign-code',
  'not-simulated',
  'unknown-signature',
] as const satisfies UnknownReason[]

const integer = () =>
  z.codec(quantitySchema, z.bigint(), {
    decode: quantity => BigInt(quantity),
    encode: (value): Hex => `0x${value.toString(16)}`,
  })

export const effectSchema: z.ZodMiniType<Effect, EffectView> = z.lazy(() => {
  const party = z.nullable(addressSchema)
  const time = z.nullable(integer())
  const asset: z.ZodMiniType<Asset, View<Asset>> = z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('native') }),
    z.strictObject({ kind: z.literal('token'), address: addressSchema }),
    z.strictObject({ kind: z.literal('item'), address: addressSchema, id: integer() }),
    z.strictObject({ kind: z.literal('collection'), address: addressSchema }),
    z.strictObject({ kind: z.literal('token-or-item'), address: addressSchema, word: integer() }),
  ])
  const amount: z.ZodMiniType<EffectAmount, View<EffectAmount>> = z.union([z.enum(['all', 'unknown']), integer()])
  const power = z.enum(powers)
  const variant = <Kind extends Effect['kind'], Shape extends z.core.$ZodShape>(kind: Kind, shape: Shape) =>
    z.strictObject({ source: z.enum(['stated', 'simulated']), kind: z.literal(kind), ...shape })
  return z.discriminatedUnion('kind', [
    variant('pays', { asset, amount, to: party }),
    variant('receives', { asset, amount, from: party }),
    variant('moves', { asset, amount, from: party, to: party }),
    variant('allows', {
      asset,
      amount,
      taker: party,
      until: time,
      every: time,
      adds: z.boolean(),
      owner: z.exactOptional(addressSchema),
    }),
    variant('revokes', {
      asset,
      left: z.union([z.literal('unknown'), integer()]),
      taker: party,
      owner: z.exactOptional(addressSchema),
    }),
    variant('hands-over', { power, of: addressSchema, to: party, until: time }),
    variant('takes-back', { power, of: addressSchema, from: party }),
    variant('creates', { address: party }),
    variant('unknown', { reason: z.enum(reasons), target: party, selector: z.nullable(hexSchema) }),
  ])
})

/** An effect as it crosses a port. */
export function toEffectView(effect: Effect): EffectView {
  return z.encode(effectSchema, effect)
}

/** @throws ZodError for a view of another shape */
export function readEffectView(view: EffectView): Effect {
  return z.decode(effectSchema, view)
}
