import { bytesToHex } from '@noble/hashes/utils'
import { HDKey } from '@scure/bip32'
import { describe, expect, test } from 'vitest'
import { firstAddress, phrase, readList, secondAddress } from '@/lib/keys/keyring.fixture'
import { bytesOf } from '@/lib/keys/vault/cipher'
import { accountIndex, accountPath, loadDerivation } from './derived-keys'
import { readPhrase, seedOf } from './phrase'
import { addressAt } from './private-keys'

const privateKeyAt = await loadDerivation()

describe('BIP-32', () => {
  const first = bytesOf('000102030405060708090a0b0c0d0e0f')
  test.each([
    ['m', 'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35'],
    ["m/0'", 'edb2e14f9ee77d26dd93b4ecede8d16ed408ce149b6cd80b0715a2d911a0afea'],
    ["m/0'/1", '3c6cb8d0f6a264c91ea8b5030fadaa8e538b020f0a387421a12de9319dc93368'],
    ["m/0'/1/2'", 'cbce0d719ecf7431d88e6a89fa1483e02e35092af60c042b1df2ff59fa424dca'],
    ["m/0'/1/2'/2", '0f479245fb19a38a1954c5c7c0ebab2f9bdfd96a17563ef28a6a4b1a2a764ef4'],
    ["m/0'/1/2'/2/1000000000", '471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8'],
  ])('test vector 1, %s', (path, expected) => {
    expect(bytesToHex(privateKeyAt(first, path))).toBe(expected)
  })

  test('test vector 3: a key with leading zeros keeps them', () => {
    const seed = bytesOf(
      '4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be',
    )
    const expected = HDKey.fromExtendedKey(
      'xprv9uPDJpEQgRQfDcW7BkF7eTya6RPxXeJCqCJGHuCJ4GiRVLzkTXBAJMu2qaMWPrS7AANYqdq6vcBcBUdJCVVFceUvJFjaPdGZ2y9WACViL4L',
    ).privateKey
    expect(privateKeyAt(seed, "m/0'")).toEqual(expected)
  })

  test.each(['', "0'/1", 'm/x', 'm/-1', 'm/1.5', 'm//1'])('"%s" is not a path', path => {
    expect(() => privateKeyAt(first, path)).toThrow('not a derivation path')
  })
})

describe('BIP-44 for Ethereum', () => {
  test('gives the accounts that every wallet gives', async () => {
    const seed = await seedOf(await readPhrase(phrase, readList), '')
    const keyAt = (path: string) => privateKeyAt(seed, path)
    expect(addressAt(keyAt, accountPath(0))).toBe(firstAddress.toLowerCase())
    expect(addressAt(keyAt, accountPath(1))).toBe(secondAddress.toLowerCase())
  })

  test('an index is read back from its own paths only', () => {
    expect(accountIndex(accountPath(0))).toBe(0)
    expect(accountIndex(accountPath(120))).toBe(120)
    for (const path of ["m/44'/60'/1'/0/0", "m/44'/60'/0'/0/", "m/44'/60'/0'/0/01", "m/44'/60'/0'/0/1'"]) {
      expect(accountIndex(path)).toBeNull()
    }
  })
})
