import { createCipheriv, createDecipheriv, scrypt, scryptSync } from 'node:crypto'
import { keccak256 } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { createdWallet, type Machine, password } from '@/lib/keys/keyring.fixture'
import type { Keyring } from '@/lib/keys/shared/keyring'
import type { Scrypt } from '@/lib/keys/types'
import { createKeystores } from './keystore'
import { address, password as filePassword, privateKey } from './keystore.fixture'

const failure = (code: string) => expect.objectContaining({ code })
/** By the definition's steps, with Node's cryptography and little work: `keystore.test.ts` has published vectors. */
const keystore = closed(privateKey, filePassword)

let machine: Machine
let keyring: Keyring
beforeEach(async () => {
  ;({ machine } = await createdWallet())
  keyring = machine.start({ keystores: createKeystores(nativeScrypt) })
})

test('a file is opened without anything being kept, and then imported with its key', async () => {
  const before = await keyring.accounts()
  const found = await keyring.openKeystore(keystore, filePassword)
  expect(found.toLowerCase()).toBe(`0x${address}`)
  expect(await keyring.accounts()).toEqual(before)
  expect(await keyring.importKeystore(keystore, filePassword)).toBe(found)
  expect(await keyring.accounts()).toMatchObject([...before, { address: found, kind: 'key' }])
  expect(await keyring.revealKey(password, found)).toBe(`0x${privateKey}`)
  machine.restartBrowser()
  expect(await machine.start().accounts()).toHaveLength(before.length + 1)
})

test('an account that is here already is refused; one that was only watched gets its key', async () => {
  await keyring.watchAddress(`0x${address}`)
  await keyring.importKeystore(keystore, filePassword)
  for (const act of [keyring.openKeystore, keyring.importKeystore])
    await expect(act(keystore, filePassword)).rejects.toEqual(failure('account-exists'))
  expect((await keyring.accounts()).map(({ kind }) => kind)).toEqual(['phrase', 'key'])
})

test('nothing is added with a wrong password, or by a locked wallet', async () => {
  await expect(keyring.importKeystore(keystore, 'wrong')).rejects.toEqual(failure('keystore-password'))
  const during = expect(keyring.importKeystore(keystore, filePassword)).rejects.toEqual(failure('locked'))
  await keyring.lock()
  await during
  await expect(keyring.importKeystore(keystore, filePassword)).rejects.toEqual(failure('locked'))
  expect(await keyring.accounts()).toHaveLength(1)
})

/** Ten times as fast as the wallet's own, and given the same work. */
const nativeScrypt: Scrypt = (secret, salt, { N, r, p, dkLen = 32 }) =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, dkLen, { N, r, p, maxmem: 256 * 2 ** 20 }, (error, key) =>
      error === null ? resolve(new Uint8Array(key)) : reject(error),
    )
  })

function closed(key: string, secret: string): string {
  const [salt, iv] = ['5a'.repeat(32), 'c3'.repeat(16)]
  const derived = scryptSync(secret, Buffer.from(salt, 'hex'), 32, { N: 1_024, r: 8, p: 1 })
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), Buffer.from(iv, 'hex'))
  const encrypted = Buffer.concat([cipher.update(Buffer.from(key, 'hex')), cipher.final()])
  const mac = keccak256(Buffer.concat([derived.subarray(16), encrypted])).slice(2)
  const ciphertext = encrypted.toString('hex')
  const kdfparams = { n: 1_024, r: 8, p: 1, dklen: 32, salt }
  const crypto = { cipher: 'aes-128-ctr', cipherparams: { iv }, ciphertext, kdf: 'scrypt', kdfparams, mac }
  return JSON.stringify({ version: 3, id: '3198bc9c-6672-5ab3-d995-4942343ae5b6', crypto })
}

/** The definition's steps, with Node's cryptography. */
function opened(text: string, filePassword: string): `0x${string}` {
  const file = JSON.parse(text)
  expect(file).toMatchObject({ version: 3, crypto: { cipher: 'aes-128-ctr', kdf: 'scrypt' } })
  const { kdfparams, ciphertext, cipherparams, mac } = file.crypto
  const { n, r, p, dklen, salt } = kdfparams
  const derived = scryptSync(filePassword, Buffer.from(salt, 'hex'), dklen, { N: n, r, p, maxmem: 256 * 2 ** 20 })
  const encrypted = Buffer.from(ciphertext, 'hex')
  expect(keccak256(Buffer.concat([derived.subarray(16), encrypted]))).toBe(`0x${mac}`)
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), Buffer.from(cipherparams.iv, 'hex'))
  const key = `0x${Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('hex')}` as const
  expect(privateKeyToAddress(key).toLowerCase()).toBe(`0x${file.address}`)
  return key
}

test('a key is saved as a file that others open, of a phrase as well as an imported one', async () => {
  await keyring.importKeystore(keystore, filePassword)
  const accounts = await keyring.accounts()
  expect(accounts.map(({ kind }) => kind)).toEqual(['phrase', 'key'])
  for (const { address: of } of accounts) {
    const file = await keyring.exportKeystore(password, of, 'a password of its own')
    expect(opened(file, 'a password of its own')).toBe(await keyring.revealKey(password, of))
    expect(await keyring.exportKeystore(password, of, 'a password of its own')).not.toBe(file)
  }
})

test('no file is made with a wrong or a short password, nor of an account without a key', async () => {
  const [first] = await keyring.accounts()
  const own = first?.address ?? '0x'
  await expect(keyring.exportKeystore('wrong', own, 'a password of its own')).rejects.toEqual(failure('wrong-password'))
  await expect(keyring.exportKeystore(password, own, 'short')).rejects.toEqual(failure('password-too-short'))
  const watched = await keyring.watchAddress(`0x${address}`)
  await expect(keyring.exportKeystore(password, watched, 'a password of its own')).rejects.toThrow()
})
