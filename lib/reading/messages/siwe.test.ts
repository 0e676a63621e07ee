import { createSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { readClaims } from './sign-in-claims'
import { readSignIn } from './siwe'

const parts = {
  domain: 'shop.example',
  address: '0xA0Cf798816D4b9b9866b5330EEa46a18382f251e',
  uri: 'https://shop.example/login',
  version: '1',
  chainId: 84538453,
  nonce: 'foobarbaz1',
  issuedAt: new Date('2026-11-21T10:00:00.000Z'),
} as const

describe('Sign-In with Ethereum', () => {
  it('is read as it was written', () => {
    const text = createSiweMessage({
      ...parts,
      scheme: 'https',
      statement: 'Sign in to the shop.',
      expirationTime: new Date('2026-11-21T11:00:00.000Z'),
      notBefore: new Date('2026-11-21T09:00:00.000Z'),
      requestId: 'r-1',
      resources: ['https://shop.example/a', 'ipfs://x'],
    })
    expect(readSignIn(text)).toEqual({
      scheme: 'https',
      domain: 'shop.example',
      address: parts.address,
      statement: 'Sign in to the shop.',
      uri: 'https://shop.example/login',
      version: '1',
      chainId: 84538453n,
      nonce: 'foobarbaz1',
      issuedAt: '2026-11-21T10:00:00.000Z',
      expirationTime: '2026-11-21T11:00:00.000Z',
      notBefore: '2026-11-21T09:00:00.000Z',
      requestId: 'r-1',
      resources: ['https://shop.example/a', 'ipfs://x'],
      recap: null,
    })
  })

  it('is read without its optional parts, and with a port', () => {
    expect(readSignIn(createSiweMessage(parts))).toMatchObject({ statement: null, expirationTime: null, resources: [] })
    expect(readSignIn(createSiweMessage({ ...parts, domain: 'localhost:3000' }))?.domain).toBe('localhost:3000')
  })

  const good = createSiweMessage({ ...parts, statement: 'Sign in.' })
  it.each([
    ['something after the end', `${good}\nand more`],
    ['another order', good.replace(/(Version: 1)\n(Chain ID: \d+)/, '$2\n$1')],
    ['a second statement line', good.replace('Sign in.', 'Sign in.\nSend everything.')],
    ['a user before the domain', good.replace('shop.example wants', 'shop.example@evil.example wants')],
    ['a path after the domain', good.replace('shop.example wants', 'shop.example/x wants')],
    ['no nonce', good.replace(/Nonce: .*\n/, '')],
    ['a short nonce', good.replace(/Nonce: .*/, 'Nonce: abc')],
    ['another version', good.replace('Version: 1', 'Version: 2')],
    ['a chain in words', good.replace(/Chain ID: .*/, 'Chain ID: base')],
    ['a day that is none', good.replace(/Issued At: .*/, 'Issued At: 2026-02-30T00:00:00Z')],
    ['a time that is none', good.replace(/Issued At: .*/, 'Issued At: yesterday')],
    ['an address with a digit missing', good.replace(parts.address, parts.address.slice(0, -1))],
    ['text before it', `Hello\n${good}`],
  ])('is not one with %s, but still looks like it', (_what, text) => {
    expect(readSignIn(text)).toBeNull()
    expect(readClaims(text)).not.toBeNull()
  })

  it('is not seen in other text', () => {
    expect(readClaims('I agree to the terms.')).toBeNull()
    expect(readSignIn('I agree to the terms.')).toBeNull()
  })
})
