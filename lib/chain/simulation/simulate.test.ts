import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeErrorResult,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import type { Effect } from '@/lib/base/effects'
import { RpcError } from '@/lib/base/rpc/errors'
import { nativeTransferAddress, readChanges } from '@/lib/reading/simulation/changes'
import { outcomeText, refreshOutcome } from '@/lib/reading/simulation/outcome'
import { readRevert } from '@/lib/reading/simulation/revert'
import type { Simulation } from '@/lib/reading/simulation/simulation'
import { readPlainCall, readSimulated } from './simulate'
import { readTraced } from './trace'

const account = '0x00000000000000000000000000000000000000aa'
const somebody = '0x00000000000000000000000000000000000000bb'
const other = '0x00000000000000000000000000000000000000cc'
const token = '0x00000000000000000000000000000000000000dd'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const forAllTopic = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const word = (value: bigint): Hex => pad(toHex(value))
const transfer = (from: Hex, to: Hex, amount: bigint, address: Hex = token) => ({
  address,
  topics: [transferTopic, pad(from), pad(to)] as Hex[],
  data: word(amount),
})
const usdv = { kind: 'token', address: token }
const simulated = { source: 'simulated' }
const errors = parseAbi([
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error PolicyForbids(bytes32 scope, uint64 policyId)',
  'error Strange(uint256 left, address who)',
  'error Error(string)',
  'error Panic(uint256)',
])

