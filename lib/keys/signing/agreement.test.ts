import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseTransaction,
  recoverAddress,
  recoverTransactionAddress,
  serializeTransaction,
  toHex,
} from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { batchDelegate, noDelegate } from '@/lib/base/batch-delegate'
import { Failure } from '@/lib/base/failure'
import { addressOfPrivateKey, signDigest } from '@/lib/keys/accounts/secp256k1'
import type { SetCodeTransaction, TypedData, UnsignedTransaction } from '@/lib/keys/shared/signing'
import {
  authorizationDigest,
  authorizationOf,
  messageDigest,
  setCodeDigest,
  signatureBytes,
  signedSetCode,
  signedTransaction,
  transactionDigest,
  typedDataDigest,
} from './agreement'

const bytes = (hex: string) => hexToBytes(hex.replace(/^0x/, ''))

function sign(transaction: UnsignedTransaction, privateKey: string): Hex {
  return signedTransaction(transaction, signDigest(transactionDigest(transaction), bytes(privateKey), transaction.from))
}

describe('known signatures', () => {
  test('a withdrawal from an exchange whose type has a colon in its name: the signature of its own kit', () => {
    const privateKey = `0x${'0123456789'.repeat(6)}0123`
    const digest = typedDataDigest({
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        'HyperliquidTransaction:Withdraw': [
          { name: 'hyperliquidChain', type: 'string' },
          { name: 'destination', type: 'string' },
          { name: 'amount', type: 'string' },
          { name: 'time', type: 'uint64' },
        ],
      },
      primaryType: 'HyperliquidTransaction:Withdraw',
      domain: {
        name: 'HyperliquidSignTransaction',
        version: '1',
        chainId: 421_614,
        verifyingContract: '0x0000000000000000000000000000000000000000',
      },
      message: {
        hyperliquidChain: 'Testnet',
        destination: '0x5e9ee1089755c3435139848e47e6635505d5a13a',
        amount: '1',
        time: 1_687_816_341_423,
      },
    })
    const key = bytes(privateKey)
    expect(signatureBytes(signDigest(digest, key, addressOfPrivateKey(key)))).toBe(
      concat([
        '0x8363524c799e90ce9bc41022f7c39b4e9bdba786e5f9c72b20e43e1462c37cf9',
        '0x58b1411a775938b83e29182e8ef74975f9054c8e97ebf5ec2dc8d51bfc893881',
        '0x1c',
      ]),
    )
  })

  test('EIP-155: the worked example of the standard', () => {
    const raw = sign(
      {
        type: 'legacy',
        chainId: 1,
        from: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
        nonce: 9,
        gasPrice: 20_000_000_000n,
        gas: 21_000n,
        to: '0x3535353535353535353535353535353535353535',
        value: 10n ** 18n,
        data: '0x',
      },
      '46'.repeat(32),
    )
    expect(raw).toBe(
      '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
    )
  })

  test.each([
    {
      nonce: 819,
      value: 43_203_529n,
      gas: 35_552n,
      tip: 75_853n,
      fee: 121_212n,
      raw: '0x02f870821e8e8203338301284d8301d97c828ae094000000000000000000000000000000000000aaaa8402933bc980c080a0d067f2167008c59219652f91cbf8788dbca5f771f6e91e2b7657e85b78b472e0a01d305af9fe81fdba43f0dfcd400ed24dcace0a7e30d4e85701dcaaf484cd079e',
    },
    {
      nonce: 353,
      value: 61_901_619n,
      gas: 32_593n,
      tip: 38_850n,
      fee: 136_295n,
      // r begins with a zero byte here, and RLP keeps no leading zeros.
      raw: '0x02f86f821e8e8201618297c283021467827f5194000000000000000000000000000000000000aaaa8403b08b3380c001a004205678f13fc1d7b10feea6513dfa76e24418b6e08097d95c6f93a3b64e536da01d45ad61bfece43862de2cce7d2575a8c1d08c26c87f3cb5f26d7b0be54a91b2',
    },
    {
      nonce: 709,
      value: 6_478_043n,
      gas: 28_335n,
      tip: 86_252n,
      fee: 94_636n,
      raw: '0x02f86f821e8e8202c5830150ec830171ac826eaf94000000000000000000000000000000000000aaaa8362d8db80c001a09880d133cd636f8c8dce32e2c43494b9f2dc000eee8dc61931e09f866ed04b46a00e44d5c503c7f08b36c8b062c32a963f3dd20a71e95e3d903bfbe7f4da47cd47',
    },
  ])('EIP-1559: vector with nonce $nonce of the reference tests', ({ nonce, value, gas, tip, fee, raw }) => {
    const key = '8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63'
    const signed = sign(
      {
        type: 'eip1559',
        chainId: 0x1e8e,
        from: addressOfPrivateKey(bytes(key)),
        nonce,
        to: '0x000000000000000000000000000000000000aaaa',
        value,
        data: '0x',
        gas,
        maxFeePerGas: fee,
        maxPriorityFeePerGas: tip,
      },
      key,
    )
    expect(signed).toBe(raw)
  })

  test('EIP-191: the message of the web3.js manual', () => {
    const key = bytes('4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318')
    const digest = messageDigest(utf8ToBytes('Some data'))
    expect(digest).toEqual(bytes('1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655'))
    expect(signatureBytes(signDigest(digest, key, addressOfPrivateKey(key)))).toBe(
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
    )
  })

  test('EIP-712: Cow writes to Bob', () => {
    // "keccak256('cow')", as the standard's test has it
    const key = bytes(keccak256('0x636f77'))
    const digest = typedDataDigest({
      types: {
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallet', type: 'address' },
        ],
        Mail: [
          { name: 'from', type: 'Person' },
          { name: 'to', type: 'Person' },
          { name: 'contents', type: 'string' },
        ],
      },
      primaryType: 'Mail',
      domain: {
        name: 'Ether Mail',
        version: '1',
        chainId: 1,
        verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
      },
      message: {
        from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
        to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
        contents: 'Hello, Bob!',
      },
    })
    expect(signatureBytes(signDigest(digest, key, '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826'))).toBe(
      '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
    )
  })
})

