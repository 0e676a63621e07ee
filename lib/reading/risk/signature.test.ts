import { createSiweMessage } from 'viem/siwe'
import { stringToHex } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { permit2Address } from '@/lib/reading/calls/published-contracts'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import { meaningOf } from '@/lib/reading/typed-data/typed-data-meaning'
import { typedDataTerms } from '@/lib/reading/typed-data/typed-data-terms'
import { isForbidden } from './forbidden'
import { messageRisks } from './message'
import { risk } from './risk'
import { typedDataRisks } from './typed-data'

const alice = '0xa11ce00000000000000000000000000000000001'
const shop = '0x5402000000000000000000000000000000000002'
const token = '0x7070000000000000000000000000000000000007'
const now = 1_800_000_000n
const day = 86_400n
const most = `${2n ** 256n - 1n}`

const field = (text: string) => {
  const [type = '', name = ''] = text.split(' ')
  return { type, name }
}
function typedData(
  types: Record<string, string[]>,
  message: Record<string, unknown>,
  domain: Record<string, unknown> = {},
) {
  return readTypedData({
    types: Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, fields.map(field)])),
    primaryType: Object.keys(types)[0],
    domain: { name: 'Test Dollar', version: '1', chainId: 84538453, verifyingContract: token, ...domain },
    message,
  })
}
const risks = (
  data: ReturnType<typeof typedData>,
  code: Record<string, boolean> = { [token]: true, [shop]: true },
  networkAheadSeconds = 0n,
  own: readonly string[] = [alice],
  symbol = 'TUSD',
  {
    balance = null,
    contacts = [],
    isTestNetwork = false,
  }: { balance?: bigint | null; contacts?: `0x${string}`[]; isTestNetwork?: boolean } = {},
) =>
  typedDataRisks({
    typedData: data,
    meaning: meaningOf(data),
    account: alice,
    now,
    networkAheadSeconds,
    hasCode: address => code[address] ?? null,
    isTestNetwork,
    isOwn: address => own.includes(address),
    balanceOf: () => balance,
    contacts,
    metadataOf: address => (address === token ? { symbol, name: '' } : null),
    money: {
      nativeSymbol: 'ETH',
      tokens: [{ address: shop, symbol: 'USDC', name: 'USD Coin', source: 'preset', hidden: false }],
    },
  }).map(found => `${found.level} ${found.code}`)

const symbolIs = (data: ReturnType<typeof typedData>, symbol: string) =>
  risks(data, undefined, undefined, undefined, symbol)

const permit = (message: Record<string, unknown> = {}, domain: Record<string, unknown> = {}) =>
  typedData(
    { Permit: ['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline'] },
    { owner: alice, spender: shop, value: '5', nonce: '0', deadline: `${now + 600n}`, ...message },
    domain,
  )
const authorization = (message: Record<string, unknown> = {}) =>
  typedData(
    {
      TransferWithAuthorization: [
        'address from',
        'address to',
        'uint256 value',
        'uint256 validAfter',
        'uint256 validBefore',
        'bytes32 nonce',
      ],
    },
    {
      from: alice,
      to: shop,
      value: '5',
      validAfter: '0',
      validBefore: `${now + 600n}`,
      nonce: `0x${'01'.repeat(32)}`,
      ...message,
    },
  )
const permit2 = (message: Record<string, unknown> = {}, domain: Record<string, unknown> = {}) =>
  typedData(
    {
      PermitBatch: ['PermitDetails[] details', 'address spender', 'uint256 sigDeadline'],
      PermitDetails: ['address token', 'uint160 amount', 'uint48 expiration', 'uint48 nonce'],
    },
    {
      details: [{ token, amount: '5', expiration: `${now + day}`, nonce: '0' }],
      spender: shop,
      sigDeadline: `${now + 600n}`,
      ...message,
    },
    { name: 'Permit2', version: null, verifyingContract: permit2Address, ...domain },
  )

/** 0 to 3, from no risk to a danger. */
const worstOf = (found: readonly string[]) =>
  Math.max(0, ...found.map(each => ['note', 'caution', 'danger'].indexOf(each.split(' ')[0] ?? '') + 1))