describe('the effects in logs', () => {
  const approval = (owner: Hex, amount: bigint) => ({
    address: token as Hex,
    topics: [approvalTopic, pad(owner), pad(somebody)] as Hex[],
    data: word(amount),
  })
  const item = (from: Hex, to: Hex, id: bigint) => ({
    ...transfer(from, to, 0n),
    topics: [transferTopic, pad(from), pad(to), word(id)] as Hex[],
    data: '0x' as Hex,
  })
  const forAll = (approved: bigint) => ({
    address: token as Hex,
    topics: [forAllTopic, pad(account), pad(somebody)] as Hex[],
    data: word(approved),
  })
  const ofItem = (spender: Hex, id: bigint) => ({
    address: token as Hex,
    topics: [approvalTopic, pad(account), pad(spender), word(id)] as Hex[],
    data: '0x' as Hex,
  })

  it('add up per asset and name the other side if there is only one', () => {
    const logs = [
      transfer(account, somebody, 100n, nativeTransferAddress),
      transfer(account, somebody, 7n),
      transfer(account, somebody, 3n),
      transfer(somebody, other, 1_000n),
    ]
    expect(readChanges(logs, account)).toEqual([
      { ...simulated, kind: 'pays', asset: { kind: 'native' }, amount: 100n, to: somebody },
      { ...simulated, kind: 'pays', asset: usdv, amount: 10n, to: somebody },
    ])
  })

  it('leave out what comes back', () => {
    expect(readChanges([transfer(account, somebody, 5n), transfer(somebody, account, 5n)], account)).toEqual([])
  })

  it('are allowances by their last word, and only the account’s own', () => {
    expect(readChanges([approval(account, 9n), approval(account, 4n), approval(other, 1n)], account)).toMatchObject([
      { kind: 'allows', asset: usdv, amount: 4n, taker: somebody },
    ])
    expect(readChanges([approval(account, 9n), approval(account, 0n)], account)).toMatchObject([
      { kind: 'revokes', asset: usdv, left: 0n, taker: somebody },
    ])
  })

  it('name the giving away of everything, and its end', () => {
    const collection = { kind: 'collection', address: token }
    expect(readChanges([forAll(1n)], account)).toMatchObject([
      { kind: 'allows', asset: collection, amount: 'all', taker: somebody },
    ])
    expect(readChanges([forAll(1n), forAll(0n)], account)).toMatchObject([{ kind: 'revokes', asset: collection }])
  })

  it('keep the giving away of everything beside the allowance of one item, which one at most has', () => {
    const nobody = `0x${'00'.repeat(20)}` as const
    const said = (...logs: Parameters<typeof readChanges>[0]) =>
      readChanges(logs, account).map(effect => [effect.kind, 'taker' in effect ? effect.taker : null])
    expect(said(forAll(1n), ofItem(somebody, 7n))).toEqual([
      ['allows', somebody],
      ['allows', somebody],
    ])
    expect(said(ofItem(somebody, 7n), ofItem(somebody, 8n), ofItem(other, 7n))).toEqual([
      ['allows', other],
      ['allows', somebody],
    ])
    expect(said(ofItem(somebody, 7n), ofItem(nobody, 7n))).toEqual([['revokes', null]])
  })

  it('name an item, and read no log without the right shape', () => {
    expect(readChanges([item(account, somebody, 77n)], account)).toEqual([
      { ...simulated, kind: 'pays', asset: { kind: 'item', address: token, id: 77n }, amount: 1n, to: somebody },
    ])
    expect(readChanges([{ ...transfer(account, somebody, 1n), data: '0x' }], account)).toEqual([])
  })

  it('do not make up for one item with another of its collection', () => {
    const swapped = [item(account, somebody, 1n), item(account, somebody, 2n), item(somebody, account, 3n)]
    expect(readChanges(swapped, account).map(({ kind }) => kind)).toEqual(['pays', 'pays', 'receives'])
    expect(readChanges([item(account, somebody, 1n), item(somebody, account, 1n)], account)).toEqual([])
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
      readChanges(logs, account).map(effect => [
        effect.kind,
        'asset' in effect && effect.asset.kind === 'item' ? effect.asset.id : null,
        'amount' in effect ? effect.amount : null,
      ])
    expect(amountsOf([single])).toEqual([['pays', 7n, 3n]])
    expect(amountsOf([single, batch])).toEqual([
      ['pays', 7n, 5n],
      ['pays', 8n, 40n],
    ])
    expect(amountsOf([single, batch, back])).toEqual([['pays', 8n, 40n]])
    expect(amountsOf([items(somebody, other, 'uint256', [7n, 3n])])).toEqual([])
    for (const data of ['0x', word(7n), `${word(7n)}${word(3n).slice(2)}${word(1n).slice(2)}`] as const)
      expect(amountsOf([{ ...single, data }])).toEqual([])
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        expect(() => readChanges([{ ...batch, data: toHex(bytes) }], account)).not.toThrow()
      }),
    )
  })

  it('say who gets a power over a contract, or over the account in one', () => {
    const log = (signature: string, topics: Hex[], data: Hex = '0x') => ({
      address: token as Hex,
      topics: [keccak256(toHex(signature)), ...topics],
      data,
    })
    const owner = log('OwnershipTransferred(address,address)', [pad(account), pad(somebody)])
    const role = log('RoleGranted(bytes32,address,address)', [word(7n), pad(somebody), pad(account)])
    const votes = log('DelegateChanged(address,address,address)', [pad(account), pad(account), pad(somebody)])
    const borrower = log(
      'BorrowAllowanceDelegated(address,address,address,uint256)',
      [pad(account), pad(somebody), pad(other)],
      word(5n),
    )
    const operator = log(
      'SetAuthorization(address,address,address,bool)',
      [pad(account), pad(account), pad(somebody)],
      word(1n),
    )
    expect(readChanges([owner, role, votes, borrower, operator], account)).toMatchObject(
      ['owner', 'role', 'votes', 'borrower', 'operator'].map(power => ({
        kind: 'hands-over',
        power,
        to: somebody,
        of: token,
      })),
    )
    const received = log('OwnershipTransferred(address,address)', [pad(somebody), pad(account)])
    expect(readChanges([received], account)).toEqual([])
  })

  it('are not changed by an allowance of Permit2 that another contract only claims', () => {
    const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
    const approvalOf = (address: Hex, amount: bigint) => ({
      address,
      topics: [
        keccak256(toHex('Approval(address,address,address,uint160,uint48)')),
        pad(account),
        pad(token as Hex),
        pad(somebody),
      ],
      data: `${word(amount)}${word(99n).slice(2)}` as Hex,
    })
    expect(readChanges([approvalOf(permit2, 5n)], account)).toMatchObject([
      { kind: 'allows', asset: usdv, amount: 5n, taker: somebody, until: 99n },
    ])
    expect(readChanges([approvalOf(other, 5n)], account)).toEqual([])
    // What ends in Permit2 does not end in the token.
    expect(readChanges([approval(account, 9n), approvalOf(permit2, 0n)], account).map(({ kind }) => kind)).toEqual([
      'allows',
      'revokes',
    ])
  })

  it('count what WETH wraps and unwraps without a transfer', () => {
    const log = (signature: string) => ({
      address: token as Hex,
      topics: [keccak256(toHex(signature)), pad(account)],
      data: word(5n),
    })
    expect(readChanges([log('Deposit(address,uint256)')], account)).toMatchObject([{ kind: 'receives', amount: 5n }])
    expect(readChanges([log('Withdrawal(address,uint256)')], account)).toMatchObject([{ kind: 'pays', amount: 5n }])
  })
})

