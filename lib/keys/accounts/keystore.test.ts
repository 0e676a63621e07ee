import { createCipheriv, scryptSync } from 'node:crypto'
import { scryptAsync } from '@noble/hashes/scrypt'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes } from '@noble/hashes/utils'
import { expect, test } from 'vitest'
import type { Scrypt } from '@/lib/keys/types'
import { readKeystore } from './keystore'
import { address, password, pbkdf2File, privateKey, scryptFile } from './keystore.fixture'

const neverRun: Scrypt = () => Promise.reject(new Error('scrypt ran'))
const read = async (file: unknown, typed = password, derive: Scrypt = scryptAsync) =>
  bytesToHex(await readKeystore(JSON.stringify(file), typed, derive))
const changed = (difference: object, file: { crypto: object } = pbkdf2File) => ({
  ...file,
  crypto: { ...file.crypto, ...difference },
})
const refusal = (code: string) => ({ code: `keystore-${code}`, details: {} })

test.each([
  ['pbkdf2', pbkdf2File],
  ['scrypt', scryptFile],
])('the %s vector of the definition gives its key', async (_name, file) => {
  expect(await read(file)).toBe(privateKey)
})

test('capital Crypto, prefixed hex and the address of the file are read', async () => {
  const { crypto, ...rest } = changed({ mac: `0x${pbkdf2File.crypto.mac}` })
  expect(await read({ ...rest, Crypto: crypto, address: `0x${address}` })).toBe(privateKey)
})

test('a wrong password and a wrong MAC are refused', async () => {
  await expect(read(pbkdf2File, 'testpasswore')).rejects.toMatchObject(refusal('password'))
  await expect(read(changed({ mac: '00'.repeat(32) }))).rejects.toMatchObject(refusal('password'))
})

test.each([
  ['with 0x in front', changed({ mac: `0x${'00'.repeat(32)}` })],
  ['of another vector', changed({ mac: scryptFile.crypto.mac.toUpperCase() })],
  ['in a file of odd form', { ...changed({ mac: '00'.repeat(32) }), version: '3', address: '' }],
])('a wrong MAC %s opens nothing', async (_name, file) => {
  await expect(read(file)).rejects.toMatchObject(refusal('password'))
})

test('a file that says another address than its key gives is refused', async () => {
  await expect(read({ ...pbkdf2File, address: '11'.repeat(20) })).rejects.toMatchObject(refusal('address'))
})

test.each([
  ['8 GiB of memory', { n: 2 ** 23, r: 8, p: 1 }],
  ['2^40 rounds', { n: 2 ** 40, r: 1, p: 1 }],
  ['8 times the work of geth', { n: 2 ** 18, r: 8, p: 8 }],
  ['endless parallelism', { n: 2 ** 18, r: 8, p: 2 ** 30 }],
])('scrypt with %s is refused before it runs', async (_name, cost) => {
  const file = changed({ kdfparams: { ...scryptFile.crypto.kdfparams, ...cost } }, scryptFile)
  await expect(read(file, password, neverRun)).rejects.toMatchObject(refusal('too-costly'))
})

test('pbkdf2 with too many rounds is refused', async () => {
  const file = changed({ kdfparams: { ...pbkdf2File.crypto.kdfparams, c: 2 ** 31 } })
  await expect(read(file)).rejects.toMatchObject(refusal('too-costly'))
})

test.each([
  ['no JSON object', null, 'invalid'],
  ['version 1', { ...pbkdf2File, version: 1 }, 'version'],
  ['no version', { crypto: pbkdf2File.crypto }, 'invalid'],
  ['no crypto', { version: 3 }, 'invalid'],
  ['a short initialisation vector', changed({ cipherparams: { iv: '00' } }), 'invalid'],
  ['a short ciphertext', changed({ ciphertext: '00' }), 'invalid'],
  [
    'scrypt with N that is no power of two',
    changed({ kdfparams: { ...scryptFile.crypto.kdfparams, n: 1000 } }, scryptFile),
    'invalid',
  ],
  ['another cipher', changed({ cipher: 'aes-128-cbc' }), 'unsupported'],
  ['an unknown derivation', changed({ kdf: 'argon2id' }), 'unsupported'],
])('%s is refused', async (_name, file, reason) => {
  await expect(read(file, password, neverRun)).rejects.toMatchObject(refusal(reason))
})

