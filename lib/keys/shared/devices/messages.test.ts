import {
  CryptoAccount,
  CryptoCoinInfo,
  CryptoHDKey,
  CryptoKeypath,
  CryptoMultiAccounts,
  CryptoOutput,
  DataType,
  ETHSignature,
  EthSignRequest,
  PathComponent,
  ScriptExpressions,
} from '@keystonehq/bc-ur-registry-eth'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import * as fc from 'fast-check'
import { bytesToHex, hexToBytes } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { QrSigningRequest, SignedContent } from '@/lib/base/devices'
import { readSharedAccounts } from './shared-accounts'
import { encodeSignRequest, signRequestText } from './sign-request'
import { readSignature } from './signature'
import { encodeCbor } from './ur/cbor'
import { createUrReceiver, type Ur } from './ur/decode'

const phrase = 'test test test test test test test test test test test junk'
const master = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase))
const fingerprint = Buffer.alloc(4)
fingerprint.writeUInt32BE(master.fingerprint)
const addresses = [0, 1, 2].map(addressIndex => mnemonicToAccount(phrase, { addressIndex }).address)

const keypath = (path: string) =>
  new CryptoKeypath(
    path
      .split('/')
      .map(step =>
        step.startsWith('*')
          ? new PathComponent({ hardened: false })
          : new PathComponent({ index: Number.parseInt(step, 10), hardened: step.endsWith("'") }),
      ),
    fingerprint,
  )

function publicKey(path: string, more: Partial<ConstructorParameters<typeof CryptoHDKey>[0]> = {}): CryptoHDKey {
  const { publicKey: key, chainCode } = master.derive(`m/${path}`)
  if (key === null || chainCode === null) throw new Error('no public key')
  return new CryptoHDKey({
    isMaster: false,
    key: Buffer.from(key),
    chainCode: Buffer.from(chainCode),
    origin: keypath(path),
    ...more,
  } as ConstructorParameters<typeof CryptoHDKey>[0])
}

const urOf = (type: string, item: { toCBOR(): Buffer }): Ur => ({ type, message: new Uint8Array(item.toCBOR()) })

describe('the accounts that a device shares', () => {
  test('crypto-hdkey of the usual path: the next accounts of the phrase', () => {
    const shared = readSharedAccounts(urOf('crypto-hdkey', publicKey("44'/60'/0'", { name: 'Keystone' })))
    expect(shared?.device).toBe('Keystone')
    expect(shared?.list(3)).toEqual(
      addresses.map((address, index) => ({
        address,
        path: `m/44'/60'/0'/0/${index}`,
        kind: 'qr',
        fingerprint: fingerprint.toString('hex'),
      })),
    )
  })

  test('crypto-hdkey with children of its own', () => {
    const shared = readSharedAccounts(urOf('crypto-hdkey', publicKey("44'/60'", { children: keypath('*') })))
    const account = master.derive("m/44'/60'/1")
    expect(shared?.list(2)[1]?.path).toBe("m/44'/60'/1")
    expect(account.publicKey).not.toBeNull()
    expect(shared?.list(2)).toHaveLength(2)
  })

  test('crypto-account: one account for each key, as Ledger counts them', () => {
    const keys = ["44'/60'/0'/0/0", "44'/60'/1'/0/0"].map(path => publicKey(path))
    const outputs = keys.map(key => new CryptoOutput([ScriptExpressions.PUBLIC_KEY_HASH], key))
    const shared = readSharedAccounts(urOf('crypto-account', new CryptoAccount(fingerprint, outputs)))
    expect(shared?.list(5).map(({ address, path }) => [address, path])).toEqual([
      [addresses[0], "m/44'/60'/0'/0/0"],
      [mnemonicToAccount(phrase, { accountIndex: 1 }).address, "m/44'/60'/1'/0/0"],
    ])
  })

  test('crypto-multi-accounts: the keys of Ethereum among those of other coins', () => {
    const keys = [publicKey("44'/0'/0'"), publicKey("44'/60'/0'")]
    const item = new CryptoMultiAccounts(fingerprint, keys, 'Keystone 3 Pro', 'id', '1.0')
    const shared = readSharedAccounts(urOf('crypto-multi-accounts', item))
    expect(shared?.device).toBe('Keystone 3 Pro')
    expect(shared?.list(3).map(({ address }) => address)).toEqual(addresses)
  })

  test('are refused with a private key, for another coin, without a path, and as another type', () => {
    const { privateKey } = master.derive("m/44'/60'/0'")
    if (privateKey === null) throw new Error('no private key')
    const secret = { isPrivateKey: true, key: Buffer.concat([Buffer.of(0), Buffer.from(privateKey)]) }
    const usual = publicKey("44'/60'/0'")
    for (const ur of [
      urOf('crypto-hdkey', publicKey("44'/60'/0'", secret)),
      urOf('crypto-hdkey', publicKey("44'/60'/0'", { isPrivateKey: true })),
      urOf('crypto-hdkey', publicKey("44'/0'/0'")),
      urOf(
        'crypto-hdkey',
        publicKey("44'/60'/0'", { useInfo: new CryptoCoinInfo(1 as ConstructorParameters<typeof CryptoCoinInfo>[0]) }),
      ),
      urOf('crypto-hdkey', publicKey("44'/60'/0'", { children: keypath("0'/*") })),
      urOf('crypto-seed', usual),
      { type: 'crypto-hdkey', message: encodeCbor(new Map([[3, new Uint8Array(33)]])) },
      { type: 'crypto-hdkey', message: Uint8Array.of(0xff) },
    ])
      expect(readSharedAccounts(ur)?.list(1) ?? null).toBeNull()
  })

  test('10,000 random items give accounts or nothing', () => {
    const value = fc.letrec(tie => ({
      item: fc.oneof(
        { maxDepth: 3 },
        fc.nat(70),
        fc.boolean(),
        fc.uint8Array({ maxLength: 40 }),
        fc.array(tie('item'), { maxLength: 4 }),
        fc.array(fc.tuple(fc.nat(9), tie('item')), { maxLength: 6 }).map(each => new Map(each)),
      ),
    })).item
    const types = fc.constantFrom('crypto-hdkey', 'crypto-account', 'crypto-multi-accounts', 'eth-signature')
    fc.assert(
      fc.property(types, value, (type, item) => {
        const ur = { type, message: encodeCbor(item as Parameters<typeof encodeCbor>[0]) }
        expect(() => readSharedAccounts(ur)?.list(3)).not.toThrow()
      }),
      { numRuns: 10_000 },
    )
  })
})

