import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { entry, merchant } from './fixtures.fixture'
import { carriesIdentifier, headerOf } from './payload'
import type { PaymentPlan } from './plan'
import { fromBase64 } from './terms'

const id = '0f3c9f3e-6b0e-4a1c-9c53-3a7f0f1c2d3e'
const declared = { 'payment-identifier': { info: { required: true }, schema: { type: 'object' } } }
const sponsoring = { eip2612GasSponsoring: { info: { description: 'd', version: '1' }, schema: {} } }
const row = (extensions: Record<string, unknown> | null, version: 1 | 2 = 2) => ({
  id,
  version,
  terms: JSON.stringify({ x402Version: 2, accepts: [entry()], ...(extensions === null ? {} : { extensions }) }),
})
const plan: PaymentPlan = {
  accepted: 0,
  way: 'eip3009',
  chainId: 1,
  token: merchant,
  payee: merchant,
  amount: '10000',
  validBefore: '1',
  nonce: '0x1',
  typedData: [],
  payload: '{"a":1}',
  extensions: null,
  channel: null,
  limit: null,
}
const sent = (...given: Parameters<typeof headerOf>) =>
  z.looseObject({ extensions: z.optional(z.unknown()) }).parse(JSON.parse(fromBase64(headerOf(...given)) ?? ''))

describe('a payment for a server that knows payments by an id', () => {
  it('carries one of its own, the same every time, beside what the server declared', () => {
    const expected = {
      'payment-identifier': { info: { required: true, id }, schema: { type: 'object' } },
    }
    expect(sent(row(declared), plan, []).extensions).toEqual(expected)
    expect(headerOf(row(declared), plan, [])).toBe(headerOf(row(declared), plan, []))
    expect(id).toMatch(/^[A-Za-z0-9_-]{16,128}$/)
  })

  it('carries it with whatever else is added', () => {
    const added = { eip2612GasSponsoring: { info: { amount: '5' } } }
    const both = sent(row({ ...declared, ...sponsoring }), { ...plan, extensions: JSON.stringify(added) }, [])
    expect(both.extensions).toEqual({
      'payment-identifier': { info: { required: true, id }, schema: { type: 'object' } },
      eip2612GasSponsoring: { info: { description: 'd', version: '1', amount: '5' }, schema: {} },
    })
  })

  it('carries none where nobody declared it', () => {
    expect(sent(row(sponsoring), plan, []).extensions).toEqual(sponsoring)
    expect(sent(row(null), plan, [])).not.toHaveProperty('extensions')
    expect([declared, sponsoring, null].map(extensions => carriesIdentifier(row(extensions)))).toEqual([
      true,
      false,
      false,
    ])
    expect(carriesIdentifier(row(declared, 1))).toBe(false)
  })
})