describe('a signature compared with what the account has, and with those it knows', () => {
  const having = (data: ReturnType<typeof typedData>, balance: bigint | null, contacts: `0x${string}`[] = []) =>
    risks(data, undefined, undefined, undefined, undefined, { balance, contacts })
  const huge = permit({ value: `${10n ** 30n}` })

  it('is far above it from more than ten times on, whoever takes it and for however short', () => {
    expect(having(huge, 25_000_000n)).toContain('danger permit-far-above')
    expect(having(huge, 0n)).toContain('caution permit-far-above')
    expect(having(permit({ value: '250' }), 25n)).not.toContain('danger permit-far-above')
    expect(having(permit({ value: '251' }), 25n)).toContain('danger permit-far-above')
    expect(having(huge, null).join()).not.toContain('far-above')
    // Without a limit has a sentence of its own, and the money of another is not compared with the account's.
    expect(having(permit({ value: most }), 25n).join()).not.toContain('far-above')
    expect(having(permit({ value: '251', owner: shop }), 25n).join()).not.toContain('far-above')
  })

  it('is never milder for a larger amount, an unlimited one included', () => {
    const amounts = ['0', '1', '25', '251', `${10n ** 30n}`, `${2n ** 255n}`, most]
    for (const balance of [null, 0n, 1n, 25n]) {
      const levels = amounts.map(value => worstOf(having(permit({ value }), balance)))
      expect(levels).toEqual([...levels].sort())
    }
    expect(having(permit({ value: most }), 25n)).toContain('danger permit-unlimited')
    expect(having(permit({ value: most }), 0n)).toContain('caution permit-unlimited')
    expect(having(permit({ value: most, owner: shop }), 25n)).toContain('caution permit-unlimited')
  })

  it('is a payment like any other: burnt, sent to the token itself, or to one that looks like a friend', () => {
    const to = (address: string) => authorization({ to: address, value: '5000' })
    expect(having(to('0x000000000000000000000000000000000000dead'), 5_000n)).toContain('danger recipient-is-burn')
    expect(having(to(token), 5_000n)).toContain('danger recipient-is-token')
    const friend = '0x5402ffffffffffffffffffffffffffffffff0002'
    expect(having(to(shop), 5_000n, [friend])).toContain('danger recipient-look-alike')
    expect(having(permit(), 5_000n, [friend])).toContain('danger recipient-look-alike')
    expect(having(to(shop), 5_000n, [shop]).join()).not.toContain('recipient')
  })
})

describe('the risks of a permit', () => {
  it('are none for a small amount, a short time and a contract', () => {
    expect(risks(permit())).toEqual([])
  })

  it.each([
    ['over an unlimited amount', permit({ value: most }), ['caution permit-unlimited']],
    [
      'over an unlimited amount without end',
      permit({ value: most, deadline: most }),
      ['danger permit-unlimited', 'caution permit-never-ends'],
    ],
    ['without end', permit({ deadline: most }), ['caution permit-never-ends']],
    ['for half a year', permit({ deadline: `${now + 180n * day}` }), ['caution permit-long-lived']],
    ['that has expired', permit({ deadline: `${now - 1n}` }), ['note permit-expired']],
    ['over zero, which revokes, without end', permit({ value: '0', deadline: most }), []],
    ['of another owner', permit({ owner: shop }), ['caution permit-of-another']],
    ['without a chain', permit({}, { chainId: null }), ['danger domain-without-chain']],
    ['with invisible letters in the token’s name', permit({}, { name: 'US\u200bD' }), ['caution hidden-characters']],
  ])('of a permit %s', (_what, data, expected) => {
    expect(risks(data)).toEqual(expected)
  })

  it('name a spender without code, but not one whose code is unknown', () => {
    expect(risks(permit(), { [token]: true, [shop]: false })).toEqual(['danger permit-to-account'])
    expect(risks(permit(), {})).toEqual([])
  })

  it('name a verifying contract without code', () => {
    expect(risks(permit(), { [token]: false, [shop]: true })).toEqual(['danger contract-missing'])
  })

  it('name it in other words on a network for testing, where the person may sign all the same', () => {
    const without = { [token]: false, [shop]: true }
    const found = risks(permit(), without, undefined, undefined, undefined, { isTestNetwork: true })
    expect(found).toEqual(['danger contract-not-there-yet'])
    expect(isForbidden([risk('danger', 'contract-not-there-yet')])).toBe(false)
    expect(isForbidden([risk('danger', 'contract-missing')])).toBe(true)
  })

  it('name an account of the wallet as verifying contract', () => {
    const contracts = { [token]: true, [shop]: true }
    expect(risks(permit(), contracts, 0n, [alice, token])).toEqual(['danger contract-is-own-account'])
  })

  it('name a difference of the clocks above 30 seconds, for data with a time limit', () => {
    const contracts = { [token]: true, [shop]: true }
    expect(risks(permit(), contracts, 30n)).toEqual([])
    expect(risks(permit(), contracts, -30n)).toEqual([])
    expect(risks(permit(), contracts, 31n)).toEqual(['caution network-clock-ahead'])
    expect(risks(permit(), contracts, -31n)).toEqual(['caution network-clock-behind'])
    const timeless = typedData(
      { CancelAuthorization: ['address authorizer', 'bytes32 nonce'] },
      { authorizer: alice, nonce: `0x${'01'.repeat(32)}` },
    )
    expect(risks(timeless, contracts, 31n)).toEqual([])
  })

  it('do not matter without a token contract: such a permit is refused', () => {
    expect(typedDataTerms(permit({}, { verifyingContract: null })).lacksTokenContract).toBe(true)
    expect(typedDataTerms(permit()).lacksTokenContract).toBe(false)
  })
})

