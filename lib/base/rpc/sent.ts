import type { Address, Hash, Hex } from 'viem'
import * as z from 'zod/mini'
import { isSameAddress } from '@/lib/base/hex'
import { addressSchema, hashSchema, hexSchema } from '@/lib/base/hex-schemas'
import { fieldOf, type ReceiptReply, readQuantity } from './schemas'

/**
 * What a transaction asked for, of whatever type it is: one call, or several in phases (EIP-8130, type 0x79, whose
 * parts are in `tx`). What of it cannot be read is left out, so that a type that nobody knows yet takes nothing down.
 */
export interface Sent {
  hash: Hash
  from: Address
  /** The number it took of the account; `null` where it took none, or none can be read. */
  nonce: number | null
  calls: SentCall[]
}

/** `value` in wei. `phase`: by its index in `phaseStatuses` of the receipt. */
interface SentCall {
  to: Address | null
  value: bigint
  input: Hex | null
  phase: number | null
}

/** @returns `null` where it cannot be read which transaction it is, or whose */
export function readSent(item: unknown): Sent | null {
  const inner = fieldOf(item, 'tx')
  const [hash, from] = [
    read(hashSchema, fieldOf(item, 'hash')),
    read(addressSchema, fieldOf(item, 'from') ?? fieldOf(inner, 'sender')),
  ]
  if (hash === null || from === null) return null
  const isNested = typeof inner === 'object' && inner !== null
  // Numbers of other keys are counted apart from the account's own.
  const nonce = readQuantity(isNested ? fieldOf(inner, 'nonceSequence') : fieldOf(item, 'nonce'))
  const isOwnNumber =
    nonce !== null && nonce < 2n ** 53n && (!isNested || readQuantity(fieldOf(inner, 'nonceKey')) === 0n)
  const calls = isNested
    ? listOf(fieldOf(inner, 'calls')).flatMap((phase, index) =>
        listOf(phase).flatMap(call => readCall(call, 'data', index)),
      )
    : readCall(item, 'input', null)
  return { hash, from, nonce: isOwnNumber ? Number(nonce) : null, calls }
}

function readCall(call: unknown, data: 'data' | 'input', phase: number | null): SentCall[] {
  const given = fieldOf(call, 'value')
  // Calls of the older layout have none.
  const value = phase !== null && given == null ? 0n : readQuantity(given)
  const [to, input] = [read(addressSchema, fieldOf(call, 'to')), read(hexSchema, fieldOf(call, data))]
  return value === null ? [] : [{ to, value, input, phase }]
}

/** A transaction by hash, or in a block. `null`: unknown to the node. */
export const sentReply = z.lazy(() =>
  z.nullable(
    z.pipe(
      z.custom<NonNullable<unknown>>(item => readSent(item) !== null),
      z.transform(item => readSent(item) as Sent),
    ),
  ),
)

type Outcome = Pick<ReceiptReply, 'status' | 'phaseStatuses'>

/** Whether anything happened: `reverted` means no more than that not all of it did where there are phases. */
export function hasEffect({ status, phaseStatuses }: Outcome): boolean {
  return status === 'success' || phaseStatuses?.includes('success') === true
}

/** The calls that happened: a phase happens as a whole, or not at all. */
export function callsThatHappened({ calls }: Sent, { status, phaseStatuses }: Outcome): SentCall[] {
  return calls.filter(({ phase }) => ((phase === null ? null : phaseStatuses?.[phase]) ?? status) === 'success')
}

/** What it moved to an account of the chain's own currency, in wei. What contracts moved inside is not among it. */
export function paidTo(sent: Sent, outcome: Outcome, account: Address): bigint {
  return callsThatHappened(sent, outcome)
    .filter(({ to }) => to !== null && isSameAddress(to, account))
    .reduce((sum, { value }) => sum + value, 0n)
}

function read<T>(schema: z.ZodMiniType<T>, value: unknown): T | null {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : null
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
