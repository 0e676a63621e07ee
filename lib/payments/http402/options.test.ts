import fc from 'fast-check'
import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { KnownMoney } from '@/lib/reading/tokens/known-money'
import { channelFor } from './channel'
import {
  account,
  circumstances,
  dollar,
  entry,
  facilitator,
  factsOf,
  merchant,
  placed,
  previewNetwork,
  termsOf,
} from './fixtures.fixture'
import { rateOptions } from './options'

const rate = (accepts: unknown[], changes: Parameters<typeof circumstances>[0] = {}) =>
  rateOptions(placed(termsOf(...accepts).options), circumstances(changes))
const chain = (facts: ReturnType<typeof factsOf>) => ({ chains: new Map([[previewNetwork, facts]]) })
const permit2 = { assetTransferMethod: 'permit2' }

describe('an option', () => {
  it('can be paid when everything about it is right', () => {
    expect(rate([entry()])[0]).toMatchObject({ obstacle: null, way: 'eip3009', stake: 10_000n, risks: [] })
  })

  it.each([
    ['the token', {}],
    ['Permit2', permit2],
  ])('for nothing is paid like any other through %s: a seller may ask for less than one unit', (_, extra) => {
    const free = entry({ amount: '0' }, extra)
    expect(rate([free], chain(factsOf({ balance: 0n })))[0]).toMatchObject({ obstacle: null, stake: 0n })
  })

  it('is asked about where the account signed the same payment by another way', () => {
    const risks = rate([entry()], { signedApart: () => 7 })[0]?.risks
    expect(risks).toEqual([{ level: 'caution', code: 'payment-signed-apart', values: { time: '7' } }])
  })

  it.each([
    ['scheme', entry({ scheme: 'barter' }), {}],
    ['scheme', entry({}, { assetTransferMethod: 'erc7710' }), {}],
    ['network', entry({ network: 'eip155:1' }), {}],
    ['network', entry({ network: 'cloudflare:402' }), {}],
    ['unreachable', entry(), { chains: new Map([[previewNetwork, null]]) }],
    ['token', entry(), { metadataOf: () => null }],
    ['amount', entry({ amount: '0', scheme: 'upto' }, { facilitatorAddress: facilitator }), {}],
    ['payee', entry({ payTo: `0x${'0'.repeat(40)}` }), {}],
    ['payee', entry({ payTo: dollar }), {}],
    ['payee', entry({ payTo: account }), {}],
    ['validity-short', entry({ maxTimeoutSeconds: 2 }), {}],
    ['validity-long', entry({ maxTimeoutSeconds: 3_155_760_000 }), {}],
    ['domain', entry({}, { name: 'USD Coin' }), {}],
    ['domain', entry({}, { version: '2' }), {}],
    ['domain', entry({ extra: {} }), {}],
    ['domain', entry(), chain(factsOf({ separator: null }))],
    ['balance', entry(), chain(factsOf({ balance: 9_999n }))],
    ['allowance', entry({}, permit2), { extensions: null }],
    ['facilitator', entry({ scheme: 'upto' }), {}],
    ['facilitator', entry({ scheme: 'batch-settlement' }), {}],
  ])('is refused for its %s', (obstacle, given, changes) => {
    expect(rate([given], changes)[0]?.obstacle).toBe(obstacle)
  })

  it.each(['exact', 'upto'])(
    'through Permit2 needs no domain of the token where Permit2 may take it already (%s)',
    scheme => {
      const given = entry({ scheme }, { ...permit2, facilitatorAddress: facilitator, name: undefined })
      const plain = { separator: null, permitNonce: null }
      expect(rate([given], chain(factsOf({ ...plain, allowance: 10_000n })))[0]?.obstacle).toBeNull()
      expect(rate([given], chain(factsOf({ ...plain, allowance: 9_999n })))[0]?.obstacle).toBe('allowance')
    },
  )

  it.each([
    ['another version', { version: '2' }],
    ['no name', { name: undefined }],
  ])(
    'through Permit2 can be paid after Permit2 is allowed, where a permit cannot be signed: the terms name %s',
    (_, named) => {
      // Sponsored, and the token has permits.
      for (const scheme of ['exact', 'upto'])
        expect(rate([entry({ scheme }, { ...permit2, facilitatorAddress: facilitator, ...named })])[0]).toMatchObject({
          obstacle: 'allowance',
          permit: null,
        })
    },
  )

  it('above a limit can be paid, with a warning', () => {
    const [above] = rate([entry()], {
      capsOn: () => [{ scope: 'day' as const, origin: null, most: 9_999n, spent: 0n }],
    })
    expect(above?.obstacle).toBeNull()
    expect(above?.risks.map(({ level, code }) => `${level} ${code}`)).toEqual(['caution payment-above-cap'])
  })

  it('whose terms only another origin’s page told has a warning', () => {
    const [told] = rate([entry()], { toldBy: 'https://page.example' })
    expect(told?.risks).toEqual([
      { level: 'caution', code: 'payment-terms-from-page', values: { page: 'https://page.example' } },
    ])
  })

  it('of a token under the name of one that is known is a danger', () => {
    const known = { address: merchant, symbol: 't.usd', name: 'Other', source: 'person', hidden: false } as const
    const among = (tokens: KnownMoney['tokens'], symbol = 'TUSD') =>
      rate([entry()], {
        moneyOf: () => ({ nativeSymbol: 'ETH', tokens }),
        metadataOf: () => ({ symbol, name: 'Test Dollar', decimals: 6 }),
      })[0]?.risks.map(({ level, code }) => `${level} ${code}`)
    expect(among([known])).toEqual(['danger token-look-alike'])
    // With a Cyrillic letter.
    expect(among([known], 'TUЅD')).toEqual(['danger token-look-alike'])
    expect(among([], 'ЕTH')).toEqual(['danger token-like-native'])
    expect(among([{ ...known, symbol: 'OTHER' }])).toEqual(['caution payment-token-unlisted'])
    expect(among([{ ...known, source: 'found' }])).toEqual(['caution payment-token-unlisted'])
  })

  it('with another payee than before is a danger, and with the same one is not', () => {
    const codes = (payees: (typeof merchant)[]) =>
      rate([entry()], { knownPayees: () => payees })[0]?.risks.map(({ code }) => code)
    expect(codes([facilitator])).toEqual(['payment-payee-changed'])
    expect(codes([facilitator, merchant])).toEqual([])
  })

  it('has a note where the server names its own host by another scheme or port, as behind a proxy', () => {
    expect(rate([entry()], { sells: 'same-host' })[0]?.risks).toEqual([
      { level: 'note', code: 'payment-other-address', values: {} },
    ])
  })

  it('warns where the account runs code, which sellers ask instead of checking the signature', () => {
    const withCode = (hasCode: boolean | null) =>
      rate([entry()], { chains: new Map([[previewNetwork, { ...factsOf(), hasCode }]]) })[0]?.risks
    expect(withCode(true)).toEqual([{ level: 'caution', code: 'payment-account-code', values: {} }])
    expect(withCode(false)).toEqual([])
    expect(withCode(null)).toEqual([])
  })

  it('warns of money that moves first, of long validity, of clocks, and of an address that is not the site’s', () => {
    const [rated] = rate([entry({ maxTimeoutSeconds: 7_200 }, { paymentFlow: 'upfront' })], {
      sells: 'other-host',
      now: circumstances().now - 3_600,
    })
    expect(rated?.risks.map(({ code }) => code)).toEqual([
      'payment-other-resource',
      'payment-before',
      'payment-valid-long',
      'payment-clock',
    ])
  })

  it('says for how long the network takes it where this device’s clock is hours ahead', () => {
    const risksAt = (hours: number) => rate([entry()], { now: circumstances().now + hours * 3_600 })[0]?.risks
    expect(risksAt(3)).toEqual([
      { level: 'caution', code: 'payment-valid-long', values: { hours: '4' } },
      { level: 'caution', code: 'payment-clock', values: { seconds: '10800' } },
    ])
    expect(risksAt(-3)).toEqual([{ level: 'caution', code: 'payment-clock', values: { seconds: '10800' } }])
  })

  it('through a channel puts its deposit at stake, and warns of a large one', () => {
    const extra = { receiverAuthorizer: facilitator, minDeposit: '10000000' }
    const [rated] = rate([entry({ scheme: 'batch-settlement' }, extra)], {
      channelFor: option => channelFor(option, account, [], { salts: [toHex(1n, { size: 32 })], busy: new Set() }),
    })
    expect(rated).toMatchObject({ obstacle: null, stake: 10_000_000n, deposit: 10_000_000n })
    expect(rated?.risks).toMatchObject([{ code: 'payment-deposit-large', level: 'danger', values: { times: '1000' } }])
  })
})

describe('options', () => {
  it('are ranked: what can be paid, then what needs less trust, then the cheaper', () => {
    const ranked = rate([
      entry({ scheme: 'barter' }),
      entry({}, permit2),
      entry({ amount: '20000' }),
      entry({ scheme: 'upto', amount: '5' }, { ...permit2, facilitatorAddress: facilitator }),
      entry(),
    ])
    expect(ranked.map(({ option }) => option.index)).toEqual([4, 2, 1, 3, 0])
  })

  it('keep what can be paid before what cannot, in any order given', () => {
    const some = fc.array(
      fc.constantFrom(entry(), entry({}, permit2), entry({ scheme: 'barter' }), entry({ amount: '0' })),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(some, accepts => {
        const payable = rate(accepts).map(({ obstacle }) => obstacle === null)
        expect(payable).toEqual(payable.toSorted((left, right) => Number(right) - Number(left)))
      }),
    )
  })
})