const contents: Record<SignedContent, DataType> = {
  transaction: DataType.transaction,
  'typed-data': DataType.typedData,
  message: DataType.personalMessage,
  'typed-transaction': DataType.typedTransaction,
}
const hex = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(each => bytesToHex(each))
const requests = fc.record<QrSigningRequest>({
  kind: fc.constant('qr'),
  id: fc.uuid({ version: 4 }).map(each => each.replaceAll('-', '')),
  approvalId: fc.uuid(),
  address: hex(20),
  path: fc.nat(0x7fffffff).map(index => `m/44'/60'/0'/0/${index}`),
  fingerprint: hex(4)
    .map(each => each.slice(2))
    .filter(each => each !== '00000000'),
  chainId: fc.integer({ min: 1, max: 0xffffffff }),
  content: fc.constantFrom('transaction', 'typed-data', 'message', 'typed-transaction'),
  data: fc.uint8Array({ minLength: 1, maxLength: 300 }).map(each => bytesToHex(each)),
})
const uuid = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

test('10,000 generated requests are those that @keystonehq/bc-ur-registry-eth writes', () => {
  fc.assert(
    fc.property(requests, request => {
      const { id, data, content, path, chainId, address } = request
      const theirs = EthSignRequest.constructETHRequest(
        Buffer.from(hexToBytes(data)),
        contents[content],
        path,
        request.fingerprint,
        uuid(id),
        chainId,
        address,
        'Prelude',
      )
      expect(bytesToHex(encodeSignRequest(request))).toBe(`0x${theirs.toCBOR().toString('hex')}`)
    }),
    { numRuns: 10_000 },
  )
})

describe('a signature', () => {
  const [request] = fc.sample(requests, 1)
  const id = request?.id ?? ''
  const signature = Buffer.alloc(65, 7)

  test('10,000 generated ones are read as @keystonehq/bc-ur-registry-eth writes them', () => {
    fc.assert(
      fc.property(hex(16), fc.uint8Array({ minLength: 65, maxLength: 72 }), fc.boolean(), (requestId, bytes, named) => {
        const item = new ETHSignature(
          Buffer.from(bytes),
          named ? Buffer.from(hexToBytes(requestId)) : undefined,
          'device',
        )
        expect(readSignature(urOf('eth-signature', item), requestId.slice(2))).toBe(bytesToHex(bytes))
      }),
      { numRuns: 10_000 },
    )
  })

  test('of another request is named as that', () => {
    const item = urOf('eth-signature', new ETHSignature(signature, Buffer.alloc(16, 1)))
    expect(() => readSignature(item, id)).toThrow(expect.objectContaining({ code: 'signer-other-request' }))
  })

  test('of another length, another type or no CBOR is unreadable', () => {
    for (const ur of [
      urOf('eth-signature', new ETHSignature(Buffer.alloc(64))),
      urOf('eth-signature', new ETHSignature(Buffer.alloc(73))),
      urOf('crypto-hdkey', new ETHSignature(signature)),
      { type: 'eth-signature', message: Uint8Array.of(0xff) },
      { type: 'eth-signature', message: encodeCbor([]) },
    ])
      expect(() => readSignature(ur, id)).toThrow(expect.objectContaining({ code: 'signer-unreadable' }))
  })
})

test('the text of a request is one whole message', () => {
  const [request] = fc.sample(requests, 1)
  if (request === undefined) throw new Error('no request')
  const whole = createUrReceiver()(signRequestText(request))
  expect(whole).toEqual({ kind: 'whole', ur: { type: 'eth-sign-request', message: encodeSignRequest(request) } })
})