describe('reading a simulation', () => {
  const block = (call: Record<string, unknown>) => ({ ok: true as const, result: [{ calls: [call] }] })

  it('says what changes', () => {
    const item = block({ status: '0x1', returnData: '0x', gasUsed: '0x1', logs: [transfer(account, somebody, 5n)] })
    expect(readSimulated(item, account)).toEqual({
      status: 'succeeds',
      complete: true,
      effects: [{ ...simulated, kind: 'pays', asset: usdv, amount: 5n, to: somebody }],
    })
  })

  it('says why it reverts, from the data or the words', () => {
    const data = encodeErrorResult({ abi: errors, errorName: 'ERC20InsufficientBalance', args: [account, 1n, 2n] })
    expect(readSimulated(block({ status: '0x0', returnData: data, logs: [] }), account)).toEqual({
      status: 'reverts',
      reason: 'ERC20InsufficientBalance',
      code: 'balance-low',
    })
    const inError = block({ status: '0x0', returnData: '0x', error: { code: 3, message: 'execution reverted', data } })
    expect(readSimulated(inError, account)).toMatchObject({ code: 'balance-low' })
    const inWords = block({
      status: '0x0',
      returnData: '0x',
      error: { message: 'execution reverted: Pausable: paused' },
    })
    expect(readSimulated(inWords, account)).toMatchObject({ reason: 'Pausable: paused', code: 'paused' })
  })

  it('is none where the endpoint does not offer it or answers nonsense', () => {
    const missing = { ok: false as const, error: new RpcError('method-unavailable', 'rpc method is not whitelisted') }
    expect(readSimulated(missing, account)).toBeNull()
    fc.assert(
      fc.property(fc.jsonValue(), result => {
        const read = readSimulated({ ok: true, result }, account)
        expect(read === null || read.status === 'succeeds' || read.status === 'reverts').toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('falls back to a plain call, and says that it does not know everything', () => {
    expect(readPlainCall({ ok: true, result: '0x' }, false)).toEqual({
      status: 'succeeds',
      complete: false,
      effects: [],
    })
    expect(readPlainCall({ ok: true, result: '0x' }, true)).toEqual({ status: 'succeeds', complete: true, effects: [] })
    const reverted = new RpcError('reverted', 'execution reverted: balance', { data: '0x' })
    expect(readPlainCall({ ok: false, error: reverted }, false)).toEqual({
      status: 'reverts',
      reason: 'balance',
      code: 'balance-low',
    })
    const gone = new RpcError('timeout', 'no answer within 10 s')
    expect(readPlainCall({ ok: false, error: gone }, false)).toEqual({
      status: 'unavailable',
      reason: 'no answer within 10 s',
    })
  })

  it('tells missing money from a failing contract', () => {
    const error = new RpcError('insufficient-funds', 'insufficient funds for gas * price + value')
    expect(readSimulated({ ok: false, error }, account)).toMatchObject({
      status: 'reverts',
      code: 'funds-low',
    })
  })
})

describe('reading a trace', () => {
  const plain = { from: account, to: somebody, value: 0n, data: '0x12345678' } as const
  const overridden = { ...plain, to: account, delegate: other } as const
  const ran = (more: Record<string, unknown> = {}) => ({
    ok: true as const,
    result: { type: 'CALL', from: account, to: somebody, value: '0x0', ...more },
  })
  const inner = { calls: [{ type: 'CALL', from: account, to: somebody, value: '0x5' }] }
  const returned = (result = '0x') => ({ ok: true as const, result })
  const reverted = { ok: false as const, error: new RpcError('reverted', 'execution reverted') }
  const gone = { ok: false as const, error: new RpcError('timeout', 'no answer within 10 s') }
  const read = (...[item, transaction, called]: [ReturnType<typeof ran>, typeof plain | typeof overridden, unknown]) =>
    readTraced(item, transaction, true, called as typeof reverted)?.status ?? null

  it('is none where code that stands in was to make calls, and the trace has none', () => {
    for (const called of [returned(), reverted, gone]) expect(read(ran(), overridden, called)).toBeNull()
    expect(read(ran(inner), overridden, returned())).toBe('succeeds')
  })

  it('is none where the call with the same state ended otherwise', () => {
    expect(read(ran(inner), overridden, reverted)).toBeNull()
    expect(read(ran({ error: 'execution reverted' }), overridden, returned())).toBeNull()
    expect(read(ran({ ...inner, output: '0x01' }), overridden, returned('0x02'))).toBeNull()
    expect(read(ran({ error: 'execution reverted' }), overridden, reverted)).toBe('reverts')
  })

  it('is none where it shows that nothing ran, and the call returned or reverted', () => {
    expect(read(ran(), plain, returned(word(1n)))).toBeNull()
    expect(read(ran(), plain, reverted)).toBeNull()
    expect(read(ran(), plain, returned())).toBe('succeeds')
    expect(read(ran({ output: word(1n) }), plain, returned(word(1n)))).toBe('succeeds')
  })

  it('counts where the call was not answered', () => {
    for (const called of [gone, undefined]) expect(read(ran(inner), plain, called)).toBe('succeeds')
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
  const asset = { kind: 'token', address: token } as const
  const succeeds = (...effects: Effect[]): Simulation => ({ status: 'succeeds', complete: true, effects })
  const pays = (amount: bigint): Effect => ({ source: 'simulated', kind: 'pays', asset, amount, to: somebody })
  const receives = (amount: bigint): Effect => ({
    source: 'simulated',
    kind: 'receives',
    asset,
    amount,
    from: somebody,
  })
  const allows = (amount: bigint): Effect => ({
    ...{ source: 'simulated', kind: 'allows', asset, amount, taker: somebody },
    ...{ until: null, every: null, adds: false },
  })
  const stays = (before: Simulation, now: Simulation): boolean => {
    const shown = outcomeText(before)
    return refreshOutcome(shown, now) === shown
  }

  it('stays while it runs, and while what comes in only wavers', () => {
    expect(stays(succeeds(receives(1000n)), { status: 'running' })).toBe(true)
    expect(stays(succeeds(receives(1000n)), succeeds(receives(995n)))).toBe(true)
    expect(stays(succeeds(receives(1000n)), succeeds(receives(2000n)))).toBe(true)
  })

  it('is another one when less comes in, more goes out, or an allowance differs', () => {
    expect(stays(succeeds(receives(1000n)), succeeds(receives(980n)))).toBe(false)
    expect(stays(succeeds(pays(1000n)), succeeds(pays(1001n)))).toBe(false)
    expect(stays(succeeds(pays(1000n)), succeeds(pays(999n)))).toBe(true)
    expect(stays(succeeds(pays(1000n)), succeeds(receives(1000n)))).toBe(false)
    expect(stays(succeeds(allows(5n)), succeeds(allows(4n)))).toBe(false)
    expect(stays(succeeds(allows(5n), pays(3n)), succeeds(pays(3n), allows(5n)))).toBe(true)
  })

  it('is another one when it reverts, can no longer be simulated, or something new appears', () => {
    expect(stays(succeeds(receives(1n)), { status: 'reverts', reason: '' })).toBe(false)
    expect(stays(succeeds(receives(1n)), { status: 'unavailable', reason: '' })).toBe(false)
    expect(stays(succeeds(), succeeds(pays(1n)))).toBe(false)
    expect(stays(succeeds(receives(1n)), succeeds())).toBe(false)
  })
})