test.each(['1', '0x1'])('EIP-712: the chain id %s in text gives the digest of the chain id 1', chainId => {
  const note = (domain: TypedData['domain']): TypedData => ({
    types: { Note: [{ name: 'text', type: 'string' }] },
    primaryType: 'Note',
    domain,
    message: { text: 'x' },
  })
  const separator = encodeAbiParameters(
    [{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'uint256' }],
    [keccak256(toHex('EIP712Domain(string name,uint256 chainId)')), keccak256(toHex('Ether Mail')), 1n],
  )
  const struct = concat([keccak256(toHex('Note(string text)')), keccak256(toHex('x'))])
  const digest = keccak256(concat(['0x1901', keccak256(separator), keccak256(struct)]))
  expect(typedDataDigest(note({ name: 'Ether Mail', chainId }))).toEqual(bytes(digest))
})

const privateKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter(key => key.some(byte => byte !== 0) && key[0] !== 0xff)
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((value): Address => `0x${Buffer.from(value).toString('hex')}`)
const word = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((value): Hex => `0x${Buffer.from(value).toString('hex')}`)
const wei = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n })
const common = fc.record({
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  nonce: fc.maxSafeNat(),
  to: fc.option(address),
  value: wei,
  data: fc.uint8Array({ maxLength: 300 }).map((value): Hex => `0x${Buffer.from(value).toString('hex')}`),
  gas: fc.bigInt({ min: 0n, max: 1n << 63n }),
})
const fees = fc
  .record({ base: wei, tip: wei })
  .map(({ base, tip }) => ({ maxFeePerGas: base + tip, maxPriorityFeePerGas: tip }))
const accessList = fc.array(fc.record({ address, storageKeys: fc.array(word, { maxLength: 3 }) }), { maxLength: 3 })
const fields = fc.oneof(
  fc
    .record({ common, gasPrice: wei })
    .map(value => ({ type: 'legacy' as const, gasPrice: value.gasPrice, ...value.common })),
  fc.record({ common, fees, accessList }).map(value => ({
    type: 'eip1559' as const,
    ...value.fees,
    accessList: value.accessList,
    ...value.common,
  })),
)

test('any transaction of the two types is signed as viem would have it, and by its sender', async () => {
  await fc.assert(
    fc.asyncProperty(privateKey, fields, async (key, transaction) => {
      const from = addressOfPrivateKey(key)
      const signature = signDigest(transactionDigest({ ...transaction, from }), key, from)
      const raw = signedTransaction({ ...transaction, from }, signature)
      const parsed = parseTransaction(raw)
      expect(parsed.nonce ?? 0).toBe(transaction.nonce)
      expect(parsed.value ?? 0n).toBe(transaction.value)
      expect(parsed.chainId).toBe(transaction.chainId)
      expect(
        (
          await recoverAddress({ hash: keccak256(serializeUnsigned(raw)), signature: signatureBytes(signature) })
        ).toLowerCase(),
      ).toBe(from)
    }),
  )
})

