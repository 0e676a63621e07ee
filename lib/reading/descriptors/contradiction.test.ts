import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Effect, EffectOf } from '@/lib/base/effects'
import { contradictionOf } from './contradiction'
import { contract, described, outcomeOf } from './descriptor.fixture'

const token: Address = `0x${'70'.repeat(20)}`
const worthless: Address = `0x${'00'.repeat(19)}aa`
const taker: Address = `0x${'dd'.repeat(20)}`
const friend: Address = `0x${'ff'.repeat(20)}`

const amountIn = (asset: Address) => ({ path: 'a', label: 'Amount', format: 'tokenAmount', params: { token: asset } })
const toWhom = { path: 't', label: 'To', format: 'addressName' }
const say = (intent: string, fields: unknown[], amount = 5n, to = taker) =>
  described(outcomeOf('f(uint256 a,address t)', { intent, fields }, [amount, to]))
const allows = (amount: bigint | 'all' = 5n): EffectOf<'allows'> => ({
  source: 'stated',
  kind: 'allows',
  asset: { kind: 'token', address: token },
  amount,
  taker,
  until: null,
  every: null,
  adds: false,
})
const pays: Effect = { source: 'stated', kind: 'pays', asset: { kind: 'token', address: token }, amount: 5n, to: taker }

describe('a description', () => {
  it('that fits the effects is kept', () => {
    expect(contradictionOf(say('Approve', [amountIn(token), toWhom]), [allows()], contract)).toBeNull()
    expect(contradictionOf(say('Send', [amountIn(token), toWhom]), [pays], contract)).toBeNull()
    expect(contradictionOf(say('Stake', []), [pays, allows('all')], contract)).toBeNull()
    const unlimited = say('Approve', [amountIn(token), toWhom], 2n ** 256n - 1n)
    expect(contradictionOf(unlimited, [allows('all')], contract)).toBeNull()
    expect(contradictionOf(say('Claim', []), [], contract)).toBeNull()
  })

  it('that says the opposite is set aside', () => {
    for (const intent of ['Sign in', 'Verify ownership', 'Revoke access', 'Claim rewards', 'Cancel order'])
      expect(contradictionOf(say(intent, []), [allows()], contract), intent).toBe('opposite')
    const handsOver: Effect = {
      source: 'simulated',
      kind: 'hands-over',
      power: 'owner',
      of: token,
      to: taker,
      until: null,
    }
    expect(contradictionOf(say('Claim airdrop', []), [handsOver], contract)).toBe('opposite')
    expect(contradictionOf(say('Log in', []), [pays], contract)).toBe('opposite')
    expect(contradictionOf(say('Revoke', []), [allows(0n)], contract)).toBeNull()
  })

  it.each([
    'Please verify your wallet',
    '🔒 Sign in',
    '1. Verify ownership',
    '«Claim» rewards',
    'Ѕign in',
    'VЕRIFY account',
    'You must first verify',
  ])('that says the opposite behind a sign, a polite word or other letters is set aside: %s', intent => {
    expect(contradictionOf(say(intent, []), [allows()], contract)).toBe('opposite')
  })

  it.each(['Approve', 'Pay, then verify', 'Deposit and claim'])('that says more than it denies is kept: %s', intent => {
    expect(contradictionOf(say(intent, []), [allows()], contract)).toBeNull()
  })

  it('that shows the amount of a token as the network’s coin or as a unit is set aside', () => {
    const coin = { path: 'a', label: 'Amount', format: 'amount' }
    const unit = { path: 'a', label: 'Points', format: 'unit', params: { base: 'points', decimals: 0 } }
    for (const field of [coin, unit])
      expect(contradictionOf(say('Stake', [field, toWhom]), [pays], contract), field.format).toBe('other-token')
    expect(contradictionOf(say('Stake', [unit, toWhom], 6n), [pays], contract)).toBeNull()
    expect(contradictionOf(say('Stake', [unit, amountIn(token), toWhom]), [pays], contract)).toBeNull()
  })

  it('that denies what calls inside or the simulation show is set aside', () => {
    const handsOver: Effect = {
      source: 'simulated',
      kind: 'hands-over',
      power: 'owner',
      of: token,
      to: taker,
      until: null,
    }
    const simulatedPay: Effect = { ...pays, source: 'simulated' }
    const lies: [string, Effect][] = [
      ['Claim rewards', handsOver],
      ['Claim rewards', allows('all')],
      ['Verify wallet', simulatedPay],
      ['Receive airdrop', pays],
    ]
    for (const [intent, effect] of lies)
      expect(contradictionOf(say(intent, []), [], contract, [effect]), intent).toBe('opposite')
    for (const intent of ['Swap', 'Execute', 'Deposit'])
      expect(contradictionOf(say(intent, []), [], contract, [simulatedPay, allows()]), intent).toBeNull()
  })

  it('is not denied by what a token says is left of an allowance', () => {
    const left: Effect = { ...allows(), source: 'simulated' }
    for (const intent of ['Decrease allowance', 'Remove liquidity', 'Claim rewards'])
      expect(contradictionOf(say(intent, []), [], contract, [left]), intent).toBeNull()
    const collection: Effect = { ...allows('all'), source: 'simulated', asset: { kind: 'collection', address: token } }
    expect(contradictionOf(say('Claim rewards', []), [], contract, [collection])).toBe('opposite')
  })

  it('that leaves out the parties and amounts of calls inside is kept', () => {
    expect(contradictionOf(say('Execute', [amountIn(worthless), toWhom], 5n, friend), [], contract, [pays])).toBeNull()
  })

  it('that names another token, or less of it, is set aside', () => {
    expect(contradictionOf(say('Approve', [amountIn(worthless)]), [allows()], contract)).toBe('other-token')
    const first = { ...amountIn(token), path: 'a.[-1:]' }
    expect(contradictionOf(say('Approve', [first], 0x501n), [allows(0x501n)], contract)).toBe('less')
    expect(contradictionOf(say('Approve', [amountIn(token)], 5n), [allows('all')], contract)).toBe('less')
  })

  it('that names somebody, and not the one who gets it, is set aside', () => {
    expect(contradictionOf(say('Approve', [toWhom], 5n, friend), [allows()], contract)).toBe('other-party')
    expect(contradictionOf(say('Send', [toWhom], 5n, friend), [pays], contract)).toBe('other-party')
    expect(contradictionOf(say('Deposit', [toWhom], 5n, friend), [pays], taker)).toBeNull()
  })
})