describe('the risks of a Permit2 permit', () => {
  const code = { [permit2Address]: true, [shop]: true }
  it('are none for the Permit2 contract and a limited amount and time', () => {
    expect(risks(permit2(), code)).toEqual([])
  })
  it('name another contract in the place of Permit2', () => {
    expect(risks(permit2({}, { verifyingContract: shop }), code)).toEqual(['danger not-the-permit-contract'])
  })
  it('name several tokens in one permit', () => {
    const details = [token, shop].map(each => ({ token: each, amount: '1', expiration: `${now + day}`, nonce: '0' }))
    expect(risks(permit2({ details }), code)).toEqual(['caution permit-several-tokens'])
  })
  it('name a look-alike token in every kind of permit, unless the amount is zero', () => {
    const details = [{ token, amount: '1', expiration: `${now + day}`, nonce: '0' }]
    for (const data of [permit(), authorization(), permit2({ details })]) {
      expect(symbolIs(data, 'USDС')).toContain('danger token-look-alike')
      expect(symbolIs(data, 'TUSD')).not.toContain('danger token-look-alike')
    }
    expect(symbolIs(permit({ value: '0' }), 'USDС')).not.toContain('danger token-look-alike')
  })
  it('name the largest uint160 as unlimited', () => {
    const details = [{ token, amount: `${2n ** 160n - 1n}`, expiration: `${now + day}`, nonce: '0' }]
    expect(risks(permit2({ details }), code)).toEqual(['caution permit-unlimited'])
  })
  it('name an allowance without end, whatever the deadline of the signature', () => {
    const details = [{ token, amount: '1', expiration: `${2n ** 48n - 1n}`, nonce: '0' }]
    expect(risks(permit2({ details }), code)).toEqual(['caution permit-never-ends'])
  })
  it('use the deadline of the signature for an allowance that expires in its own block', () => {
    const details = [{ token, amount: '5', expiration: '0', nonce: '0' }]
    expect(risks(permit2({ details }), code)).toEqual([])
    expect(meaningOf(permit2({ details }))?.validUntil).toBe(now + 600n)
    expect(risks(permit2({ details, sigDeadline: most }), code)).toContain('caution permit-never-ends')
    expect(risks(permit2({ details, sigDeadline: `${now - 1n}` }), code)).toContain('note permit-expired')
  })
  it('are the same for a batch with an unknown witness as for one token', () => {
    const permitted = [token, shop].map(each => ({ token: each, amount: most }))
    const rest = {
      spender: '0x7417f00000000000000000000000000000000666',
      nonce: '0',
      deadline: most,
      order: { id: '1' },
    }
    const fields = ['address spender', 'uint256 nonce', 'uint256 deadline', 'Order order']
    const others = { TokenPermissions: ['address token', 'uint256 amount'], Order: ['uint256 id'] }
    const domain = { name: 'Permit2', version: null, verifyingContract: permit2Address }
    const batch = { PermitBatchWitnessTransferFrom: ['TokenPermissions[] permitted', ...fields], ...others }
    const single = { PermitWitnessTransferFrom: ['TokenPermissions permitted', ...fields], ...others }
    const known = { ...code, [rest.spender]: false }
    const warned = ['danger permit-to-account', 'danger permit-unlimited']
    expect(risks(typedData(single, { permitted: permitted[0], ...rest }, domain), known)).toEqual(
      expect.arrayContaining(warned),
    )
    expect(risks(typedData(batch, { permitted, ...rest }, domain), known)).toEqual(expect.arrayContaining(warned))
  })
})

