import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Asset, Effect } from '@/lib/base/effects'
import { readAct } from '@/lib/reading/calls/acts'
import { type Contract, listedToken, noContract } from '@/lib/reading/calls/contracts'
import { readCall } from '@/lib/reading/calls/nested-calls'
import type { Simulation } from '@/lib/reading/simulation/simulation'
import { unknownHoldings } from './effect-facts'
import { findRisks, type RiskFacts } from './transaction'

const account = '0x00000000000000000000000000000000000000aa'
const somebody = '0x00000000000000000000000000000000000000bb'
const token = '0x00000000000000000000000000000000000000dd'
const vault = '0x00000000000000000000000000000000000000ee'
const dead = '0x000000000000000000000000000000000000dead'
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function transferOwnership(address to)',
  'function delegate(address to)',
])
const data = {
  transfer: (to: Hex, amount = 5n) => encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
  take: (to: Hex) => encodeFunctionData({ abi, functionName: 'transferFrom', args: [account, to, 5n] }),
  approve: (amount: bigint, to: Hex = somebody) =>
    encodeFunctionData({ abi, functionName: 'approve', args: [to, amount] }),
  operator: (approved: boolean) =>
    encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [somebody, approved] }),
  item: (to: Hex) => encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [account, to, 7n] }),
  own: encodeFunctionData({ abi, functionName: 'transferOwnership', args: [somebody] }),
  votes: encodeFunctionData({ abi, functionName: 'delegate', args: [somebody] }),
}
const dollars = listedToken({ symbol: 'USDV', decimals: 6 })
const fake: Contract = { ...dollars, symbol: 'USDС', name: 'Claim here' }
const art: Contract = { ...dollars, standards: ['erc721'], symbol: 'ART', decimals: null }
const plain: Contract = { ...dollars, standards: [], symbol: '', decimals: null }
const ether = 10n ** 18n
const money: RiskFacts['money'] = {
  nativeSymbol: 'ETH',
  tokens: [{ address: vault, symbol: 'USDC', name: 'USD Coin', source: 'preset', hidden: false }],
}

const cost = (change: Partial<RiskFacts['cost']>): RiskFacts['cost'] => ({
  ...{ fee: ether / 500n, value: 9n * ether, balance: null },
  ...change,
})

interface Case extends Partial<RiskFacts> {
  to?: Hex | null
  value?: bigint
  calldata?: Hex
  /** By address; what is not named has no code. */
  contracts?: Record<string, Contract | null>
  allowance?: RiskFacts['transactions'][number]['allowance']
}
const done = (...effects: Effect[]): Simulation => ({ status: 'succeeds', complete: true, effects })

function risksOf({ to = somebody, value = 5n, calldata = '0x', contracts = {}, allowance, ...change }: Case) {
  const contractOf = (address: string) => {
    const known = contracts[address.toLowerCase()]
    return known === undefined ? noContract : known
  }
  const transaction = { to, data: calldata, ...(allowance === undefined ? {} : { allowance }) }
  return findRisks({
    account,
    transactions: [transaction],
    acts: [readAct({ to, value, data: calldata }, { account, contractOf })],
    purpose: 'send',
    nonce: undefined,
    expectedNonce: 4,
    takenNonce: null,
    freeNonce: null,
    simulation: done(),
    remaining: 1n,
    feeDanger: null,
    feeIsUsual: false,
    cost: null,
    gasIsLow: false,
    contacts: [somebody, token],
    contractOf,
    holdings: unknownHoldings,
    money: { nativeSymbol: 'ETH', tokens: [] },
    ...change,
  })
}
const codes = (change: Case): string[] => risksOf(change).map(({ code }) => code)
const calling = (calldata: Hex, contract: Contract | null = dollars, change: Case = {}): Case => ({
  to: token,
  value: 0n,
  calldata,
  ...change,
  contracts: { [token]: contract, ...change.contracts },
})
const proposed = { asked: data.approve(50n), proposed: { amount: '0x5', from: 'balance' } } as const