/** What was hashed, worked out again from the signed bytes alone. */
function serializeUnsigned(raw: Hex): Hex {
  const { r: _r, s: _s, v: _v, yParity: _yParity, ...unsigned } = parseTransaction(raw)
  return serializeTransaction(unsigned)
}

test('an authorization names its delegate with the next nonce, and both signatures are the sender’s', async () => {
  await fc.assert(
    fc.asyncProperty(
      privateKey,
      fees,
      fc.integer({ min: 1, max: 2 ** 31 }),
      fc.nat(),
      fc.uint8Array({ maxLength: 200 }),
      fc.oneof(fc.constantFrom(batchDelegate, noDelegate), address),
      address,
      async (key, fee, chainId, nonce, called, delegate, to) => {
        const from = addressOfPrivateKey(key)
        const sent: SetCodeTransaction = {
          ...{ chainId, from, nonce, to, data: toHex(called), delegate, gas: 60_000n },
          ...fee,
        }
        const authorization = authorizationOf(sent)
        const signed = { ...authorization, ...signDigest(authorizationDigest(authorization), key, from) }
        const raw = signedSetCode(sent, signed, signDigest(setCodeDigest(sent, signed), key, from))

        const parsed = parseTransaction(raw as `0x04${string}`)
        const [entry, ...others] = parsed.authorizationList ?? []
        expect(others).toEqual([])
        expect(entry).toMatchObject({ address: delegate, chainId, nonce: nonce + 1 })
        expect(parsed.to).toBe(to)
        expect(parsed.data ?? '0x').toBe(sent.data)
        expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x04${string}` })).toSatisfy(
          sender => String(sender).toLowerCase() === from,
        )
        if (entry === undefined) throw new Error('no authorization')
        expect((await recoverAuthorizationAddress({ authorization: entry })).toLowerCase()).toBe(from)
      },
    ),
  )
})

test('an authorization of another account has that account’s nonce and signature, and the sender signs around it', async () => {
  await fc.assert(
    fc.asyncProperty(
      ...([privateKey, privateKey, fees, fc.integer({ min: 1, max: 2 ** 31 }), fc.nat(), fc.nat()] as const),
      async (key, otherKey, fee, chainId, nonce, otherNonce) => {
        const [from, other] = [addressOfPrivateKey(key), addressOfPrivateKey(otherKey)]
        const authority = { address: other, nonce: otherNonce }
        const sent: SetCodeTransaction = {
          ...{ chainId, from, nonce, to: other, data: '0x', delegate: noDelegate, authority, gas: 46_000n, ...fee },
        }
        const authorization = authorizationOf(sent)
        const signed = { ...authorization, ...signDigest(authorizationDigest(authorization), otherKey, other) }
        const raw = signedSetCode(sent, signed, signDigest(setCodeDigest(sent, signed), key, from)) as `0x04${string}`

        const parsed = parseTransaction(raw)
        const [entry, ...others] = parsed.authorizationList ?? []
        expect(others).toEqual([])
        expect(entry).toMatchObject({ address: noDelegate, chainId, nonce: otherNonce })
        expect(parsed).toMatchObject({ to: other, chainId })
        expect(parsed.nonce ?? 0).toBe(nonce)
        expect((await recoverTransactionAddress({ serializedTransaction: raw })).toLowerCase()).toBe(from)
        if (entry === undefined) throw new Error('no authorization')
        expect((await recoverAuthorizationAddress({ authorization: entry })).toLowerCase()).toBe(other)
      },
    ),
  )
})

test('a signature that is not the account’s is not released', () => {
  const key = bytes('46'.repeat(32))
  expect(() => signDigest(messageDigest(utf8ToBytes('x')), key, `0x${'11'.repeat(20)}`)).toThrow('signature-refused')
})

test('what cannot be encoded is refused without quoting it', () => {
  const types = { A: [{ name: 'x', type: 'bool' }] }
  const attempt = () => typedDataDigest({ types, primaryType: 'A', domain: {}, message: { x: 'secret' } })
  expect(attempt).toThrow(Failure)
  expect(attempt).toThrow(/^invalid-input$/)
  try {
    attempt()
  } catch (failure) {
    expect(failure).not.toHaveProperty('cause')
  }
})