// What other programs write: by geth's own vectors and by hand from those of the definition.
test.each([
  [
    '30',
    {
      ciphertext: '108b7d34f3442fc26ab1ab90ca91476ba6bfa8c00975a49ef9051dc675aa',
      mac: '75d0e6759f7b3cefa319c3be41680ab6beea7d8328653474bd06706d4cc67420',
    },
    '3ca92af36ad7c2cd92454c59cea5ef00',
    'd0769e608fb86cda848065642a9c6fa046845c928175662b8e356c77f914cd3b',
    '81c29e8142bb6a81bef5a92bda7a8328a5c85bb2f9542e76f9b0f94fc018',
  ],
  [
    '31',
    {
      ciphertext: '9517cd5bdbe69076f9bf5057248c6c050141e970efa36ce53692d5d59a3984',
      mac: 'd5e116151c6aa71470e67a7d42c9620c75c4d23229847dcc127794f0732b0db5',
    },
    'e0c41130a323adc1446fc82f724bca2f',
    '711f816911c92d649fb4c84b047915679933555030b3552c1212609b38208c63',
    'fa7b3db73dc7dfdf8c5fbdb796d741e4488628c41fc4febd9160a866ba0f35',
  ],
])('a key of %s bytes is filled up with zeros, as geth does', async (_bytes, content, iv, salt, key) => {
  const crypto = {
    ...content,
    cipher: 'aes-128-ctr',
    cipherparams: { iv },
    kdf: 'scrypt',
    kdfparams: { dklen: 32, n: 2, r: 8, p: 1, salt },
  }
  expect(await read({ version: 3, crypto }, 'foo')).toBe(key.padStart(64, '0'))
})

test('a key of 33 bytes loses the zero in front', async () => {
  const kdfparams = { c: 1000, dklen: 32, prf: 'hmac-sha256', salt: '11'.repeat(16) }
  const crypto = {
    ...{ cipher: 'aes-128-ctr', cipherparams: { iv: 'a1'.repeat(16) }, kdf: 'pbkdf2', kdfparams },
    ciphertext: '02fbbe8debefaff93b8e2a6a340bb04c317f5ab7fd61b82cbd1033968e2945019a',
    mac: 'b9c15b3a00ebb23e8a75f8e2cc553870432d855e3988d8fd752078d84cfefc9f',
  }
  expect(await read({ version: 3, crypto }, 'foo')).toBe(
    'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  )
})

test.each([
  ['the version as text', { ...pbkdf2File, version: '3' }],
  ['an empty address', { ...pbkdf2File, address: '' }],
  ['an address of another chain’s form', { ...pbkdf2File, address: `xdc${address}` }],
  ['numbers as text', changed({ kdfparams: { ...pbkdf2File.crypto.kdfparams, c: '262144', dklen: '32' } })],
  ['a longer derived key', changed({ kdfparams: { ...pbkdf2File.crypto.kdfparams, dklen: 64 } })],
  ['names of fields in capitals', { VERSION: 3, Crypto: { ...pbkdf2File.crypto, KDF: 'PBKDF2', kdf: undefined } }],
])('a file with %s is read', async (_name, file) => {
  expect(await read(file)).toBe(privateKey)
})

test('a byte order mark in front is passed over', async () => {
  const file = `\ufeff${JSON.stringify(pbkdf2File)}`
  expect(bytesToHex(await readKeystore(file, password, neverRun))).toBe(privateKey)
})

test('a password is tried in the form in which ethers encrypts with it', async () => {
  // The letters of the password in full width.
  const typed = password.replace(/./g, letter => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
  expect(await read(pbkdf2File, typed)).toBe(privateKey)
})

test('a file of geth’s first version is read', async () => {
  const kdfparams = { n: 2, r: 8, p: 1, dklen: 32, salt: '9a'.repeat(32) }
  const derived = scryptSync('g', Buffer.from(kdfparams.salt, 'hex'), 32, { N: 2, r: 8, p: 1 })
  const iv = Buffer.alloc(16, 0x35)
  // The cipher's key is the hash of the first half, and the text is padded (PKCS #7).
  const cipher = createCipheriv('aes-128-cbc', keccak_256(derived.subarray(0, 16)).subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(privateKey, 'hex')), cipher.final()])
  const Crypto = {
    ...{ cipher: 'aes-128-cbc', cipherparams: { iv: iv.toString('hex') }, kdf: 'scrypt', kdfparams, version: '1' },
    ciphertext: ciphertext.toString('hex'),
    mac: bytesToHex(keccak_256(concatBytes(derived.subarray(16), ciphertext))),
  }
  expect(await read({ address, Crypto, id: '', version: '1' }, 'g')).toBe(privateKey)
})

test.each([
  ['aes-256-gcm', changed({ cipher: 'aes-256-gcm', cipherparams: { nonce: '00' }, mac: undefined }), 'aes-256-gcm'],
  ['argon2id', changed({ kdf: 'argon2id' }), 'argon2id'],
  ['a short derived key', changed({ kdfparams: { ...pbkdf2File.crypto.kdfparams, dklen: 16 } }), 'dklen 16'],
  ['another hash', changed({ kdfparams: { ...pbkdf2File.crypto.kdfparams, prf: 'hmac-sha512' } }), 'hmac-sha512'],
])('what is not known is named: %s', async (_name, file, method) => {
  await expect(read(file, password, neverRun)).rejects.toMatchObject({
    code: 'keystore-unsupported',
    details: { method },
  })
})

test('text that is no JSON is refused', async () => {
  await expect(readKeystore('{', password, neverRun)).rejects.toMatchObject(refusal('invalid'))
})