describe('a high fee', () => {
  const valuesFor = (change: Case) =>
    risksOf(change).flatMap(({ code, values }) => (code.startsWith('fee-') ? [values] : []))

  it('is said in the chain’s own money', () => {
    const values = { fee: `${ether}`, symbol: 'ETH' }
    expect(valuesFor({ cost: cost({ fee: ether }) })).toEqual([values])
    expect(valuesFor({ feeDanger: 'unproven', cost: cost({ fee: ether }) })).toEqual([values])
    expect(valuesFor({ feeDanger: 'far-above-usual', cost: cost({ fee: ether }) })).toEqual([values])
  })

  it.each([
    [2n, '2'],
    [3n, '3'],
    [38n, '30'],
    [4_567n, '4000'],
  ])('is said as a multiple of the amount, in steps: %i times', (times, said) => {
    const fee = ether / 500n
    expect(valuesFor({ cost: cost({ fee, value: fee / times }) })).toEqual([{ times: said }])
    expect(valuesFor({ cost: cost({ fee: fee + fee / 1_000n, value: fee / times }) })).toEqual([{ times: said }])
  })
})

describe('an offer that is made on the chain', () => {
  it('lets anyone take the item, and is a danger, though nothing changes when it is tried out', () => {
    const seaport = parseAbi([
      'struct Item { uint8 itemType; address token; uint256 id; uint256 startAmount; uint256 endAmount; }',
      'struct Price { uint8 itemType; address token; uint256 id; uint256 startAmount; uint256 endAmount; address recipient; }',
      'struct Terms { address offerer; address zone; Item[] offer; Price[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 count; }',
      'struct Order { Terms parameters; bytes signature; }',
      'function validate(Order[] orders)',
    ])
    const none = `0x${'00'.repeat(32)}` as const
    const parameters = {
      offerer: account,
      zone: dead,
      offer: [{ itemType: 2, token, id: 7n, startAmount: 1n, endAmount: 1n }],
      consideration: [],
      orderType: 0,
      startTime: 0n,
      endTime: 2_000_000_000n,
      zoneHash: none,
      salt: 0n,
      conduitKey: none,
      count: 0n,
    } as const
    const calldata = encodeFunctionData({
      abi: seaport,
      functionName: 'validate',
      args: [[{ parameters, signature: '0x' }]],
    })
    const act = readCall({ to: vault, value: 0n, data: calldata }, { account, contractOf: () => null })
    expect(act.function?.name).toBe('validate')
    expect(risksOf({ to: vault, value: 0n, calldata, acts: [act] })).toContainEqual(
      expect.objectContaining({ level: 'danger', code: 'allowance-to-anyone' }),
    )
  })
})

describe('money that goes with a call', () => {
  const gone: Effect = { source: 'simulated', kind: 'pays', asset: { kind: 'native' }, amount: 5n, to: token }
  const paid = (calldata: Hex, change: Case = {}) =>
    risksOf(calling(calldata, plain, { value: 5n, contacts: [], simulation: done(gone), ...change }))
      .filter(({ code }) => code.startsWith('paid'))
      .map(({ level, code }) => `${level} ${code}`)

  // Drainers' own names: Claim, SecurityUpdate and Connect, of which the first two have a selector in no table.
  it.each<Hex>(['0x3158952e', '0x5fba79f5', '0xc0c0c0c0'])(
    'for nothing is a danger whatever it is called: %s',
    call => {
      expect(paid(call)).toEqual(['danger paid-for-nothing'])
    },
  )

  it('for nothing is a caution where the contract was used before', () => {
    expect(paid('0x3158952e', { contacts: [token] })).toEqual(['caution paid-for-nothing'])
  })

  it('is no risk where something comes for it, where that is not known, or where no money goes', () => {
    const comes: Effect = {
      source: 'simulated',
      kind: 'receives',
      asset: { kind: 'token', address: vault },
      amount: 5n,
      from: token,
    }
    expect(paid('0x3158952e', { simulation: done(gone, comes) })).toEqual([])
    expect(paid('0x3158952e', { simulation: { status: 'unavailable', reason: 'silent' } })).toEqual([])
    expect(paid('0x3158952e', { value: 0n, simulation: done() })).toEqual([])
    expect(paid('0x')).toEqual([])
  })
})

