import { decodePaymentRequiredHeader, encodePaymentRequiredHeader } from '@x402/core/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64, toBase64 } from './base64'
import { entry, termsOf, termsText } from './fixtures.fixture'
import { wantedBy } from './read-terms'
import { readTermsText } from './terms'

describe('the terms of a server', () => {
  it('are what the published codec puts into the header', () => {
    const required = JSON.parse(termsText(entry()))
    const json = fromBase64(encodePaymentRequiredHeader(required))
    expect(json).toBe(JSON.stringify(required))
    expect(decodePaymentRequiredHeader(toBase64(json ?? ''))).toEqual(required)
  })

  it('name amount, token, payee and chain, whatever case the addresses are in', () => {
    const [option] = termsOf(entry({ payTo: `0x${'B2'.repeat(20)}` })).options
    expect(option).toMatchObject({
      amount: 10_000n,
      payee: `0x${'b2'.repeat(20)}`,
      chainId: 84538453,
      method: 'eip3009',
    })
  })

  it.each(['0.01', '1e6', '-1', '', '0x10', '1 000'])('do not name an amount by «%s»', amount => {
    const read = readTermsText(termsText(entry({ amount }), entry()))
    expect(read?.unreadable).toHaveLength(1)
    expect(read?.terms.options.map(({ index }) => index)).toEqual([1])
  })

  it('are read where optional parts are out of form: the resource as a text, texts as numbers, a list for a record', () => {
    const whole = JSON.parse(termsText(entry()))
    const read = (change: object) => readTermsText(JSON.stringify({ ...whole, ...change }))
    const url = 'https://shop.example/a'
    expect(read({ resource: url })?.terms).toMatchObject({ resourceUrl: url, resource: url, options: [{ index: 0 }] })
    expect(read({ resource: { url, description: 7, serviceName: [] } })?.terms).toMatchObject({
      ...{ resourceUrl: url, description: null, serviceName: null, options: [{ index: 0 }] },
    })
    for (const change of [{ resource: 7 }, { resource: [] }, { extensions: 'none' }, { error: { code: 1 } }])
      expect(read(change)).toMatchObject({ terms: { options: [{ amount: 10_000n }] }, unreadable: [] })
    const loose = entry({ maxTimeoutSeconds: '60', extra: [], amount: 10_000 })
    expect(termsOf(loose).options).toMatchObject([{ maxTimeoutSeconds: 60, amount: 10_000n, domain: null, extra: {} }])
  })

  it('that cannot be read are said to be there', () => {
    const said = (json: string) => wantedBy({ status: 402, headers: new Headers(), body: json })
    for (const change of [{ x402Version: 3 }, { accepts: [] }, { accepts: null }, { x402Version: '2' }]) {
      const json = JSON.stringify({ ...JSON.parse(termsText(entry())), ...change })
      expect(said(json)).toMatchObject({
        kind: 'terms',
        json,
        read: { terms: { options: [] }, unreadable: [{ index: 0 }] },
      })
    }
    expect(said('{"accepts":[]}').kind).toBe('nothing')
  })

  it('of version 1 are read from the body, with the names it has for networks', () => {
    const { amount, ...rest } = entry({ network: 'base-sepolia' })
    const v1 = { ...rest, maxAmountRequired: amount, resource: 'https://shop.example/a', description: 'A' }
    const read = readTermsText(JSON.stringify({ x402Version: 1, error: 'X-PAYMENT header is required', accepts: [v1] }))
    expect(read?.terms).toMatchObject({ version: 1, description: 'A', resourceUrl: 'https://shop.example/a' })
    expect(read?.terms.options[0]).toMatchObject({ chainId: 84532, amount: 10_000n })
  })

  it('never throw, and what is read of them is whole, whatever a server sends', () => {
    const member = fc.oneof(fc.jsonValue(), fc.constant(entry()), fc.constant(entry({ amount: '1' })))
    const anything = fc.oneof(
      fc.string(),
      fc.jsonValue().map(value => JSON.stringify(value)),
      fc
        .record({
          x402Version: fc.oneof(fc.constant(2), fc.constant(1), fc.jsonValue()),
          accepts: fc.oneof(fc.array(member), fc.jsonValue()),
          resource: fc.jsonValue(),
          extensions: fc.jsonValue(),
        })
        .map(value => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(anything, text => {
        const read = readTermsText(text)
        for (const option of read?.terms.options ?? []) {
          expect(typeof option.amount).toBe('bigint')
          expect(option.token).toMatch(/^0x[0-9a-f]{40}$/)
          expect(option.maxTimeoutSeconds).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('in the header win over the body; another protocol is recognised; everything else is nothing', () => {
    const header = new Headers({ 'payment-required': toBase64(termsText(entry())) })
    const none = new Headers()
    expect(wantedBy({ status: 402, headers: header, body: '{}' }).kind).toBe('terms')
    expect(wantedBy({ status: 402, headers: none, body: termsText(entry()) }).kind).toBe('terms')
    const other = new Headers({
      'www-authenticate': 'Payment id="1", realm="x", method="card", intent="charge", request="e30"',
    })
    expect(wantedBy({ status: 402, headers: other, body: '' }).kind).toBe('other-protocol')
    expect(wantedBy({ status: 402, headers: none, body: '<h1>Pay</h1>' }).kind).toBe('nothing')
    expect(wantedBy({ status: 200, headers: header, body: '' }).kind).toBe('nothing')
  })
})
