import {
  type Address,
  concatHex,
  encodeFunctionData,
  type Hash,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  stringToHex,
  toHex,
  toRlp,
} from 'viem'
import { z } from 'zod'
import { addressParameter, dataParameter, hashParameter } from './block-parameter.ts'
import { RpcError } from './rpc-error.ts'

/** Encoding of transactions of type 0x79 (EIP-8130), in both layouts, and of what executes them on Anvil. */

const amount = z.union([z.int().nonnegative(), z.string().regex(/^(0x[0-9a-f]+|\d+)$/i)]).transform(BigInt)
const lowerAddress = addressParameter.transform(address => address.toLowerCase() as Address)
const data = dataParameter.default('0x')
/** The key of transactions that use no number. */
export const nonceFree = 2n ** 256n - 1n

const accountChange = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('delegation'), target: lowerAddress }),
  z.strictObject({
    type: z.literal('create'),
    userSalt: hashParameter,
    code: dataParameter,
    initialActors: z.array(
      z.strictObject({ actorId: hashParameter, authenticator: lowerAddress, scope: z.int(), policyData: data }),
    ),
  }),
  z.strictObject({
    type: z.literal('configChange'),
    /** 0: for this chain, 1: for every chain. */
    channel: z.int().min(0).max(1).default(0),
    sequence: amount.default(0n),
    changes: z.array(z.strictObject({ changeType: z.int(), payload: data })),
    signature: data,
  }),
])

/** A transaction of somebody else's account, as it is ordered. It is signed by nobody: its signatures are made up. */
export const nativeOrderSchema = z.strictObject({
  /** `launch`: calls with value, of the newest node. `keystore`: calls without, of August 2026. */
  wire: z.enum(['launch', 'keystore']).default('launch'),
  sender: lowerAddress,
  /** Whether the bytes name the sender; else it is in the signature. */
  namesSender: z.boolean().default(true),
  /** Who pays the fee; by default the sender. */
  payer: lowerAddress.optional(),
  /** Whether the bytes leave open who pays (layout `launch` alone). */
  payerIsOpen: z.boolean().default(false),
  nonceKey: amount.default(0n),
  /** By default the next one of this key. */
  nonceSequence: amount.optional(),
  validAfter: amount.default(0n),
  validBefore: amount.default(0n),
  gasLimit: amount.default(2_000_000n),
  maxFeePerGas: amount.default(10n ** 10n),
  maxPriorityFeePerGas: amount.default(10n ** 6n),
  accountChanges: z.array(accountChange).default([]),
  calls: z.array(z.array(z.strictObject({ to: lowerAddress, value: amount.default(0n), data }))).default([]),
  metadata: data,
})

export type GivenNativeOrder = z.input<typeof nativeOrderSchema>
type NativeOrder = z.output<typeof nativeOrderSchema>

/** A transaction of type 0x79, and the deposit by which Anvil executes it. */
export interface NativeTransaction extends Omit<NativeOrder, 'payer' | 'nonceSequence'> {
  hash: Hash
  raw: Hex
  payer: Address
  nonceSequence: bigint
  /** The fields of the RPC's transaction object that are the transaction's own. */
  body: Record<string, unknown>
  carrier: { hash: Hash; raw: Hex }
}

const accountAbi = parseAbi(['function runPhases((address target, uint256 value, bytes data)[][] phases)'])

export function encodeNative(order: NativeOrder, nonceSequence: bigint, chainId: number): NativeTransaction {
  const isLaunch = order.wire === 'launch'
  const payer = order.payer ?? order.sender
  const named = order.payer === undefined ? '0x' : order.payerIsOpen ? '0x00' : order.payer
  const madeUp = concatHex([keccak256(stringToHex(`r of ${order.sender}`)), keccak256('0x01'), '0x1b'])
  const ofKey = concatHex([numberToHex(1, { size: 20 }), madeUp])
  const senderAuth = order.namesSender ? ofKey : madeUp
  const payerAuth = order.payer === undefined ? '0x' : order.payerIsOpen ? madeUp : ofKey
  const raw = concatHex([
    '0x79',
    toRlp([
      integer(BigInt(chainId)),
      order.namesSender ? order.sender : '0x',
      ...[order.nonceKey, nonceSequence, order.validAfter, order.validBefore].map(integer),
      ...[order.maxPriorityFeePerGas, order.maxFeePerGas, order.gasLimit].map(integer),
      order.accountChanges.map(change => changeFields(change, isLaunch)),
      order.calls.map(phase =>
        phase.map(({ to, value, data: input }) => (isLaunch ? [to, integer(value), input] : [to, input])),
      ),
      ...[order.metadata, named, senderAuth, payerAuth],
    ]),
  ])
  const hash = keccak256(raw)
  return {
    ...{ ...order, payer, nonceSequence, hash, raw },
    body: { type: '0x79', tx: objectOf({ ...order, nonceSequence }, chainId, named), senderAuth, payerAuth, hash },
    carrier: carrierOf(order, hash),
  }
}

