import type { Address, Hex } from 'viem'
import { Failure } from '@/lib/base/failure'
import type { Quantity } from '@/lib/base/hex'
import { hexOf } from '@/lib/base/hex'
import type { TypedData } from '@/lib/reading/typed-data/typed-data'
import { depositNonce } from './channel'
import { challengeNonce } from './machine-payments'
import { type RatedOption, shortestValidity } from './options'
import {
  depositAuthorization,
  permitForPermit2,
  type SigningToken,
  transferAuthorization,
  voucher,
  witnessTransfer,
} from './payment-typed-data'
import type { PaymentPlan } from './plan'
import { addressIn } from './ways'

/** What Approve is to allow besides the payment, in the token's smallest unit. */
export interface WantedLimit {
  most: Quantity
  perDay: Quantity
}

export interface PlanParts {
  /** Lower case. */
  account: Address
  /** Unix seconds, the later of device and chain. */
  now: number
  limit?: WantedLimit | null | undefined
  /** Draws 32 random bytes for a nonce or a salt. */
  draw?: () => Hex
}

/** The typed data of one payment, with what the chain will know it by. */
interface Made {
  way: PaymentPlan['way']
  nonce: string
  typedData: TypedData[]
  depositSalt?: Hex
  channel?: PaymentPlan['channel']
}

/**
 * Makes the payment of an option: a fresh nonce, valid for as long as the terms ask. A challenge has its own nonce and
 * end: for it the plan is the same every time.
 * @throws Failure `payment-mismatch` {field: 'option'} where the option cannot be paid, {field: 'limit'} where the
 * limit does not let this payment through; `payment-expired` where its challenge has ended
 */
export function makePlan(rated: RatedOption, parts: PlanParts): PaymentPlan {
  const { option } = rated
  const { networkId, chainId } = option
  if (rated.obstacle !== null || rated.way === null || networkId === null || chainId === null) throw notPayable()
  const validBefore = BigInt(option.charge?.until ?? parts.now + option.maxTimeoutSeconds)
  if (validBefore < BigInt(parts.now + shortestValidity)) throw new Failure('payment-expired')
  const context = { account: parts.account, chainId, validBefore, draw: parts.draw ?? drawWord }
  const { way, nonce, typedData, depositSalt, channel } = made(rated, context)
  return {
    accepted: option.index,
    way,
    networkId,
    chainId,
    token: option.token,
    payee: option.payee,
    amount: rated.stake.toString(),
    validBefore: validBefore.toString(),
    nonce,
    typedData: typedData.map(one => JSON.stringify(one)),
    depositSalt: depositSalt ?? null,
    channel: channel ?? null,
    limit: checkedLimit(rated, parts.limit),
  }
}

interface Context {
  account: Address
  chainId: number
  validBefore: bigint
  draw(): Hex
}

function made(rated: RatedOption, context: Context): Made {
  switch (rated.way) {
    case 'eip3009':
      return madeByToken(rated, context)
    case 'permit2':
    case 'upto':
      return madeByPermit2(rated, rated.way, context)
    case 'channel':
      return madeByChannel(rated, context)
    default:
      throw notPayable()
  }
}

function madeByToken({ option }: RatedOption, context: Context): Made {
  const nonce = option.charge === null ? context.draw() : challengeNonce(option.charge.challenge)
  const { account: from, validBefore } = context
  const authorization = { from, to: option.payee, value: option.amount, validBefore, nonce }
  return { way: 'eip3009', nonce, typedData: [transferAuthorization(signingToken(option, context), authorization)] }
}

function madeByPermit2({ option, permit }: RatedOption, way: 'permit2' | 'upto', context: Context): Made {
  const { account, chainId, validBefore } = context
  const { token, amount, payee } = option
  const facilitator = way === 'upto' ? addressIn(option.extra.facilitatorAddress) : null
  if (way === 'upto' && facilitator === null) throw notPayable()
  const nonce = BigInt(context.draw())
  const transfer = witnessTransfer({ chainId, token, amount, to: payee, facilitator, nonce, deadline: validBefore })
  const typedData = [transfer]
  if (permit !== null) {
    // The proxy of x402 demands a permit for exactly this amount.
    const wanted = { owner: account, value: amount, nonce: permit.nonce, deadline: validBefore }
    typedData.push(permitForPermit2(signingToken(option, context), wanted))
  }
  return { way, nonce: nonce.toString(), typedData }
}

/**
 * A voucher for what was charged plus this price, with a deposit before it where the channel's money does not cover
 * that (x402 batch-settlement §Deposit, §Voucher).
 */
function madeByChannel({ option, channel, deposit }: RatedOption, context: Context): Made {
  if (channel === null || deposit === null) throw notPayable()
  const { config, channelId } = channel
  const cumulative = channel.charged + option.amount
  const kept = { channelId, config, charged: channel.charged.toString(), cumulative: cumulative.toString() }
  const promise = voucher(context.chainId, channelId, cumulative)
  if (deposit === 0n) return { way: 'voucher', nonce: channelId, typedData: [promise], channel: kept }
  const depositSalt = context.draw()
  const nonce = depositNonce(channelId, depositSalt)
  const { account: from, validBefore } = context
  const authorization = { from, value: deposit, validBefore, nonce }
  const paid = depositAuthorization(signingToken(option, context), authorization)
  return { way: 'deposit', nonce, typedData: [paid, promise], depositSalt, channel: kept }
}

function signingToken({ token, domain }: RatedOption['option'], { chainId }: Context): SigningToken {
  if (domain === null) throw notPayable()
  return { chainId, token, ...domain }
}

/** A limit lets through at least this payment, and no more in one payment than in a day. Deposits have none. */
function checkedLimit({ deposit, stake }: RatedOption, limit: WantedLimit | null | undefined): PaymentPlan['limit'] {
  if (limit == null) return null
  const most = BigInt(limit.most)
  const perDay = BigInt(limit.perDay)
  if (deposit || most < stake || perDay < most) throw new Failure('payment-mismatch', { field: 'limit' })
  return { most: most.toString(), perDay: perDay.toString() }
}

function drawWord(): Hex {
  return hexOf(crypto.getRandomValues(new Uint8Array(32)))
}

function notPayable(): Failure {
  return new Failure('payment-mismatch', { field: 'option' })
}