describe('the risks of other typed data', () => {
  it('note that a transfer authorization is a payment', () => {
    expect(risks(authorization())).toEqual(['note signature-is-payment'])
  })

  it('name an authorization that starts later', () => {
    expect(risks(authorization({ validAfter: `${now + 2n * day}`, validBefore: `${now + 3n * day}` }))).toEqual([
      'caution permit-starts-later',
      'note signature-is-payment',
    ])
  })

  it('name a domain without a chain in an unknown kind', () => {
    expect(risks(typedData({ Login: ['string text'] }, { text: 'hi' }, { chainId: null }))).toEqual([
      'caution domain-without-chain',
    ])
  })

  it('name a delegation, without caveats and to anyone', () => {
    const of = (delegate: string, caveats: unknown[]) =>
      typedData(
        {
          Delegation: [
            'address delegate',
            'address delegator',
            'bytes32 authority',
            'Caveat[] caveats',
            'uint256 salt',
          ],
          Caveat: ['address enforcer', 'bytes terms'],
        },
        { delegate, delegator: alice, authority: `0x${'ff'.repeat(32)}`, caveats, salt: '0' },
      )
    expect(risks(of(shop, [{ enforcer: token, terms: '0x' }]))).toEqual(['danger delegation'])
    expect(risks(of('0x0000000000000000000000000000000000000a11', []))).toEqual([
      'danger delegation-unbounded',
      'danger delegation-to-anybody',
    ])
  })

  it('name a long withdrawal delay of a payment channel', () => {
    const channel = (withdrawDelay: bigint) =>
      typedData(
        {
          ChannelConfig: [
            'address payer',
            'address payerAuthorizer',
            'address receiver',
            'address receiverAuthorizer',
            'address token',
            'uint40 withdrawDelay',
            'bytes32 salt',
          ],
        },
        {
          payer: alice,
          payerAuthorizer: alice,
          receiver: shop,
          receiverAuthorizer: shop,
          token,
          withdrawDelay: withdrawDelay.toString(),
          salt: `0x${'00'.repeat(32)}`,
        },
      )
    expect(risks(channel(day))).toEqual([])
    expect(risks(channel(30n * day))).toEqual(['caution channel-delay'])
  })
})

