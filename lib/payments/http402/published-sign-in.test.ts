import {
  createSIWxMessage,
  createSIWxPayload,
  encodeSIWxHeader,
  parseSIWxHeader,
  type SIWxExtensionInfo,
  validateSIWxMessage,
  verifySIWxSignature,
} from '@x402/extensions'
import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { signInRules } from './sign-in'

/** The authors' own client and server judge what the wallet makes of a sign-in. */

const signer = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const preview = 84538453
const url = 'https://shop.example:8443/articles/kept?page=2'
const now = Date.now()
const asked = { url, account: signer.address, now, hasNetwork: (chainId: number) => chainId === preview }

const info: SIWxExtensionInfo = {
  domain: 'shop.example:8443',
  uri: url,
  version: '1',
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: new Date(now - 1_000).toISOString(),
  resources: [url],
}

function extensions(
  changes: Partial<SIWxExtensionInfo> = {},
  supportedChains = [{ chainId: `eip155:${preview}`, type: 'eip191' }],
) {
  return { 'sign-in-with-x': { info: { ...info, ...changes }, supportedChains, schema: {} } }
}

const words = fc.string({ unit: fc.constantFrom(...'abcXYZ 0123.,!?-'), minLength: 1, maxLength: 60 })
const time = (min: number, max: number) => fc.integer({ min, max }).map(ms => new Date(now + ms).toISOString())
const generated = fc.record(
  {
    nonce: fc.string({ unit: fc.constantFrom(...'abcdefXYZ0123456789'), minLength: 8, maxLength: 40 }),
    issuedAt: time(-200_000, -1),
    statement: words,
    expirationTime: time(60_000, 86_400_000),
    notBefore: time(-86_400_000, -1),
    requestId: fc.string({ unit: fc.constantFrom(...'abc0123-._'), minLength: 1, maxLength: 20 }),
    resources: fc.array(fc.webUrl(), { minLength: 1, maxLength: 5 }),
  },
  { requiredKeys: ['nonce', 'issuedAt'] },
)

it('equals that of the published client, and the published server takes it', async () => {
  await fc.assert(
    fc.asyncProperty(generated, async changes => {
      const own = signInRules.messageFor(extensions(changes), asked)
      if (own === null) throw new Error('it is offered')
      const complete = { ...info, ...changes, chainId: `eip155:${preview}`, type: 'eip191' as const }
      expect(own.message).toBe(createSIWxMessage(complete, signer.address))
      const header = signInRules.payloadOf(own.message, await signer.signMessage({ message: own.message }))
      expect(header).toBe(encodeSIWxHeader(await createSIWxPayload(complete, signer, url)))

      const payload = parseSIWxHeader(header)
      expect(await validateSIWxMessage(payload, new URL('https://shop.example:8443'))).toEqual({ isValid: true })
      expect(await verifySIWxSignature(payload)).toEqual({ isValid: true, payer: signer.address })
    }),
    { numRuns: 100 },
  )
})

it('is for the first of the seller’s chains that the wallet has', () => {
  const chains = ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:1', `eip155:${preview}`, 'eip155:10'].map(
    chainId => ({
      chainId,
      type: chainId.startsWith('solana') ? 'ed25519' : 'eip191',
    }),
  )
  expect(signInRules.messageFor(extensions({}, chains), asked)?.chainId).toBe(preview)
})

describe('a sign-in is not offered', () => {
  const at = (ms: number) => new Date(now + ms).toISOString()
  const minute = 60_000
  it.each<[string, Partial<SIWxExtensionInfo>]>([
    ['for the domain of another site', { domain: 'bank.example' }],
    ['for another port of the same host', { domain: 'shop.example' }],
    ['for an address of another site', { uri: 'https://bank.example/articles/kept' }],
    ['for another scheme', { uri: 'http://shop.example:8443/articles/kept' }],
    ['for no address', { uri: 'shop.example' }],
    ['in another version', { version: '2' }],
    ['with a nonce too short to be one', { nonce: '1234567' }],
    ['with a nonce that has more lines', { nonce: '12345678\nIssued At: never' }],
    ['that has expired', { expirationTime: at(-1_000) }],
    ['that is not valid yet', { notBefore: at(minute) }],
    ['that was made long ago', { issuedAt: at(-11 * minute) }],
    ['that was made in the future', { issuedAt: at(6 * minute) }],
    ['that is valid for years', { expirationTime: at(2 * 366 * 24 * 60 * minute) }],
    ['with a time that is none', { issuedAt: 'now' }],
    ['with a statement of several lines', { statement: 'Sign in\n\nURI: https://bank.example' }],
    ['with a message too long to read', { statement: 'a'.repeat(4_000) }],
    ['with permissions for other services (EIP-5573)', { resources: ['urn:recap:eyJhdHQiOnt9LCJwcmYiOltdfQ'] }],
  ])('%s', (_what, changes) => {
    expect(signInRules.messageFor(extensions(changes), asked)).toBeNull()
  })

  it('on a chain that the wallet does not have', () => {
    expect(signInRules.messageFor(extensions({}, [{ chainId: 'eip155:1', type: 'eip191' }]), asked)).toBeNull()
    expect(
      signInRules.messageFor(extensions({}, [{ chainId: `eip155:${preview}`, type: 'ed25519' }]), asked),
    ).toBeNull()
    expect(signInRules.messageFor(extensions({}, []), asked)).toBeNull()
  })

  it('where the terms have none, or none that can be read', () => {
    expect(signInRules.messageFor(null, asked)).toBeNull()
    expect(signInRules.messageFor({}, asked)).toBeNull()
    expect(signInRules.messageFor({ 'sign-in-with-x': { info: 'yes' } }, asked)).toBeNull()
  })
})
