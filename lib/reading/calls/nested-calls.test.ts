import fc from 'fast-check'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { type Act, effectsOf } from '@/lib/base/effects'
import { readAbiValues } from './abi-values'
import { batchFunctions } from './batch-calls'
import { type ContractLookup, listedToken, noContract } from './contracts'
import type { StructuredFunction } from './inner-call'
import { marketFunctions } from './market-calls'
import { actsInside, readCall } from './nested-calls'
import { permit2Functions } from './permit2-calls'
import { multicall3Address, multiSends, permit2Address } from './published-contracts'
import { routerFunctions } from './router-calls'

const account = '0x00000000000000000000000000000000000000aa'
const thief = '0x00000000000000000000000000000000000000bb'
const dollars = '0xdddddddddddddddddddddddddddddddddddddddd'
const safe = '0x00000000000000000000000000000000000000ee'
const art = '0x00000000000000000000000000000000000000cc'
const [multiSend = '0x'] = multiSends

const contractOf: ContractLookup = address => {
  const token = listedToken({ symbol: 'USDV', decimals: 6 })
  if (address === dollars) return token
  if (address === art) return { ...token, standards: ['erc721'], symbol: 'ART', decimals: null }
  if (address === thief) return noContract
  return { ...token, standards: [], symbol: '', decimals: null }
}
const abi = parseAbi([
  'function multicall(bytes[] data)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function multiSend(bytes transactions)',
  'function execute(bytes32 mode, bytes executionData)',
  'function run(address target, bytes data, uint256 until)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)',
])
const forAll = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [thief, true] })
const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [thief, 5n] })
const take = encodeFunctionData({ abi, functionName: 'transferFrom', args: [account, thief, 5n] })
const multicall = (...datas: Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [datas] })
const exec = (to: Address, data: Hex, operation = 0, value = 0n) =>
  encodeFunctionData({
    abi,
    functionName: 'execTransaction',
    args: [to, value, data, operation, 0n, 0n, 0n, safe, safe, '0x1234'],
  })
const packed = (...calls: [operation: number, to: Address, value: bigint, data: Hex][]): Hex =>
  `0x${calls
    .map(([operation, to, value, data]) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [operation, to, value, BigInt(data.length / 2 - 1), data],
      ).slice(2),
    )
    .join('')}`

const read = (to: Address, data: Hex, value = 0n): Act => readCall({ to, value, data }, { account, contractOf })
const reasons = (act: Act) => effectsOf(act).flatMap(effect => (effect.kind === 'unknown' ? [effect.reason] : []))

