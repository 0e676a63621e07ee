import { type Address, domainSeparator, getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import { meaningOf } from '@/lib/reading/typed-data/typed-data-meaning'
import { authorization, permit, spendPermission, tokenDomain } from './authorization-templates'

const chainId = 84538453
const token: Address = '0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7'
const payer: Address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const payee = getAddress('0x8e23ee67d1332ad560396262c48ffbb01f93d052')
const low = (address: Address) => address.toLowerCase()
const domain = { name: 'Test Dollar', version: '2', chainId, verifyingContract: token }
const separatorOf = (fields: { name: string; version?: string; chainId: number; verifyingContract: Address }) =>
  domainSeparator({ domain: fields })
const means = (text: string) => meaningOf(readTypedData(text))

describe('the domain of a token', () => {
  const place = { chainId, token }
  test('is the one its contract has the hash of', () => {
    expect(tokenDomain({ name: 'Test Dollar', version: '2', separator: separatorOf(domain) }, place)).toEqual(domain)
  })

  test('has the first version, or none, where the contract tells none', () => {
    const first = { ...domain, version: '1' }
    const { version: _version, ...without } = domain
    expect(tokenDomain({ name: 'Test Dollar', version: null, separator: separatorOf(first) }, place)).toEqual(first)
    expect(tokenDomain({ name: 'Test Dollar', version: null, separator: separatorOf(without) }, place)).toEqual(without)
  })

  test.each([
    ['another name', { name: 'Other Dollar', version: '2' }, place],
    ['another version', { name: 'Test Dollar', version: '1' }, place],
    ['another chain', { name: 'Test Dollar', version: '2' }, { chainId: 1, token }],
    ['another contract', { name: 'Test Dollar', version: '2' }, { chainId, token: payee }],
  ])('is not taken with %s', (_name, facts, where) => {
    expect(tokenDomain({ ...facts, separator: separatorOf(domain) }, where)).toBeNull()
  })
})

describe('what is promised is what the decision screen reads', () => {
  test.each([true, false])('an authorization (receive: %s)', receive => {
    const nonce = `0x${'12'.repeat(32)}` as const
    const text = authorization(domain, {
      from: payer,
      to: payee,
      value: 5n,
      validAfter: 940n,
      validBefore: 1_900n,
      nonce,
      receive,
    })
    expect(means(text)).toMatchObject({
      kind: receive ? 'receive-authorization' : 'transfer-authorization',
      owner: low(payer),
      recipient: low(payee),
      spends: [{ token: low(token), amount: 5n }],
      validFrom: 940n,
      validUntil: 1_900n,
    })
  })

  test('a permit', () => {
    const text = permit(domain, { owner: payer, spender: payee, value: 5n, nonce: 3n, deadline: 1_900n })
    expect(means(text)).toMatchObject({
      kind: 'permit',
      spender: low(payee),
      spends: [{ token: low(token), amount: 5n }],
      validUntil: 1_900n,
    })
  })

  test('a spend permission', () => {
    const text = spendPermission(chainId, {
      account: payer,
      spender: payee,
      token,
      allowance: 5n,
      periodSeconds: 86_400,
      start: 1_000,
      end: 9_000,
      salt: 7n,
    })
    expect(means(text)).toMatchObject({
      kind: 'spend-permission',
      owner: low(payer),
      spender: low(payee),
      period: 86_400n,
      validFrom: 1_000n,
      validUntil: 9_000n,
    })
  })
})