describe('the risks of a transaction', () => {
  it('are none when a known person gets what one has', () => {
    expect(codes({})).toEqual([])
  })

  it.each<[string, Case, string[]]>([
    ['money is missing', { remaining: -1n }, ['insufficient-funds']],
    ['the fee is far above the usual one', { feeDanger: 'far-above-usual', cost: cost({}) }, ['fee-above-ceiling']],
    ['the fee is high, and the usual one not known', { feeDanger: 'unproven', cost: cost({}) }, ['fee-unproven']],
    ['the fee is high in the chain’s money', { cost: cost({ fee: ether / 100n }) }, ['fee-high']],
    ['the fee is a little less', { cost: cost({ fee: ether / 100n - 1n }) }, []],
    [
      'the coin is cheap: such fees are usual, and the account has a lot of it',
      { feeIsUsual: true, cost: cost({ fee: ether, balance: 1_001n * ether }) },
      [],
    ],
    [
      'the account has less of it',
      { feeIsUsual: true, cost: cost({ fee: ether, balance: 1_000n * ether }) },
      ['fee-high'],
    ],
    ['the balance alone makes the coin cheap', { cost: cost({ fee: ether, balance: 1_001n * ether }) }, ['fee-high']],
    ['the fee is a fifth of the amount', { cost: cost({ value: ether / 100n }) }, ['fee-fifth-of-amount']],
    ['the fee is a sixth of the amount', { cost: cost({ value: ether / 83n }) }, []],
    ['the fee is half of the amount', { cost: cost({ value: ether / 250n }) }, ['fee-half-of-amount']],
    ['the fee is the amount', { cost: cost({ value: ether / 500n }) }, ['fee-above-amount']],
    ['the fee is twice the amount', { cost: cost({ value: ether / 1_000n }) }, ['fee-times-amount']],
    ['the fee is high, and the amount is not', { cost: cost({ fee: ether }) }, ['fee-high']],
    [
      'the fee is high and above the amount',
      { cost: cost({ fee: ether, value: ether }) },
      ['fee-high', 'fee-above-amount'],
    ],
    [
      'the fee is far above the usual one and the amount',
      { feeDanger: 'far-above-usual', cost: cost({ fee: ether, value: 1n }) },
      ['fee-above-ceiling', 'fee-times-amount'],
    ],
    ['the fee is above a tiny amount, and tiny', { cost: cost({ fee: ether / 100_000n, value: 1n }) }, []],
    ['the fee is high, and nothing is paid beside it', { cost: cost({ value: 0n }) }, []],
    ['it would fail', { simulation: { status: 'reverts', reason: 'no' } }, ['would-fail']],
    ['it would fail for want of money only', { simulation: { status: 'reverts', reason: '', code: 'funds-low' } }, []],
    ['it could not be tried out', { simulation: { status: 'unavailable', reason: '' } }, ['simulation-unavailable']],
    ['its gas will not do', { gasIsLow: true }, ['gas-low']],
    ['the call cannot be read', calling(data.transfer(somebody).slice(0, 60) as Hex), ['unreadable-call']],
    ['there is no contract to call', { calldata: '0x12345678', value: 0n }, ['call-without-contract']],
    ['a contract is created', { to: null, value: 0n, calldata: '0x60' }, ['creates-contract']],
    ['the nonce is fixed', { nonce: 4 }, ['nonce-fixed']],
    ['the nonce is used already', { nonce: 3, takenNonce: 3 }, ['nonce-used']],
    ['the nonce is of a transaction ahead', { nonce: 9, takenNonce: 9, freeNonce: 4 }, ['nonce-used']],
    ['the nonce was given back', { nonce: 3 }, ['nonce-fixed']],
    ['the nonce leaves a hole', { nonce: 9 }, ['nonce-ahead']],
    ['an earlier nonce is free', { freeNonce: 2 }, ['nonce-gap']],
    ['a chosen nonce is ahead of a free one', { nonce: 9, freeNonce: 4 }, ['nonce-ahead', 'nonce-gap']],
    ['a chosen nonce is the next one, behind a free one', { nonce: 4, freeNonce: 2 }, ['nonce-gap']],
    ['a replacement is behind a free one', { nonce: 3, freeNonce: 2, purpose: 'cancel' }, []],
    ['a replacement has the nonce it must have', { nonce: 3, purpose: 'cancel' }, []],
    ['it goes to a stranger', { contacts: [] }, ['first-time-counterparty']],
    [
      'it goes to a stranger who looks like a friend',
      { contacts: ['0x00009999999999999999999999999999999900bb'] },
      ['recipient-look-alike', 'first-time-counterparty'],
    ],
    ['it is burnt', { to: dead }, ['recipient-is-burn', 'first-time-counterparty']],
    ['tokens go to their own contract', calling(data.transfer(token)), ['recipient-is-token']],
    [
      'tokens go to the contract of another token',
      calling(data.transfer(vault), dollars, { contracts: { [vault]: dollars }, contacts: [vault] }),
      ['recipient-is-token'],
    ],
    ['items go to their own collection', calling(data.item(token), art), ['recipient-is-token']],
    ['an item goes to a stranger', calling(data.item(somebody), art, { contacts: [] }), ['first-time-counterparty']],
    ['an item goes to a friend', calling(data.item(somebody), art), []],
    ['an item is burnt', calling(data.item(dead), art), ['recipient-is-burn', 'first-time-counterparty']],
    ['the network’s currency goes to a token, which wraps it', { to: token, contracts: { [token]: dollars } }, []],
    ['an item may be taken', calling(data.approve(0n), art, { contracts: { [somebody]: plain } }), []],
    ['an account may take an item', calling(data.approve(0n), art), ['allowance-to-account']],
    [
      'something may be taken of a contract of which nothing is known',
      calling(data.approve(0n), null, { contracts: { [somebody]: plain } }),
      ['allowance-of-unknown'],
    ],
    [
      'such a token may be taken',
      calling(data.approve(5n), fake, { money, contracts: { [somebody]: plain } }),
      ['token-look-alike'],
    ],
    ['such a token may be taken no more', calling(data.approve(0n), fake, { money }), []],
    [
      'an account may take all there is',
      calling(data.approve(2n ** 256n - 1n)),
      ['allowance-unlimited', 'allowance-to-account'],
    ],
    [
      'far more than there is may be taken, as the site asked and the wallet did not propose',
      calling(data.approve(50n), dollars, { allowance: proposed, contracts: { [somebody]: plain } }),
      ['allowance-far-above'],
    ],
    [
      'what the wallet proposed may be taken',
      calling(data.approve(5n), dollars, { allowance: proposed, contracts: { [somebody]: plain } }),
      [],
    ],
    [
      'a contract known for long may take a little',
      calling(data.approve(5n), dollars, { contracts: { [somebody]: plain } }),
      [],
    ],
    [
      'everything is given away',
      calling(data.operator(true), art, { contracts: { [somebody]: plain } }),
      ['allowance-of-everything'],
    ],
    ['everything is taken back', calling(data.operator(false), art), []],
    ['a contract obeys another', calling(data.own, plain), ['hands-over-owner']],
    ['votes are given', calling(data.votes, dollars), ['hands-over-votes']],
  ])('name it when %s', (_when, change, expected) => {
    expect(codes(change)).toEqual(expected)
  })

  it('are told worst first', () => {
    const risks = risksOf({ remaining: -1n, gasIsLow: true, contacts: [] })
    expect(risks.map(({ level }) => level)).toEqual(['danger', 'caution', 'note'])
  })
})

