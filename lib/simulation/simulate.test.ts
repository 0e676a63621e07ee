import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import type { Simulation } from '@/lib/approvals/types'
import { RpcError } from '@/lib/rpc/errors'
import { nativeTransferAddress, readChanges } from './changes'
import { outcomeText, refreshOutcome } from './outcome'
import { readRevert } from './revert'
import { readPlainCall, readSimulated } from './simulate'

const account = '0x00000000000000000000000000000000000000aa'
const somebody = '0x00000000000000000000000000000000000000bb'
const other = '0x00000000000000000000000000000000000000cc'
const token = '0x00000000000000000000000000000000000000dd'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const forAllTopic = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const tokenOf = () => ({ symbol: 'USDV', decimals: 6 })
const word = (value: bigint): Hex => pad(toHex(value))
const transfer = (from: Hex, to: Hex, amount: bigint, address: Hex = token) => ({
  address,
  topics: [transferTopic, pad(from), pad(to)] as Hex[],
  data: word(amount),
})
const usdv = { kind: 'token', address: token, symbol: 'USDV', decimals: 6 }
const errors = parseAbi([
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error PolicyForbids(bytes32 scope, uint64 policyId)',
  'error Strange(uint256 left, address who)',
  'error Error(string)',
  'error Panic(uint256)',
])

describe('balance changes', () => {
  it('add up per asset and name the other side if there is only one', () => {
    const logs = [
      transfer(account, somebody, 100n, nativeTransferAddress),
      transfer(account, somebody, 7n),
      transfer(account, somebody, 3n),
      transfer(somebody, other, 1_000n),
    ]
    expect(readChanges(logs, account, tokenOf)).toEqual([
      { asset: { kind: 'native' }, amount: '-100', kind: 'transfer', counterparty: somebody },
      { asset: usdv, amount: '-10', kind: 'transfer', counterparty: somebody },
    ])
  })

  it('leave out what comes back', () => {
    expect(readChanges([transfer(account, somebody, 5n), transfer(somebody, account, 5n)], account, tokenOf)).toEqual(
      [],
    )
  })

  it('show allowances by their last word, and only the account’s own', () => {
    const approval = (owner: Hex, amount: bigint) => ({
      address: token as Hex,
      topics: [approvalTopic, pad(owner), pad(somebody)] as Hex[],
      data: word(amount),
    })
    expect(readChanges([approval(account, 9n), approval(account, 4n), approval(other, 1n)], account, tokenOf)).toEqual([
      { asset: usdv, amount: '4', kind: 'allowance', counterparty: somebody },
    ])
  })

  it('show the giving away of everything as the largest amount there is', () => {
    const log = { address: token as Hex, topics: [forAllTopic, pad(account), pad(somebody)] as Hex[], data: word(1n) }
    expect(readChanges([log], account, tokenOf)).toMatchObject([
      { kind: 'allowance', amount: ((1n << 256n) - 1n).toString() },
    ])
  })

  it('keep the giving away of everything beside the allowance of one item, which ends when it is taken back', () => {
    const all = { address: token as Hex, topics: [forAllTopic, pad(account), pad(somebody)] as Hex[], data: word(1n) }
    const item = (spender: Hex, id: bigint) => ({
      address: token as Hex,
      topics: [approvalTopic, pad(account), pad(spender), word(id)] as Hex[],
      data: '0x' as Hex,
    })
    const nobody = `0x${'00'.repeat(20)}` as const
    const amounts = (...logs: Parameters<typeof readChanges>[0]) =>
      readChanges(logs, account, tokenOf).map(({ amount }) => amount)
    expect(amounts(all, item(somebody, 7n))).toEqual([((1n << 256n) - 1n).toString(), '1'])
    expect(amounts(item(somebody, 7n), item(somebody, 8n), item(other, 7n))).toEqual(['1', '1'])
    expect(amounts(item(somebody, 7n), item(nobody, 7n))).toEqual([])
  })

  it('count an item as one, and no log without the right shape', () => {
    const item = {
      address: token as Hex,
      topics: [transferTopic, pad(account), pad(somebody), word(77n)] as Hex[],
      data: '0x' as Hex,
    }
    expect(readChanges([item], account, tokenOf)).toMatchObject([{ amount: '-1' }])
    expect(readChanges([{ ...transfer(account, somebody, 1n), data: '0x' }], account, tokenOf)).toEqual([])
  })

  it('do not make up for one item with another of its collection', () => {
    const item = (from: Hex, to: Hex, id: bigint) => ({
      ...transfer(from, to, 0n),
      topics: [transferTopic, pad(from), pad(to), word(id)] as Hex[],
    })
    const swapped = [item(account, somebody, 1n), item(account, somebody, 2n), item(somebody, account, 3n)]
    expect(readChanges(swapped, account, tokenOf).map(({ amount }) => amount)).toEqual(['-2', '1'])
    const lent = [item(account, somebody, 1n), item(somebody, account, 1n)]
    expect(readChanges(lent, account, tokenOf)).toEqual([])
  })

  it('count the items of ERC-1155, one kind or several at once', () => {
    const items = (from: Hex, to: Hex, types: string, values: readonly (bigint | readonly bigint[])[]) => ({
      address: token as Hex,
      topics: [
        keccak256(
          toHex(
            types === 'uint256'
              ? `TransferSingle(address,address,address,${types},${types})`
              : `TransferBatch(address,address,address,${types},${types})`,
          ),
        ),
        pad(other),
        pad(from),
        pad(to),
      ],
      data: encodeAbiParameters(parseAbiParameters(`${types}, ${types}`), values),
    })
    const single = items(account, somebody, 'uint256', [7n, 3n])
    const batch = items(account, somebody, 'uint256[]', [
      [7n, 8n],
      [2n, 40n],
    ])
    const back = items(somebody, account, 'uint256', [7n, 5n])
    const amountsOf = (logs: (typeof single)[]) =>
      readChanges(logs, account, tokenOf).map(({ amount, counterparty }) => [amount, counterparty])
    expect(amountsOf([single])).toEqual([['-3', somebody]])
    expect(amountsOf([single, batch])).toEqual([['-45', somebody]])
    expect(amountsOf([single, batch, back])).toEqual([['-40', somebody]])
    expect(amountsOf([items(somebody, other, 'uint256', [7n, 3n])])).toEqual([])
    for (const data of ['0x', word(7n), `${word(7n)}${word(3n).slice(2)}${word(1n).slice(2)}`] as const)
      expect(amountsOf([{ ...single, data }])).toEqual([])
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        expect(() => readChanges([{ ...batch, data: toHex(bytes) }], account, tokenOf)).not.toThrow()
      }),
    )
  })
})