describe('the risks of a message', () => {
  const origin = 'https://shop.example'
  const checksummed = '0xA0Cf798816D4b9b9866b5330EEa46a18382f251e'
  const recap = {
    uri: `urn:recap:${btoa('{"att":{"https://files.example":{"crud/read":[{}]}}}').replaceAll('=', '')}`,
    statement:
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'crud': 'read' for 'https://files.example'.",
  }
  const signIn = (changes: Partial<Parameters<typeof createSiweMessage>[0]> = {}) =>
    createSiweMessage({
      domain: 'shop.example',
      address: checksummed,
      uri: `${origin}/login`,
      version: '1',
      chainId: 84538453,
      nonce: 'foobarbaz1',
      issuedAt: new Date(Number(now) * 1000),
      ...changes,
    })
  const of = (text: string) =>
    messageRisks({
      message: stringToHex(text),
      origin,
      account: '0xa0cf798816d4b9b9866b5330eea46a18382f251e',
      chainId: 84538453,
      now: Number(now) * 1000,
    }).map(({ level, code }) => `${level} ${code}`)

  it.each([
    ['a sign-in to the site that asks', signIn(), []],
    ['a sign-in that names the default port', signIn({ domain: 'shop.example:443' }), []],
    ['a sign-in to another port of the site', signIn({ domain: 'shop.example:8443' }), ['danger sign-in-domain']],
    ['plain text', 'I agree.', []],
    [
      'a sign-in to another site',
      signIn({ domain: 'bank.example', uri: 'https://bank.example' }),
      ['danger sign-in-domain', 'caution sign-in-uri'],
    ],
    [
      'a sign-in with another account',
      signIn({ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }),
      ['danger sign-in-account'],
    ],
    ['a sign-in on another chain', signIn({ chainId: 1 }), ['caution sign-in-chain']],
    ['an expired sign-in', signIn({ expirationTime: new Date(Number(now - 60n) * 1000) }), ['caution sign-in-expired']],
    [
      'a sign-in that is not valid yet',
      signIn({ notBefore: new Date(Number(now + 60n) * 1000) }),
      ['caution sign-in-early'],
    ],
    [
      'a sign-in made out for later',
      signIn({ issuedAt: new Date(Number(now + 600n) * 1000) }),
      ['caution sign-in-issued-later'],
    ],
    ['a sign-in by a clock that is ahead', signIn({ issuedAt: new Date(Number(now + 200n) * 1000) }), []],
    [
      'a sign-in for ten years',
      signIn({ expirationTime: new Date(Number(now + 3_653n * day) * 1000) }),
      ['caution sign-in-long'],
    ],
    ['a sign-in for a year', signIn({ expirationTime: new Date(Number(now + 365n * day) * 1000) }), []],
    [
      'a sign-in with permissions that it states',
      signIn({ statement: recap.statement, resources: [recap.uri] }),
      ['caution sign-in-recap'],
    ],
    [
      'a sign-in with permissions that it does not state',
      signIn({ statement: 'Sign in.', resources: [recap.uri] }),
      ['danger sign-in-recap-unclear'],
    ],
    [
      'a sign-in with its account in lower case',
      signIn().replace(checksummed, checksummed.toLowerCase()),
      ['caution sign-in-malformed'],
    ],
    [
      'a sign-in to another site with its account in lower case',
      signIn({ domain: 'bank.example' }).replace(checksummed, checksummed.toLowerCase()),
      ['danger sign-in-domain', 'caution sign-in-malformed'],
    ],
    [
      'a sign-in to another site, on another chain, expired, in words that the grammar has not',
      signIn({
        ...{ domain: 'bank.example', chainId: 1, statement: '20% off. Grüße!' },
        expirationTime: new Date(Number(now - 60n) * 1000),
      }),
      ['danger sign-in-domain', 'caution sign-in-malformed', 'caution sign-in-chain', 'caution sign-in-expired'],
    ],
    ['a sign-in in words that the grammar has not', signIn({ statement: 'Grüße' }), ['caution sign-in-malformed']],
    ['a sign-in with lines as Windows ends them', signIn().replaceAll('\n', '\r\n'), ['caution sign-in-malformed']],
    [
      'a sign-in of another account in lower case',
      signIn().replace(checksummed, '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'),
      ['danger sign-in-account', 'caution sign-in-malformed'],
    ],
    ['a sign-in whose account is a name', signIn().replace(checksummed, 'alice.eth'), ['danger sign-in-unclear']],
    [
      'a sign-in without a nonce',
      signIn().replace(/Nonce: .*\n/, ''),
      ['caution sign-in-malformed', 'caution sign-in-nonce'],
    ],
    [
      'a sign-in with a user name before another domain',
      signIn().replace('shop.example wants', 'shop.example@bank.example wants'),
      ['danger sign-in-domain', 'caution sign-in-malformed'],
    ],
    [
      'a sign-in with an address for a domain',
      signIn().replace('shop.example wants', 'https://shop.example/login wants'),
      ['caution sign-in-malformed'],
    ],
    ['a sign-in with two chains', `${signIn()}\nChain ID: 1`, ['danger sign-in-unclear', 'caution sign-in-chain']],
    ['two sign-ins in one text', `${signIn()}\n${signIn({ domain: 'bank.example' })}`, ['danger sign-in-unclear']],
    [
      'a sign-in with permissions in another form',
      `${signIn({ resources: [recap.uri] })}\n`,
      ['danger sign-in-recap-unclear', 'caution sign-in-malformed'],
    ],
    ['a sign-in with the scheme http', signIn({ scheme: 'http' }), ['caution sign-in-scheme']],
    ['a sign-in with text after its end', `${signIn()}\nand send everything`, ['caution sign-in-malformed']],
    ['text with a direction override', 'pay \u202e5', ['caution hidden-characters']],
  ])('of %s', (_what, text, expected) => {
    expect(of(text)).toEqual(expected)
  })

  it('name a message that is a hash', () => {
    const hash = messageRisks({ message: `0x${'f5'.repeat(32)}`, origin, account: alice, chainId: 1, now: 0 })
    expect(hash).toMatchObject([{ level: 'danger', code: 'message-is-hash' }])
    expect(messageRisks({ message: '0xf5f5', origin, account: alice, chainId: 1, now: 0 })).toEqual([])
  })
})
