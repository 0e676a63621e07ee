import { scryptAsync } from '@noble/hashes/scrypt'
import { bytesToHex } from '@noble/hashes/utils'
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

test('text that is no JSON is refused', async () => {
  await expect(readKeystore('{', password, neverRun)).rejects.toMatchObject(refusal('invalid'))
})