describe('calls inside a call', () => {
  it('are those of the same account in a multicall of the contract', () => {
    const act = read(art, multicall(forAll, multicall(take)))
    expect(act).toMatchObject({ function: { name: 'multicall' }, effects: [] })
    expect(act.inner).toMatchObject([
      {
        ...{ target: art, function: { name: 'setApprovalForAll' } },
        effects: [{ kind: 'allows', asset: { kind: 'collection', address: art }, taker: thief }],
      },
      { function: { name: 'multicall' }, inner: [{ effects: [{ kind: 'pays', asset: { id: 5n }, to: thief }] }] },
    ])
    expect(act.inner[0]).not.toHaveProperty('caller')
  })

  it('are those of Multicall3 through Multicall3: an allowance is its own, what is taken is the account’s', () => {
    const calls = [
      { target: dollars, allowFailure: false, callData: take } as const,
      { target: art, allowFailure: true, callData: forAll } as const,
    ]
    const act = read(multicall3Address, encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] }))
    expect(act.effects).toEqual([])
    expect(act.inner).toMatchObject([
      { caller: multicall3Address, effects: [{ kind: 'pays', asset: { kind: 'token' }, amount: 5n, to: thief }] },
      { caller: multicall3Address, effects: [{ kind: 'allows', owner: multicall3Address, taker: thief }] },
    ])
    // Another contract with the same function may do anything besides.
    expect(reasons(read(safe, encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })))).toEqual([
      'unknown-call',
    ])
    const paid = [{ target: thief, allowFailure: false, value: 7n, callData: '0x' } as const]
    const paying = encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [paid] })
    expect(read(multicall3Address, paying, 7n)).toMatchObject({
      effects: [{ kind: 'pays', asset: { kind: 'native' }, amount: 7n, to: multicall3Address }],
      inner: [{ effects: [{ kind: 'moves', asset: { kind: 'native' }, from: multicall3Address, to: thief }] }],
    })
  })

  it('are those of the Safe, and of MultiSend run in its place', () => {
    expect(read(safe, exec(dollars, transfer)).inner).toMatchObject([
      { caller: safe, effects: [{ kind: 'moves', from: safe, to: thief, amount: 5n }] },
    ])
    const batch = packed([0, dollars, 0n, transfer], [0, thief, 9n, '0x'])
    const both = read(safe, exec(multiSend, encodeFunctionData({ abi, functionName: 'multiSend', args: [batch] }), 1))
    expect(reasons(both)).toEqual(['unknown-call'])
    expect(both.inner).toMatchObject([
      {
        ...{ isForeignCode: true, function: { name: 'multiSend' }, effects: [] },
        inner: [
          { caller: safe, target: dollars, effects: [{ kind: 'moves', from: safe }] },
          { caller: safe, target: thief, effects: [{ kind: 'moves', asset: { kind: 'native' }, amount: 9n }] },
        ],
      },
    ])
  })

  it('runs foreign code with delegatecall, whatever its function is called', () => {
    const act = read(safe, exec(thief, transfer, 1))
    expect(act.inner).toMatchObject([{ isForeignCode: true, effects: [{ reason: 'foreign-code', target: thief }] }])
    const inBatch = packed([1, thief, 0n, transfer])
    const batch = exec(multiSend, encodeFunctionData({ abi, functionName: 'multiSend', args: [inBatch] }), 1)
    expect(reasons(read(safe, batch))).toContain('foreign-code')
    // A contract that only calls itself MultiSend.
    const fake = exec(art, encodeFunctionData({ abi, functionName: 'multiSend', args: [batch] }), 1)
    expect(reasons(read(safe, fake))).toContain('foreign-code')
  })

  it('are read by the mode of ERC-7579 and ERC-7821', () => {
    const run = (mode: string, data: Hex) =>
      read(account, encodeFunctionData({ abi, functionName: 'execute', args: [`0x${mode.padEnd(64, '0')}`, data] }))
    const single = encodePacked(['address', 'uint256', 'bytes'], [dollars, 0n, transfer])
    const list = parseAbiParameters('(address,uint256,bytes)[]')
    const batch = encodeAbiParameters(list, [[[dollars, 0n, transfer]]])
    const withSignature = encodeAbiParameters(parseAbiParameters('(address,uint256,bytes)[], bytes'), [
      [[`0x${'00'.repeat(20)}`, 0n, forAll]],
      '0x1234',
    ])
    const pays = [{ effects: [{ kind: 'pays', amount: 5n, to: thief }] }]
    expect(run('00', single).inner).toMatchObject(pays)
    expect(run('01', batch).inner).toMatchObject(pays)
    expect(run('01000000000078210001', withSignature).inner).toMatchObject([{ target: account }])
    const batches = encodeAbiParameters(parseAbiParameters('bytes[]'), [[batch, batch]])
    expect(run('01000000000078210002', batches).inner).toMatchObject([...pays, ...pays])
    const foreign = encodePacked(['address', 'bytes'], [thief, transfer])
    expect(run('ff', foreign).inner).toMatchObject([{ isForeignCode: true, effects: [{ reason: 'foreign-code' }] }])
  })

  it('gives the allowance of a permit of Permit2, and of no other contract', () => {
    const permit = encodeFunctionData({
      abi,
      functionName: 'permit',
      args: [
        account,
        {
          details: { token: dollars, amount: (1n << 160n) - 1n, expiration: 1_800_000_000, nonce: 0 },
          spender: thief,
          sigDeadline: 0n,
        },
        '0x12',
      ],
    })
    expect(read(permit2Address, permit).effects).toMatchObject([
      {
        ...{ kind: 'allows', amount: 'all', taker: thief, until: 1_800_000_000n },
        asset: { kind: 'token', address: dollars },
      },
    ])
    expect(reasons(read(safe, permit))).toEqual(['unknown-call'])
  })

  it('are offered where the data of an unknown function reads exactly as one', () => {
    const hidden = encodeFunctionData({ abi, functionName: 'run', args: [dollars, transfer, 9n] })
    const act = read(safe, hidden)
    expect(act).toMatchObject({ function: { name: null }, inner: [] })
    expect(act.contains).toMatchObject([{ target: dollars, function: { name: 'transfer' } }])
    // Whether it is made is not known.
    expect(effectsOf(act).map(({ kind }) => kind)).toEqual(['unknown'])
    expect(
      read(safe, encodeFunctionData({ abi, functionName: 'run', args: [dollars, '0x1234', 9n] })),
    ).not.toHaveProperty('contains')
  })

  it('tells the effects of a smart account as its own, for whoever signs for it', () => {
    const act = readCall({ from: safe, to: dollars, value: 0n, data: transfer }, { account: safe, contractOf })
    expect(act.effects).toMatchObject([{ kind: 'pays', to: thief }])
  })
})

