import { describe, expect, it } from 'vitest'
import type { BalanceChange, Description, Simulation } from '@/lib/approvals/types'
import { encodeCall } from '@/lib/values/abi'
import { findRisks, type RiskFacts } from './risks'

const somebody = '0x00000000000000000000000000000000000000bb'
const token = '0x00000000000000000000000000000000000000dd'
const approveSelector = '0x095ea7b3'
const succeeds = (...changes: BalanceChange[]): Simulation => ({ status: 'succeeds', changes, complete: true })
const sending: Description = { code: 'send-native', values: {}, counterparty: somebody }
const fine: RiskFacts = {
  transaction: { to: somebody, data: '0x' },
  purpose: 'send',
  expectedNonce: 4,
  description: sending,
  simulation: { status: 'succeeds', changes: [], complete: true },
  remaining: 1n,
  feeIsIncredible: false,
  gasIsLow: false,
  recipientHasCode: false,
  counterpartyIsContract: false,
  counterpartyIsToken: false,
  contacts: [somebody],
  tokenOf: () => null,
  money: { nativeSymbol: 'ETH', tokens: [] },
}
const dollars: Partial<RiskFacts> = {
  tokenOf: address => (address === token ? { symbol: 'USDС', name: 'Claim here', decimals: 6 } : null),
  money: {
    nativeSymbol: 'ETH',
    tokens: [{ address: somebody, symbol: 'USDC', name: 'USD Coin', source: 'preset', hidden: false }],
  },
}
const change = (amount: string): BalanceChange => ({
  asset: { kind: 'token', address: token, symbol: 'USDС', decimals: 6 },
  amount,
  kind: 'transfer',
  counterparty: somebody,
})
const speaking = (code: string): Partial<RiskFacts> => ({
  ...dollars,
  transaction: { to: token, data: encodeCall(approveSelector, [somebody, 5n]) },
  description: { code, values: { token }, counterparty: somebody },
  recipientHasCode: true,
  counterpartyIsContract: true,
})
const codes = (change: Partial<RiskFacts>): string[] => findRisks({ ...fine, ...change }).map(({ code }) => code)
const doing = (code: string, counterparty: `0x${string}` = somebody): Description => ({
  code,
  values: {},
  counterparty,
})

describe('what is wrong with a transaction', () => {
  it('is nothing when a known person gets what one has', () => {
    expect(codes({})).toEqual([])
  })

  it.each<[string, Partial<RiskFacts>, string[]]>([
    ['money is missing', { remaining: -1n }, ['insufficient-funds']],
    ['the fee is out of all proportion', { feeIsIncredible: true }, ['fee-above-ceiling']],
    ['it would fail', { simulation: { status: 'reverts', reason: 'no' } }, ['would-fail']],
    ['it would fail for want of money only', { simulation: { status: 'reverts', reason: '', code: 'funds-low' } }, []],
    ['nobody could try it out', { simulation: { status: 'unavailable', reason: '' } }, ['simulation-unavailable']],
    ['its gas will not do', { gasIsLow: true }, ['gas-low']],
    ['the call cannot be read', { description: doing('unreadable-call') }, ['unreadable-call']],
    ['there is nobody to call', { transaction: { to: somebody, data: '0x12' } }, ['call-without-contract']],
    ['the nonce is fixed', { transaction: { to: somebody, data: '0x', nonce: 4 } }, ['nonce-fixed']],
    ['the nonce is used already', { transaction: { to: somebody, data: '0x', nonce: 3 } }, ['nonce-used']],
    ['the nonce leaves a hole', { transaction: { to: somebody, data: '0x', nonce: 9 } }, ['nonce-ahead']],
    [
      'a replacement has the nonce it must have',
      { transaction: { to: somebody, data: '0x', nonce: 3 }, purpose: 'cancel' },
      [],
    ],
    ['it goes to a stranger', { contacts: [] }, ['first-time-counterparty']],
    [
      'it goes to a stranger who looks like a friend',
      { contacts: ['0x00009999999999999999999999999999999900bb'] },
      ['recipient-look-alike', 'first-time-counterparty'],
    ],
    [
      'it is burnt',
      { description: doing('send-native', '0x000000000000000000000000000000000000dEaD') },
      ['recipient-is-burn', 'first-time-counterparty'],
    ],
    [
      'tokens go to their own contract',
      { transaction: { to: token, data: '0x' }, description: doing('send-token', token), contacts: [token] },
      ['recipient-is-token'],
    ],
    [
      'tokens go to the contract of another token',
      { description: doing('send-token'), counterpartyIsContract: true, counterpartyIsToken: true },
      ['recipient-is-token'],
    ],
    ...['move-item', 'move-items'].flatMap((code): [string, Partial<RiskFacts>, string[]][] => {
      const transaction = { to: token, data: '0x' } as const
      const description = doing(code)
      const burning = doing(code, '0x000000000000000000000000000000000000dEaD')
      return [
        [`${code}: it goes to a stranger`, { transaction, description, contacts: [] }, ['first-time-counterparty']],
        [`${code}: it goes to a friend or an account of one’s own`, { transaction, description }, []],
        [
          `${code}: it is burnt`,
          { transaction, description: burning },
          ['recipient-is-burn', 'first-time-counterparty'],
        ],
        [
          `${code}: it goes to its own collection`,
          { transaction, description: doing(code, token), contacts: [token] },
          ['recipient-is-token'],
        ],
      ]
    }),
    [
      'a token comes that is drawn like another',
      { ...dollars, simulation: succeeds(change('5')) },
      ['token-look-alike'],
    ],
    ['such a token goes', { ...dollars, simulation: succeeds(change('-5')) }, ['token-look-alike']],
    ['such a token may be taken', speaking('allow-token'), ['token-look-alike']],
    ['nobody may take such a token any more', speaking('revoke-token'), []],
    ['such a token comes and goes again', { ...dollars, simulation: succeeds(change('0')) }, []],
    ['the network’s currency is wrapped', { counterpartyIsContract: true, counterpartyIsToken: true }, []],
    [
      'an account may take all there is',
      { description: doing('allow-unlimited') },
      ['allowance-unlimited', 'allowance-to-account'],
    ],
    [
      'far more than there is may be taken, as the site asked and the wallet did not propose',
      {
        transaction: {
          to: token,
          data: '0x01',
          allowance: { asked: '0x01', proposed: { amount: '0x5', from: 'balance' } },
        },
        description: doing('allow-token'),
        recipientHasCode: true,
        counterpartyIsContract: true,
      },
      ['allowance-far-above'],
    ],
    [
      'what the wallet proposed may be taken',
      {
        transaction: {
          to: token,
          data: '0x02',
          allowance: { asked: '0x01', proposed: { amount: '0x5', from: 'balance' } },
        },
        description: doing('allow-token'),
        recipientHasCode: true,
        counterpartyIsContract: true,
      },
      [],
    ],
    [
      'a contract known for long may take a little',
      { description: doing('allow-token'), counterpartyIsContract: true },
      [],
    ],
    [
      'everything is given away',
      { description: doing('allow-everything'), counterpartyIsContract: true },
      ['allowance-of-everything'],
    ],
  ])('is said when %s', (_when, change, expected) => {
    expect(codes(change)).toEqual(expected)
  })

  it('is told worst first', () => {
    const risks = findRisks({ ...fine, remaining: -1n, gasIsLow: true, contacts: [] })
    expect(risks.map(({ level }) => level)).toEqual(['danger', 'caution', 'note'])
  })
})