describe('the risks of what was simulated', () => {
  const simulated = { source: 'simulated' } as const
  const pays = (asset: Asset, amount: bigint, to: Hex = vault): Effect => ({
    ...simulated,
    kind: 'pays',
    asset,
    amount,
    to,
  })
  const receives = (asset: Asset, amount: bigint): Effect => ({
    ...simulated,
    kind: 'receives',
    asset,
    amount,
    from: vault,
  })
  const allows = (asset: Asset, amount: bigint | 'all', taker: Hex = vault): Effect => ({
    ...{ ...simulated, kind: 'allows', asset, amount, taker },
    ...{ until: null, every: null, adds: false },
  })
  const usdv: Asset = { kind: 'token', address: token }
  const native: Asset = { kind: 'native' }
  const collection: Asset = { kind: 'collection', address: token }
  const item = (id: bigint): Asset => ({ kind: 'item', address: token, id })
  const held = (balance: bigint): RiskFacts['holdings'] => ({ ...unknownHoldings, balanceOf: () => balance })
  /** A call of a function in no table. */
  const hidden = (effects: Effect[], change: Case = {}): Case => ({
    ...{ to: vault, value: 0n, calldata: '0xac9650d8', contacts: [vault], simulation: done(...effects) },
    ...change,
    contracts: { [vault]: plain, [token]: dollars, ...change.contracts },
  })

  it.each<[string, Case, string[]]>([
    ['a collection may be taken', hidden([allows(collection, 'all')]), ['allowance-of-everything']],
    ['an account may take a token', hidden([allows(usdv, 5n, somebody)]), ['allowance-to-account']],
    ['all of a token may be taken', hidden([allows(usdv, 'all')]), ['allowance-unlimited']],
    [
      'what is left of an allowance of before may be taken',
      hidden([allows(usdv, 2n ** 129n, somebody)], { holdings: { ...unknownHoldings, allowanceOf: () => 'all' } }),
      [],
    ],
    [
      'it goes to an address like a known one',
      hidden([pays(usdv, 5n, '0x00009999999999999999999999999999999900ee')]),
      ['recipient-look-alike', 'first-time-counterparty'],
    ],
    ['it is burnt', hidden([pays(usdv, 5n, dead)]), ['recipient-is-burn', 'first-time-counterparty']],
    [
      'it is burnt for something',
      hidden([pays(usdv, 5n, `0x${'00'.repeat(20)}`), receives(native, 1n)], {
        contacts: [vault, `0x${'00'.repeat(20)}`],
      }),
      [],
    ],
    ['most of a token leaves', hidden([pays(usdv, 9n)], { holdings: held(10n) }), ['drains']],
    ['some of a token leaves', hidden([pays(usdv, 8n)], { holdings: held(10n) }), []],
    [
      'most of a token leaves for another',
      hidden([pays(usdv, 9n), receives(native, 1n)], { holdings: held(10n) }),
      ['drains-for-return'],
    ],
    [
      'most of two assets leaves, whatever comes',
      hidden([pays(usdv, 9n), pays(native, 10n), receives(item(1n), 1n)], { holdings: held(10n) }),
      ['drains'],
    ],
    [
      'all items of a collection leave',
      hidden(
        [item(1n), item(2n), item(3n), item(4n)].map(each => pays(each, 1n)),
        {
          holdings: held(4n),
          contracts: { [token]: art },
        },
      ),
      ['drains', 'given-for-nothing'],
    ],
    [
      'most of the currency leaves with a call',
      hidden([pays(native, 9n)], { value: 9n, holdings: held(10n) }),
      ['drains', 'paid-for-nothing'],
    ],
    [
      'a plain payment is most of what there is',
      { simulation: done(pays(native, 9n, somebody)), holdings: held(10n) },
      [],
    ],
    [
      'a transfer is all of a token',
      calling(data.transfer(somebody, 10n), dollars, {
        simulation: done(pays(usdv, 10n, somebody)),
        holdings: held(10n),
      }),
      [],
    ],
    [
      'a contract obeys another',
      hidden([{ ...simulated, kind: 'hands-over', power: 'owner', of: token, to: vault, until: null }]),
      ['hands-over-owner'],
    ],
    ['such a token comes', hidden([receives(usdv, 5n)], { money, contracts: { [token]: fake } }), ['token-look-alike']],
    [
      'a call was not tried out',
      hidden([], { simulation: { status: 'succeeds', complete: false, effects: [] } }),
      ['not-tried'],
    ],
    [
      'a creation was not tried out',
      { to: null, calldata: '0x60', simulation: { status: 'succeeds', complete: false, effects: [] } },
      ['created-with-money', 'creates-contract', 'not-tried'],
    ],
    [
      'a creation without money was not tried out',
      { to: null, value: 0n, calldata: '0x60', simulation: { status: 'succeeds', complete: false, effects: [] } },
      ['creates-contract', 'not-tried'],
    ],
    [
      'an item leaves for less than a breath',
      hidden([pays(item(1n), 1n), receives(native, 1n)], { contracts: { [token]: art } }),
      ['given-for-nothing'],
    ],
    [
      'an item leaves for a price',
      hidden([pays(item(1n), 1n), receives(native, 10n ** 15n)], { contracts: { [token]: art } }),
      [],
    ],
  ])('name it when %s', (_when, change, expected) => {
    expect(codes(change)).toEqual(expected)
  })
})
