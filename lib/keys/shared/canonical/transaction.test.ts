import { bytesToHex } from '@noble/hashes/utils'
import { describe, expect, test } from 'vitest'
import type { UnsignedTransaction } from '@/lib/keys/shared/signing'
import { encodeSignedTransaction, encodeTransaction } from './transaction'

const from = '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f'
const to = '0x3535353535353535353535353535353535353535'

describe('the worked example of EIP-155', () => {
  const transaction: UnsignedTransaction = {
    type: 'legacy',
    chainId: 1,
    from,
    nonce: 9,
    gasPrice: 20_000_000_000n,
    gas: 21_000n,
    to,
    value: 10n ** 18n,
    data: '0x',
  }

  test('signing data', () => {
    expect(bytesToHex(encodeTransaction(transaction))).toBe(
      'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080',
    )
  })

  test('signed transaction', () => {
    const signed = encodeSignedTransaction(transaction, {
      r: 0x28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276n,
      s: 0x67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83n,
      yParity: 0,
    })
    expect(bytesToHex(signed)).toBe(
      'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
    )
  })
})

describe('what cannot be meant is refused', () => {
  const good: UnsignedTransaction = {
    type: 'eip1559',
    chainId: 1,
    from,
    nonce: 0,
    to,
    value: 0n,
    data: '0x',
    gas: 21_000n,
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
  }

  test('the good one is not', () => {
    expect(encodeTransaction(good)[0]).toBe(2)
  })

  test.each<[string, Partial<UnsignedTransaction>]>([
    ['no chain', { chainId: 0 }],
    ['half a chain', { chainId: 1.5 }],
    ['a negative nonce', { nonce: -1 }],
    ['a nonce beyond exact numbers', { nonce: 2 ** 53 }],
    ['a negative value', { value: -1n }],
    ['a value of 257 bits', { value: 1n << 256n }],
    ['a short address', { to: '0x3535' }],
    ['half a byte of data', { data: '0x123' }],
    ['a tip above the fee', { maxPriorityFeePerGas: 3n }],
    ['a short storage key', { accessList: [{ address: to, storageKeys: ['0x01'] }] }],
  ])('%s', (_name, change) => {
    expect(() => encodeTransaction({ ...good, ...change } as UnsignedTransaction)).toThrow()
  })

  test('a legacy transaction without a chain, which every chain would take', () => {
    const { type: _type, maxFeePerGas: gasPrice, maxPriorityFeePerGas: _tip, ...rest } = good
    expect(() => encodeTransaction({ ...rest, type: 'legacy', gasPrice, chainId: 0 })).toThrow(RangeError)
  })
})
