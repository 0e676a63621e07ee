import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fromBase64 } from './base64'
import { account, dollar, entry, merchant, planOf } from './fixtures.fixture'
import { carriesIdentifier, headerOf } from './payload'
import { permitForPermit2, transferAuthorization, witnessTransfer } from './payment-typed-data'

const id = '0f3c9f3e-6b0e-4a1c-9c53-3a7f0f1c2d3e'
const declared = { 'payment-identifier': { info: { required: true }, schema: { type: 'object' } } }
const sponsoring = { eip2612GasSponsoring: { info: { description: 'd', version: '1' }, schema: {} } }
const row = (extensions: Record<string, unknown> | null, version: 1 | 2 = 2) => ({
  id,
  version,
  terms: JSON.stringify({ x402Version: 2, accepts: [entry()], ...(extensions === null ? {} : { extensions }) }),
})
const authorization = { from: account, to: merchant, value: 10_000n, validBefore: 1n, nonce: toHex(1n, { size: 32 }) }
const token = { chainId: 1, token: dollar, name: 'Test Dollar', version: '1' }
const plan = planOf({ typedData: [JSON.stringify(transferAuthorization(token, authorization))] })
const signature = `0x${'5c'.repeat(65)}`
const sent = (...given: Parameters<typeof headerOf>) =>
  z.looseObject({ extensions: z.optional(z.unknown()) }).parse(JSON.parse(fromBase64(headerOf(...given)) ?? ''))

describe('a payment for a server that knows payments by an id', () => {
  it('carries one of its own, the same every time, beside what the server declared', () => {
    const expected = {
      'payment-identifier': { info: { required: true, id }, schema: { type: 'object' } },
    }
    expect(sent(row(declared), plan, account, [signature]).extensions).toEqual(expected)
    expect(headerOf(row(declared), plan, account, [signature])).toBe(
      headerOf(row(declared), plan, account, [signature]),
    )
    expect(id).toMatch(/^[A-Za-z0-9_-]{16,128}$/)
  })

  it('carries it with whatever else is added', () => {
    const deadline = 1n
    const nonce = 4n
    const transfer = witnessTransfer({ ...token, amount: 5n, to: merchant, facilitator: null, nonce, deadline })
    const permit = permitForPermit2(token, { owner: account, value: 5n, nonce, deadline })
    const typedData = [transfer, permit].map(one => JSON.stringify(one))
    const sponsored = planOf({ way: 'permit2', typedData })
    const both = sent(row({ ...declared, ...sponsoring }), sponsored, account, [signature, signature])
    expect(both.extensions).toMatchObject({
      'payment-identifier': { info: { required: true, id }, schema: { type: 'object' } },
      eip2612GasSponsoring: {
        info: { description: 'd', version: '1', amount: '5', nonce: '4', signature },
        schema: {},
      },
    })
  })

  it('carries none where nobody declared it', () => {
    expect(sent(row(sponsoring), plan, account, [signature]).extensions).toEqual(sponsoring)
    expect(sent(row(null), plan, account, [signature])).not.toHaveProperty('extensions')
    expect([declared, sponsoring, null].map(extensions => carriesIdentifier(row(extensions)))).toEqual([
      true,
      false,
      false,
    ])
    expect(carriesIdentifier(row(declared, 1))).toBe(false)
  })
})