describe('calls that are made to overwhelm', () => {
  /** Milliseconds: a decision is to be on screen within 350. */
  const budget = 300
  const timed = (act: () => Act): [Act, number] => {
    const start = process.cpuUsage()
    const made = act()
    const { user, system } = process.cpuUsage(start)
    return [made, (user + system) / 1_000]
  }

  it('are too much when nested a hundred deep', () => {
    let data = forAll
    for (let depth = 0; depth < 100; depth += 1) data = multicall(data)
    const [act, ms] = timed(() => read(art, data))
    expect(reasons(act)).toEqual(['too-much'])
    expect(ms).toBeLessThan(budget)
  })

  it('are too much when ten thousand stand side by side', () => {
    const data = multicall(...Array.from({ length: 10_000 }, () => forAll))
    const [act, ms] = timed(() => read(art, data))
    expect(reasons(act)).toEqual(['too-much'])
    expect(act.function?.name).toBe('multicall')
    expect(ms).toBeLessThan(budget)
    // A tree of them as well.
    let tree = forAll
    for (let level = 0; level < 3; level += 1) tree = multicall(...Array.from({ length: 12 }, () => tree))
    const [bush, time] = timed(() => read(art, tree))
    expect(reasons(bush)).toContain('too-much')
    expect(actsInside(bush).length).toBeLessThanOrEqual(100)
    expect(time).toBeLessThan(budget)
  })

  it('cost little in data that means nothing', () => {
    const word = `${'0'.repeat(63)}4`
    const [act, ms] = timed(() => read(safe, `0x12345678${word.repeat(30_000)}`))
    expect(reasons(act)).toEqual(['unknown-call'])
    expect(ms).toBeLessThan(budget)
  })

  it('are unreadable when they are cut short or share their bytes', () => {
    const data = multicall(forAll, transfer)
    for (let end = 10; end < data.length; end += 2)
      expect(reasons(read(art, `0x${data.slice(2, end)}`)), `${end}`).toEqual(['unreadable-call'])
    const word = (number: number) => number.toString(16).padStart(64, '0')
    const aliased: Hex = `${data.slice(0, 10) as Hex}${word(32)}${word(2)}${word(64)}${word(64)}${word(0)}`
    expect(reasons(read(art, aliased))).toEqual(['unreadable-call'])
  })

  it('never throw', () => {
    const bytes = fc.uint8Array({ maxLength: 600 }).map(list => Buffer.from(list).toString('hex'))
    const selector = fc.constantFrom(...Object.keys(all))
    fc.assert(
      fc.property(selector, bytes, fc.constantFrom(safe, account, permit2Address, multiSend), (begin, rest, to) => {
        expect(read(to, `${begin as Hex}${rest}`).target).toBe(to)
      }),
      { numRuns: 500 },
    )
  })
})

const all: Readonly<Record<string, StructuredFunction>> = {
  ...batchFunctions,
  ...permit2Functions,
  ...routerFunctions,
  ...marketFunctions,
}

/** Values of every type, as another encoder takes them. */
function valuesOf(type: string): fc.Arbitrary<unknown> {
  if (type.endsWith('[]')) return fc.array(valuesOf(type.slice(0, -2)), { maxLength: 3 })
  if (type.startsWith('(')) return fc.tuple(...partsOf(type.slice(1, -1)).map(valuesOf))
  if (type === 'address') return fc.constantFrom(account, thief, dollars, safe)
  if (type === 'bool') return fc.boolean()
  if (type === 'bytes32') return fc.constantFrom(...['00', '01', 'ff'].map(mode => `0x${mode.padEnd(64, '0')}`))
  if (type === 'bytes') return fc.constantFrom<Hex>('0x', '0x04', forAll, transfer, packed([0, thief, 1n, '0x']))
  const bits = Number(/\d+/.exec(type)?.[0])
  const number = fc.oneof(fc.bigInt({ min: 0n, max: 6n }), fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }))
  return bits <= 48 ? number.map(Number) : number
}

function partsOf(types: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const sign of types) {
    if (sign === ',' && depth === 0) {
      parts.push(part)
      part = ''
      continue
    }
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    part += sign
  }
  return [...parts, part]
}

describe('each function that holds others', () => {
  for (const [selector, { name, types }] of Object.entries(all))
    it(`${name}(${types}) has this selector and is read as another encoder writes it`, () => {
      expect(toFunctionSelector(`${name}(${types})`)).toBe(selector)
      const parameters = parseAbiParameters(types.replaceAll(/\)(\[\])*/g, '$&'))
      fc.assert(
        fc.property(fc.tuple(...partsOf(types).map(valuesOf)), given => {
          const data = encodeAbiParameters(parameters, given as never)
          const reading = readAbiValues(types, data)
          expect(reading).toMatchObject({ rest: 0 })
          for (const to of [safe, permit2Address, multicall3Address, multiSend] as const) {
            const act = read(to, `${selector as Hex}${data.slice(2)}`)
            expect(act.function).toMatchObject({ selector })
            expect(reasons(act)).not.toContain('unreadable')
          }
        }),
        { numRuns: 20 },
      )
    })
})
