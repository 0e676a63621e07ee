import fc from 'fast-check'
import type { Address, Hash } from 'viem'
import { getAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { type PaymentLink, readPaymentLink, writePaymentLink } from './payment-link'

const to = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const token = '0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7'
const memo = `0x6f726465722d3132${'00'.repeat(24)}`

const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(array => `0x${Buffer.from(array).toString('hex')}`)
const addresses = hexOf(20).map(text => getAddress(text as Address))
const links: fc.Arbitrary<PaymentLink> = fc
  .record({
    chainId: fc.option(fc.integer({ min: 1, max: 2 ** 40 })),
    to: addresses,
    token: fc.option(addresses),
    amount: fc.option(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })),
    memo: fc.option(hexOf(32).map(text => text as Hash)),
  })
  .map(link => (link.token === null ? { ...link, memo: null } : link))

test('every link is read as it was written', () => {
  fc.assert(
    fc.property(links, link => {
      expect(readPaymentLink(writePaymentLink(link))).toEqual({ ok: true, link })
    }),
  )
})

test('whatever is scanned, nothing is thrown', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map(text => `ethereum:${text}`),
      ),
      text => {
        expect(typeof readPaymentLink(text).ok).toBe('boolean')
      },
    ),
  )
})

test('what the payee says that it is for goes along, and can do nothing but be read', () => {
  const link = { chainId: 1, to: getAddress(to), token: null, amount: 5n, memo: null }
  const purpose = 'Lunch & cake on Friday: 12,50 €? = yes #1'
  expect(readPaymentLink(writePaymentLink({ ...link, purpose }))).toEqual({ ok: true, link: { ...link, purpose } })
  const asked = { ...link, token: getAddress(token), memo: memo as Hash, purpose }
  expect(readPaymentLink(writePaymentLink(asked))).toEqual({ ok: true, link: asked })
  expect(
    readPaymentLink(`ethereum:${to}@1?value=5&message=a%0A%E2%80%AEb%26value%3D9${'x'.repeat(200)}`),
  ).toMatchObject({
    link: { amount: 5n, purpose: `a b&value=9${'x'.repeat(88)}…` },
  })
})

describe('the examples of ERC-681', () => {
  test('a payment of 2.014 ether', () => {
    expect(readPaymentLink(`ethereum:${to}?value=2.014e18`)).toEqual({
      ok: true,
      link: { chainId: null, to, token: null, amount: 2_014_000_000_000_000_000n, memo: null },
    })
  })

  test('a token transfer', () => {
    const link = `ethereum:${token}/transfer?address=0x8e23ee67d1332ad560396262c48ffbb01f93d052&uint256=1`
    expect(readPaymentLink(link)).toEqual({
      ok: true,
      link: {
        chainId: null,
        to: getAddress('0x8e23ee67d1332ad560396262c48ffbb01f93d052'),
        token,
        amount: 1n,
        memo: null,
      },
    })
  })
})

test('a memo comes along where the function carries one', () => {
  const link = `ethereum:${token}@84538453/transferWithMemo?address=${to}&uint256=5000000&bytes32=${memo}`
  expect(readPaymentLink(link)).toEqual({
    ok: true,
    link: { chainId: 84538453, to, token, amount: 5_000_000n, memo },
  })
})

test('gas of the link is passed over: the wallet knows better', () => {
  expect(readPaymentLink(`ethereum:pay-${to}@1?gasPrice=1&gas=21000&value=5`)).toMatchObject({
    ok: true,
    link: { amount: 5n, chainId: 1 },
  })
})

test.each([
  ['a chain id in hex', `ethereum:${to}@0x2105?value=5`],
  ['slashes after the scheme', `ethereum://${to}@8453?value=5`],
  ['an escaped at sign', `ethereum:pay-${to}%408453?value=5`],
  ['everything escaped', encodeURIComponent(`ethereum:${to}@8453?value=5`)],
  ['names for other readers', `ethereum:${to}@8453?label=A%20shop&value=5&note=Thanks&utm_source=x`],
  ['the capitals of a QR code', `ETHEREUM:0X${to.slice(2).toUpperCase()}@8453?value=5`],
] as const)('a link with %s is read', (_name, text) => {
  expect(readPaymentLink(text)).toEqual({ ok: true, link: { chainId: 8453, to, token: null, amount: 5n, memo: null } })
})

test.each([
  ['.5e18', 500_000_000_000_000_000n],
  ['1e018', 10n ** 18n],
  ['+2.014e18', 2_014_000_000_000_000_000n],
  ['007', 7n],
])('the number %s is read', (number, amount) => {
  expect(readPaymentLink(`ethereum:${to}?value=${number}`)).toMatchObject({ ok: true, link: { amount } })
})

test.each([
  ['not-a-link', to],
  ['not-a-link', 'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['not-a-link', 'ethereum:'],
  ['not-a-link', `ethereum:${to}?value=1&value=2`],
  ['not-a-link', `ethereum:${to}?value`],
  ['not-a-link', `ethereum:${to}?value=${'1'.repeat(3_000)}`],
  ['named-recipient', 'ethereum:shop.eth?value=1'],
  ['named-recipient', `ethereum:${token}/transfer?address=shop.eth&uint256=1`],
  ['checksum', `ethereum:${to.replace('fB', 'Fb')}?value=1`],
  ['checksum', `ethereum:${token}/transfer?address=${to.replace('fB', 'Fb')}&uint256=1`],
  ['chain', `ethereum:${to}@0?value=1`],
  ['chain', `ethereum:${to}@base?value=1`],
  ['chain', `ethereum:${to}@?value=1`],
  ['amount', `ethereum:${to}?value=1.5`],
  ['amount', `ethereum:${to}?value=-1`],
  ['amount', `ethereum:${to}?value=0x10`],
  ['amount', `ethereum:${to}?value=e18`],
  ['amount', `ethereum:${to}?value=.`],
  ['chain', `ethereum:${to}@8453@1?value=1`],
  ['chain', `ethereum:${to}@0x0?value=1`],
  ['other-call', `ethereum:${to}?amount=1`],
  ['other-call', `ethereum:${to}?value=1&token=${token}`],
  ['other-call', `ethereum:${to}?value=1&req-network=base`],
  ['other-call', `ethereum:${token}/transfer?address=${to}&uint256=1&value=1`],
  ['amount', `ethereum:${to}?value=1e99`],
  ['amount', `ethereum:${to}?value=${2n ** 256n}`],
  ['other-call', `ethereum:${token}/approve?address=${to}&uint256=1`],
  ['other-call', `ethereum:${token}/transfer?uint256=1`],
  ['other-call', `ethereum:${token}/transfer?address=${to}&uint256=1&bytes=0x00`],
  ['other-call', `ethereum:${token}/transferWithMemo?address=${to}&uint256=1`],
  ['other-call', `ethereum:${token}/transferWithMemo?address=${to}&uint256=1&bytes32=0x12`],
  ['other-call', `ethereum:${to}?value=1&data=0xa9059cbb`],
] as const)('%s: %s', (fault, text) => {
  expect(readPaymentLink(text)).toEqual({ ok: false, fault })
})