/** The nested object of the RPC. Some of its numbers are JSON numbers. */
function objectOf(order: NativeOrder & { nonceSequence: bigint }, chainId: number, payer: Hex) {
  return {
    chainId,
    sender: order.namesSender ? order.sender : null,
    nonceKey: toHex(order.nonceKey),
    nonceSequence: Number(order.nonceSequence),
    validAfter: Number(order.validAfter),
    validBefore: Number(order.validBefore),
    maxPriorityFeePerGas: toHex(order.maxPriorityFeePerGas),
    maxFeePerGas: toHex(order.maxFeePerGas),
    gasLimit: Number(order.gasLimit),
    accountChanges: order.accountChanges.map(change =>
      change.type === 'configChange' ? { ...change, sequence: Number(change.sequence) } : change,
    ),
    calls: order.calls.map(phase =>
      phase.map(({ to, value, data: input }) =>
        order.wire === 'launch' ? { to, value: toHex(value), data: input } : { to, data: input },
      ),
    ),
    metadata: order.metadata,
    payer: payer === '0x' ? null : payer,
  }
}

type RlpItem = Hex | RlpItem[]

function changeFields(change: NativeOrder['accountChanges'][number], isLaunch: boolean): RlpItem[] {
  switch (change.type) {
    case 'delegation':
      return [isLaunch ? '0x01' : '0x02', change.target]
    case 'create':
      return [
        '0x00',
        ...[change.userSalt, change.code],
        change.initialActors.map(({ actorId, authenticator, scope, policyData }) => [
          ...[actorId, authenticator, integer(BigInt(scope)), policyData],
        ]),
      ]
    case 'configChange':
      return [
        ...['0x01' as const, integer(BigInt(change.channel)), integer(change.sequence)],
        change.changes.map(({ changeType, payload }) => [integer(BigInt(changeType)), payload]),
        change.signature,
      ]
  }
}

/** A deposit from the account to itself: nothing is taken for it, and `msg.sender` and `tx.origin` are the account. */
function carrierOf({ sender, calls, gasLimit }: NativeOrder, hash: Hash): { hash: Hash; raw: Hex } {
  const phases = calls.map(phase => phase.map(({ to, value, data: input }) => ({ target: to, value, data: input })))
  const input = encodeFunctionData({ abi: accountAbi, args: [phases] })
  const source = keccak256(stringToHex(`native ${hash}`))
  const raw = concatHex(['0x7e', toRlp([source, sender, sender, '0x', '0x', integer(gasLimit), '0x', input])])
  return { hash: keccak256(raw), raw }
}

function integer(value: bigint): Hex {
  return value === 0n ? '0x' : numberToHex(value).length % 2 === 0 ? numberToHex(value) : `0x0${value.toString(16)}`
}

/** Bounds of time from 10¹¹ on are milliseconds, below that seconds. */
const leastMs = 10n ** 11n

function inMs(bound: bigint): bigint {
  return bound < leastMs ? bound * 1_000n : bound
}

/** @param now Unix milliseconds */
export function hasBegun({ validAfter }: NativeTransaction, now: bigint): boolean {
  return now >= inMs(validAfter)
}

/** Whether its time is over. Its last moment counts, but for a transaction that uses no number. */
export function isPast({ validBefore, nonceKey }: NativeTransaction, now: bigint): boolean {
  return validBefore !== 0n && (nonceKey === nonceFree ? now >= inMs(validBefore) : now > inMs(validBefore))
}

const mostPhases = 1_024

/** @throws {RpcError} in the words of the node */
export function refuseInvalid(order: NativeOrder): void {
  const refuse = (reason: string) => new RpcError(-32000, `EIP-8130 validation failed: ${reason}`)
  if (order.gasLimit === 0n || order.maxFeePerGas === 0n) throw new RpcError(-32000, 'transaction type not supported')
  if (order.calls.length > mostPhases) throw refuse('call phase count exceeds maximum')
  if (order.wire === 'launch') {
    if (order.accountChanges.length > 1) throw refuse('at most one delegation is allowed')
    // The newer layout has no other change, and the older one no open payer.
    if (order.accountChanges.some(({ type }) => type !== 'delegation'))
      throw new RpcError(-32000, 'transaction type not supported')
  } else if (order.payerIsOpen || order.calls.flat().some(({ value }) => value > 0n))
    throw new RpcError(-32000, 'transaction type not supported')
  const { nonceKey, nonceSequence = 0n, validBefore } = order
  if (nonceKey === nonceFree && (validBefore === 0n || nonceSequence !== 0n))
    throw refuse('nonce-free transaction must set a non-zero valid_before and a zero nonce sequence')
}