describe('reading a simulation', () => {
  const block = (call: Record<string, unknown>) => ({ ok: true as const, result: [{ calls: [call] }] })

  it('says what changes', () => {
    const item = block({ status: '0x1', returnData: '0x', gasUsed: '0x1', logs: [transfer(account, somebody, 5n)] })
    expect(readSimulated(item, account, tokenOf)).toEqual({
      status: 'succeeds',
      complete: true,
      changes: [{ asset: usdv, amount: '-5', kind: 'transfer', counterparty: somebody }],
    })
  })

  it('says why it reverts, from the data or the words', () => {
    const data = encodeErrorResult({ abi: errors, errorName: 'ERC20InsufficientBalance', args: [account, 1n, 2n] })
    expect(readSimulated(block({ status: '0x0', returnData: data, logs: [] }), account, tokenOf)).toEqual({
      status: 'reverts',
      reason: 'ERC20InsufficientBalance',
      code: 'balance-low',
    })
    const inError = block({ status: '0x0', returnData: '0x', error: { code: 3, message: 'execution reverted', data } })
    expect(readSimulated(inError, account, tokenOf)).toMatchObject({ code: 'balance-low' })
    const inWords = block({
      status: '0x0',
      returnData: '0x',
      error: { message: 'execution reverted: Pausable: paused' },
    })
    expect(readSimulated(inWords, account, tokenOf)).toMatchObject({ reason: 'Pausable: paused', code: 'paused' })
  })

  it('is none where the endpoint does not offer it or answers nonsense', () => {
    const missing = { ok: false as const, error: new RpcError('method-unavailable', 'rpc method is not whitelisted') }
    expect(readSimulated(missing, account, tokenOf)).toBeNull()
    fc.assert(
      fc.property(fc.jsonValue(), result => {
        const read = readSimulated({ ok: true, result }, account, tokenOf)
        expect(read === null || read.status === 'succeeds' || read.status === 'reverts').toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('falls back to a plain call, and says that it does not know everything', () => {
    const data = encodeFunctionData({
      abi: parseAbi(['function transfer(address, uint256)']),
      args: [somebody, 5n],
    })
    const transaction = { from: account, to: token, value: 0n, data } as const
    expect(readPlainCall({ ok: true, result: '0x' }, transaction, tokenOf)).toEqual({
      status: 'succeeds',
      complete: false,
      changes: [{ asset: usdv, amount: '-5', kind: 'transfer', counterparty: somebody }],
    })
    const reverted = new RpcError('reverted', 'execution reverted: balance', { data: '0x' })
    expect(readPlainCall({ ok: false, error: reverted }, transaction, tokenOf)).toEqual({
      status: 'reverts',
      reason: 'balance',
      code: 'balance-low',
    })
    const gone = new RpcError('timeout', 'no answer within 10 s')
    expect(readPlainCall({ ok: false, error: gone }, transaction, tokenOf)).toEqual({
      status: 'unavailable',
      reason: 'no answer within 10 s',
    })
  })

  it('tells missing money from a failing contract', () => {
    const error = new RpcError('insufficient-funds', 'insufficient funds for gas * price + value')
    expect(readSimulated({ ok: false, error }, account, tokenOf)).toMatchObject({
      status: 'reverts',
      code: 'funds-low',
    })
  })
})

describe('a reason to revert', () => {
  it('is given in the contract’s words, cleaned', () => {
    const data = encodeErrorResult({
      abi: errors,
      errorName: 'Error',
      args: ['FiatTokenV2: authorization is used or canceled'],
    })
    expect(readRevert(data)).toEqual({
      reason: 'FiatTokenV2: authorization is used or canceled',
      code: 'authorization-used',
    })
    expect(readRevert(encodeErrorResult({ abi: errors, errorName: 'Error', args: ['a\u202Eb'] })).reason).toBe('ab')
  })

  it('knows panics, named errors and a holder policy', () => {
    expect(readRevert(encodeErrorResult({ abi: errors, errorName: 'Panic', args: [0x11n] }))).toEqual({
      reason: 'Panic 0x11',
      code: 'arithmetic',
    })
    const policy = encodeErrorResult({ abi: errors, errorName: 'PolicyForbids', args: [word(1n), 2n] })
    expect(readRevert(policy)).toEqual({ reason: 'PolicyForbids', code: 'policy-forbids' })
  })

  it('shows the selector and plain arguments of an error nobody knows', () => {
    const who = '0xabababababababababababababababababababab'
    const data = encodeErrorResult({ abi: errors, errorName: 'Strange', args: [12n, who] })
    expect(readRevert(data)).toEqual({ reason: `${data.slice(0, 10)}(12, ${who})`, code: null })
  })

  it('is never an exception, whatever bytes came', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('', '08c379a0', '4e487b71'), (bytes, selector) => {
        const { reason } = readRevert(`0x${selector}${Buffer.from(bytes).toString('hex')}`)
        expect(reason.length).toBeLessThanOrEqual(300)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the outcome a decision covers', () => {
  const succeeds = (amount: string, kind: 'transfer' | 'allowance' = 'transfer'): Simulation => ({
    status: 'succeeds',
    complete: true,
    changes: [
      { asset: { kind: 'token', address: token, symbol: 'X', decimals: 0 }, amount, kind, counterparty: somebody },
    ],
  })
  const stays = (before: Simulation, now: Simulation): boolean => {
    const shown = outcomeText(before)
    return refreshOutcome(shown, now) === shown
  }

  it('stays while it runs, and while what comes in only wavers', () => {
    expect(stays(succeeds('1000'), { status: 'running' })).toBe(true)
    expect(stays(succeeds('1000'), succeeds('995'))).toBe(true)
    expect(stays(succeeds('1000'), succeeds('2000'))).toBe(true)
  })

  it('is another one when less comes in, more goes out, or an allowance differs', () => {
    expect(stays(succeeds('1000'), succeeds('980'))).toBe(false)
    expect(stays(succeeds('-1000'), succeeds('-1001'))).toBe(false)
    expect(stays(succeeds('-1000'), succeeds('-999'))).toBe(true)
    expect(stays(succeeds('5', 'allowance'), succeeds('4', 'allowance'))).toBe(false)
  })

  it('is another one when it reverts, can no longer be simulated, or something new appears', () => {
    expect(stays(succeeds('1'), { status: 'reverts', reason: '' })).toBe(false)
    expect(stays(succeeds('1'), { status: 'unavailable', reason: '' })).toBe(false)
    expect(stays({ status: 'succeeds', complete: true, changes: [] }, succeeds('-1'))).toBe(false)
    expect(stays(succeeds('1'), { status: 'succeeds', complete: true, changes: [] })).toBe(false)
  })
})
