import fc from 'fast-check'
import { encodeFunctionData, maxUint160, maxUint256, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Effect } from '@/lib/base/effects'
import { listedToken } from '@/lib/reading/calls/contracts'
import { readAllowance } from '@/lib/reading/calls/read-allowance'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { proposeLimits, tokensToLimit, withAllowance } from './allowance-limits'

const token = `0x${'0b'.repeat(20)}` as const
const other = `0x${'0e'.repeat(20)}` as const
const spender = `0x${'0c'.repeat(20)}` as const
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])

const approving = (amount: bigint): TransactionRequest => ({
  to: token,
  value: '0x0',
  data: encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] }),
})
const throughPermit2: TransactionRequest = {
  to: permit2,
  value: '0x0',
  data: encodeFunctionData({ abi, functionName: 'approve', args: [token, spender, maxUint160, 77] }),
}
const using: TransactionRequest = { to: spender, value: '0x0', data: '0x12345678' }
const moved = (amount: bigint, of: `0x${string}` = token): Effect => {
  const asset = { kind: 'token', address: of } as const
  return amount < 0n
    ? { source: 'simulated', kind: 'pays', asset, amount: -amount, to: spender }
    : { source: 'simulated', kind: 'receives', asset, amount, from: spender }
}

function propose(
  calls: TransactionRequest[],
  { balance = 0n, effects = [], decimals = 6 }: { balance?: bigint; effects?: Effect[][]; decimals?: number },
) {
  return proposeLimits(calls, {
    balances: new Map([[token, balance]]),
    effects,
    contractOf: address => (address.toLowerCase() === token ? listedToken({ symbol: 'T', decimals }) : null),
  })
}

const amounts = (calls: readonly TransactionRequest[] | null) => calls?.map(call => readAllowance(call)?.amount ?? null)

describe('in place of an allowance without limit', () => {
  it('stands what the account has, and what the site asked for stays known', () => {
    const limited = propose([approving(maxUint256)], { balance: 25n })
    expect(limited).toEqual([
      {
        ...approving(25n),
        allowance: { asked: approving(maxUint256).data, proposed: { amount: '0x19', from: 'balance' } },
      },
    ])
    expect(tokensToLimit([approving(maxUint256)])).toEqual([token])
    expect(tokensToLimit(limited ?? [])).toEqual([])
    expect(propose(limited ?? [], { balance: 3n })).toBeNull()
  })

  it('stands what the calls after it take, where they were tried out', () => {
    const limited = propose([approving(maxUint256), using, using], {
      balance: 500n,
      effects: [[], [moved(-12n), moved(-900n, other)], [moved(-5n), moved(2n)]],
    })
    expect(amounts(limited)).toEqual([15n, null, null])
    expect(limited?.[0]?.allowance?.proposed).toEqual({ amount: '0xf', from: 'calls' })
  })

  it('counts neither what went before, nor what the account sends by itself, nor what comes in', () => {
    const sending: TransactionRequest = { to: token, value: '0x0', data: '0x12345678' }
    const effects = [[moved(-100n)], [], [moved(-7n)], [moved(40n)]]
    const limited = propose([using, approving(maxUint256), sending, using], { balance: 60n, effects })
    expect(amounts(limited)).toEqual([null, 60n, null, null])
  })

  it('stands a limit in each of several, also by way of Permit2 and for an increase', () => {
    const increase = {
      ...approving(0n),
      data: encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [spender, maxUint256] }),
    }
    expect(amounts(propose([approving(maxUint256), throughPermit2, increase], { balance: 9n }))).toEqual([9n, 9n, 9n])
  })

  it('stands nothing where nobody knows what is enough, or the amount may be the number of an item', () => {
    expect(propose([approving(maxUint256)], { balance: 0n })).toBeNull()
    expect(propose([approving(maxUint256)], { balance: 25n, decimals: 0 })).toBeNull()
    expect(propose([{ ...approving(maxUint256), to: other }], { balance: 25n })).toBeNull()
  })
})

describe('an allowance with a limit', () => {
  it('stays as it is up to ten times what there is, or what is taken', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 1n << 100n }),
        fc.bigInt({ min: 0n, max: 1n << 104n }),
        (balance, amount) => {
          const limited = propose([approving(amount)], { balance })
          expect(amounts(limited) ?? [amount]).toEqual([amount > balance * 10n ? balance : amount])
        },
      ),
    )
    expect(propose([approving(80n), using], { effects: [[], [moved(-8n)]] })).toBeNull()
    expect(amounts(propose([approving(81n), using], { effects: [[], [moved(-8n)]] }))).toEqual([8n, null])
  })
})

describe('a choice of the person', () => {
  const [limited] = propose([approving(maxUint256)], { balance: 25n }) ?? []

  it('is any amount that fits, the one proposed again, or what the site asked for', () => {
    if (limited === undefined) throw new Error('nothing was limited')
    const own = withAllowance(limited, 7n)
    expect(own).toEqual({ ...approving(7n), allowance: limited.allowance })
    expect(own && withAllowance(own, 25n)).toEqual(limited)
    expect(own && withAllowance(own, null)).toEqual({ ...approving(maxUint256), allowance: limited.allowance })
    expect(withAllowance(limited, maxUint256 + 1n)).toBeNull()
    expect(withAllowance(throughPermit2, maxUint160 + 1n)).toBeNull()
  })

  it('is none where nothing is allowed', () => {
    expect(withAllowance(using, 7n)).toBeNull()
    expect(withAllowance(using, null)).toBeNull()
  })
})
