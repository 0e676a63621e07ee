import { readFileSync } from 'node:fs'
import { argon2id } from 'hash-wasm'
import { getAddress } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { Failure } from '@/lib/base/failure'
import { readPhrase } from '@/lib/keys/accounts/phrase'
import { fillPaymentRows } from '@/lib/keys/golden-payment-rows.fixture'
import {
  createdWallet,
  createMachine,
  firstAddress,
  type Machine,
  password,
  phrase,
  readList,
  secondAddress,
} from '@/lib/keys/keyring.fixture'
import type { Keyring } from '@/lib/keys/shared/keyring'
import { checksumOf } from '@/lib/keys/vault/vault'
import { readMirror } from '@/lib/keys/vault/vault-storage'
import { writeVaultBackup } from './backup'

const failure = (code: string, details?: object) =>
  expect.objectContaining({ code, ...(details === undefined ? {} : { details }) })
const key = '11'.repeat(32)

let machine: Machine
let keyring: Keyring
let backup: string
beforeEach(async () => {
  ;({ machine, keyring } = await createdWallet())
  await keyring.addAccount('Savings')
  await keyring.importKey(key)
  await keyring.addPhrase({ phrase: await keyring.generatePhrase(24), passphrase: 'extra' })
  await keyring.watchAddress(`0x${'99'.repeat(20)}`)
  await keyring.hideAccount(firstAddress, true)
  await keyring.addPasskeyWrap({ password, credentialId: 'here', prfOutput: new Uint8Array(32).fill(1) })
  backup = await keyring.exportBackup(password)
})
const emptyKeyring = async () => (await createMachine()).start()

describe('a backup', () => {
  test('brings everything back on another device, and opens it there', async () => {
    const other = await emptyKeyring()
    await other.importBackup(backup, password)
    expect(await other.state()).toMatchObject({ vault: 'unlocked' })
    expect(await other.accounts()).toEqual(await keyring.accounts())
    const [first, second] = await other.phrases()
    expect((await other.revealPhrase(password, first?.id)).phrase).toBe(phrase)
    expect(await other.revealPhrase(password, second?.id)).toEqual(await keyring.revealPhrase(password, second?.id))
    expect(await other.revealKey(password, secondAddress)).toBe(await keyring.revealKey(password, secondAddress))
  })

  test('leaves the passkeys of this device behind', async () => {
    const other = await emptyKeyring()
    await other.importBackup(backup, password)
    expect((await other.passkeys())?.credentials).toEqual([])
    expect((await keyring.passkeys())?.credentials).toHaveLength(1)
  })

  test('opens with the password it was made with, whatever came later', async () => {
    await keyring.changePassword(password, 'another horse battery')
    const other = await emptyKeyring()
    await expect(other.importBackup(backup, 'another horse battery')).rejects.toEqual(failure('wrong-password'))
    expect(await other.state()).toMatchObject({ vault: 'none' })
    await other.importBackup(backup, password)
  })

  test('is checked without keeping anything: it opens, was saved then, and lacks what came later', async () => {
    const before = await keyring.accounts()
    expect(await keyring.checkBackup(backup, password)).toEqual({ createdAt: machine.clock.now(), lacks: 0 })
    await keyring.addAccount()
    await keyring.importKey('22'.repeat(32))
    await keyring.changePassword(password, 'another horse battery')
    const lacking = { createdAt: JSON.parse(backup).createdAt, lacks: 2 }
    expect(await keyring.checkBackup(backup, password)).toEqual(lacking)
    await expect(keyring.checkBackup(backup, 'another horse battery')).rejects.toEqual(failure('wrong-password'))
    await expect(keyring.checkBackup(backup.slice(9), password)).rejects.toEqual(
      failure('backup-invalid', { reason: 'not-a-backup' }),
    )
    expect((await keyring.accounts()).slice(0, before.length)).toEqual(before)
    const during = expect(keyring.checkBackup(backup, password)).rejects.toEqual(failure('locked'))
    await keyring.lock()
    await during
  })

  test('survives being laid out anew by an editor', async () => {
    const other = await emptyKeyring()
    await other.importBackup(`\r\n${JSON.stringify(JSON.parse(backup), null, 8)}`, password)
    expect(await other.accounts()).toHaveLength(5)
  })

  test('holds no secret, name or address in the clear', async () => {
    const own = await keyring.revealKey(password, firstAddress)
    const addresses = (await keyring.accounts()).map(({ address }) => address.slice(2))
    expect(addresses).toHaveLength(5)
    for (const secret of [own.slice(2), key, ...addresses, 'Savings', password, 'extra', 'junk']) {
      expect(backup.toLowerCase()).not.toContain(secret.toLowerCase())
    }
    const copy = await readMirror(machine.mirrorStore)
    if (copy.state !== 'valid') throw new Error('there is no vault')
    const alone = writeVaultBackup(copy.vault, 5)
    for (const address of addresses) expect(alone.toLowerCase()).not.toContain(address.toLowerCase())
  })

  test('is not made without the password, and does not replace a wallet', async () => {
    await expect(keyring.exportBackup('not the password')).rejects.toEqual(failure('wrong-password'))
    await expect(keyring.importBackup(backup, password)).rejects.toEqual(failure('vault-exists'))
  })

  test('replaces a wallet of which both copies are damaged', async () => {
    const { machine } = await createdWallet()
    await machine.database.put('keyring', { key: 'vault', value: 'x' })
    await machine.mirrorStore.set('vault-mirror', 'x')
    const other = machine.start()
    await other.importBackup(backup, password)
    expect((await other.revealPhrase(password)).phrase).toBe(phrase)
  })
})

describe('a file of a version that named the addresses of imported keys', () => {
  const old = (name: string) => readFileSync(`test/fixtures/backups/${name}.json`, 'utf8')
  const imported = getAddress('0x050964a9cbb491230abbbde99f05a7f02db600cc')
  const importedKey = `0x${'5f'.repeat(32)}`

  test('restores everything, and the next file names none', async () => {
    expect(old('vault-1').toLowerCase()).toContain(imported.toLowerCase())
    const other = await emptyKeyring()
    await other.importBackup(old('vault-1'), password)
    expect(await other.accounts()).toMatchObject([
      { address: firstAddress },
      { address: secondAddress, name: 'Savings' },
      { address: imported, name: 'Imported', kind: 'key' },
      { kind: 'watch' },
    ])
    expect((await other.phrases()).map(({ name }) => name)).toEqual(['Old laptop'])
    expect(await other.revealKey(password, imported)).toBe(importedKey)
    const next = await other.exportBackup(password)
    expect(next.toLowerCase()).not.toContain(imported.slice(2).toLowerCase())
    const third = await emptyKeyring()
    await third.importBackup(next, password)
    expect(await third.accounts()).toEqual(await other.accounts())
    expect(await third.revealKey(password, imported)).toBe(importedKey)
    await third.removeAccount(imported, password)
    expect(await third.exportBackup(password)).not.toContain('"key"')
  })

  test.each(['vault-1', 'vault-1-alone'])('%s is added to a wallet once, and removed with its key', async name => {
    const other = await emptyKeyring()
    await other.create({ password, phrase: await other.generatePhrase() })
    await other.watchAddress(imported)
    const added = await other.mergeBackup(old(name), password)
    expect(added).toContain(imported)
    expect(await other.mergeBackup(old(name), password)).toEqual([])
    expect(await other.revealKey(password, imported)).toBe(importedKey)
    await other.removeAccount(imported, password)
    const left = JSON.parse(await other.exportBackup(password)).vault.secrets
    expect(left.map(({ kind }: { kind: string }) => kind)).toEqual(['phrase', 'phrase'])
  })
})

describe('what is no good backup is refused, and nothing is stored', () => {
  const edited = (change: (content: Record<string, never>) => object) => JSON.stringify(change(JSON.parse(backup)))

  test.each<[string, () => string, string]>([
    ['nothing', () => '', 'not-a-backup'],
    ['other text', () => 'hello', 'not-a-backup'],
    ['other JSON', () => '{"format":"other"}', 'not-a-backup'],
    ['half a file', () => backup.slice(0, backup.length / 2), 'not-a-backup'],
    ['a newer file', () => edited(content => ({ ...content, version: 3 })), 'newer'],
    ['a changed byte', () => edited(content => ({ ...content, createdAt: 5 })), 'damaged'],
    ['a lost part', () => edited(({ accounts: _lost, ...content }) => content), 'damaged'],
    ['a changed checksum', () => edited(content => ({ ...content, checksum: 'x' })), 'damaged'],
  ])('%s', async (_name, text, reason) => {
    const machine = await createMachine()
    const other = machine.start()
    await expect(other.importBackup(text(), password)).rejects.toEqual(failure('backup-invalid', { reason }))
    expect(await machine.database.count('keyring')).toBe(0)
  })

  test('a forged file whose secret does not decrypt, although its checksum is right', async () => {
    const { checksum: _checksum, ...content } = JSON.parse(backup)
    const [first, second] = content.vault.secrets
    content.vault.secrets = [{ ...first, content: second.content }]
    const forged = JSON.stringify({ ...content, checksum: checksumOf(JSON.stringify(content)) })
    const other = await emptyKeyring()
    await expect(other.importBackup(forged, password)).rejects.toEqual(failure('backup-invalid', { reason: 'damaged' }))
    expect(await other.state()).toMatchObject({ vault: 'none' })
  })

  test('a forged file that would take all memory', async () => {
    const { checksum: _checksum, ...content } = JSON.parse(backup)
    content.vault.derivation.memoryKiB = 2 ** 30
    const forged = JSON.stringify({ ...content, checksum: checksumOf(JSON.stringify(content)) })
    const other = await emptyKeyring()
    await expect(other.importBackup(forged, password)).rejects.toEqual(failure('backup-invalid', { reason: 'damaged' }))
  })

  test('weakened parameters do not open with the password: they are authenticated', async () => {
    const { checksum: _checksum, ...content } = JSON.parse(backup)
    content.vault.derivation.iterations += 1
    const forged = JSON.stringify({ ...content, checksum: checksumOf(JSON.stringify(content)) })
    const other = await emptyKeyring()
    await expect(other.importBackup(forged, password)).rejects.toEqual(failure('wrong-password'))
  })
})

describe('a backup of the vault alone', () => {
  /** What the mirror of the wallet has, as a file. Nobody unlocked it. */
  async function vaultAlone(): Promise<string> {
    const read = await readMirror(machine.mirrorStore)
    if (read.state !== 'valid') throw new Error(`the mirror is ${read.state}`)
    return writeVaultBackup(read.vault, 5)
  }

  test('brings every phrase and key back, each with its first account', async () => {
    const other = await emptyKeyring()
    await other.importBackup(await vaultAlone(), password)
    const [first, second] = await other.phrases()
    expect((await other.revealPhrase(password, first?.id)).phrase).toBe(phrase)
    expect(await other.revealPhrase(password, second?.id)).toEqual(await keyring.revealPhrase(password, second?.id))
    const accounts = await other.accounts()
    expect(accounts).toMatchObject([
      { address: firstAddress, kind: 'phrase', name: 'Account 1', hidden: false },
      { kind: 'key', name: 'Account 2' },
      { kind: 'phrase', name: 'Account 3' },
    ])
    for (const { address } of accounts)
      expect(await other.revealKey(password, address)).toBe(await keyring.revealKey(password, address))
  })

  test('is added to a wallet that has other keys, once', async () => {
    const other = await emptyKeyring()
    const otherPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
    await other.create({ password: 'another horse battery', phrase: otherPhrase })
    const text = await vaultAlone()
    expect(await other.mergeBackup(text, password)).toHaveLength(3)
    expect(await other.mergeBackup(text, password)).toEqual([])
    expect(await other.accounts()).toHaveLength(4)
  })

  test('holds no secret or name in the clear, and no passkey', async () => {
    const [first] = await keyring.phrases()
    await keyring.namePhrase(first?.id ?? '', 'Old laptop')
    const text = await vaultAlone()
    for (const secret of [key, 'Old laptop', 'Savings', password, 'extra', 'junk']) expect(text).not.toContain(secret)
    expect(JSON.parse(text).vault.passkeys).toEqual([])
  })

  test('does not open with another password, and not with a changed byte', async () => {
    const text = await vaultAlone()
    const other = await emptyKeyring()
    await expect(other.importBackup(text, 'another horse battery')).rejects.toEqual(failure('wrong-password'))
    const changed = text.replace('"createdAt": 5', '"createdAt": 6')
    await expect(other.importBackup(changed, password)).rejects.toEqual(
      failure('backup-invalid', { reason: 'damaged' }),
    )
    expect(await other.state()).toMatchObject({ vault: 'none' })
  })

  test('is no excuse for a whole backup that lost its accounts', async () => {
    const { checksum: _checksum, accounts: _accounts, ...content } = JSON.parse(backup)
    const cut = JSON.stringify({ ...content, checksum: checksumOf(JSON.stringify(content)) })
    const other = await emptyKeyring()
    await expect(other.importBackup(cut, password)).rejects.toEqual(failure('backup-invalid', { reason: 'damaged' }))
  })
})

test('the file can be opened from its description alone', async () => {
  const { vault } = JSON.parse(backup)
  const { derivation, dataKey, secrets } = vault
  const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
  const open = async (raw: Uint8Array<ArrayBuffer>, sealed: { iv: string; ciphertext: string }, context: string[]) => {
    const cryptoKey = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt'])
    const additionalData = new TextEncoder().encode(context.join('|'))
    const parameters = { name: 'AES-GCM', iv: bytes(sealed.iv), additionalData }
    return new Uint8Array(await crypto.subtle.decrypt(parameters, cryptoKey, bytes(sealed.ciphertext)))
  }
  const { memoryKiB, iterations, parallelism, salt } = derivation
  const derived = await argon2id({
    password: password.normalize('NFC'),
    salt: bytes(salt),
    memorySize: memoryKiB,
    iterations,
    parallelism,
    hashLength: 32,
    outputType: 'binary',
  })
  const place = ['prelude-vault', '1', vault.id]
  const raw = await open(new Uint8Array(derived), dataKey, [
    ...place,
    'password',
    'argon2id',
    memoryKiB,
    iterations,
    parallelism,
    salt,
  ])
  const plaintext = await open(raw, secrets[0].content, [...place, 'secret', 'phrase', secrets[0].id])
  expect(plaintext).toEqual(new Uint8Array([16, ...(await readPhrase(phrase, readList)).bytes]))
})

test('a backup holds the payment channels, whose deposits could not be withdrawn without their terms', async () => {
  const machine = await createMachine()
  const own = machine.start()
  await own.create({ password, phrase })
  await fillPaymentRows(machine.database)
  const channels = await machine.database.getAll('channels')
  expect(channels).not.toEqual([])
  const text = await own.exportBackup(password)
  expect(text).not.toContain(channels[0]?.channelId.slice(2) ?? '')
  const other = await createMachine()
  await other.start().importBackup(text, password)
  expect(await other.database.getAll('channels')).toEqual(channels)
})

describe('what a backup holds for other parts of the wallet', () => {
  const records = { version: 1, contacts: [{ name: 'The baker' }] }

  test('is given to them again, encrypted on its way', async () => {
    const { machine } = await createdWallet()
    const own = machine.start({ backupRecords: { read: async () => records, prepare: () => async () => undefined } })
    const text = await own.exportBackup(password)
    expect(text).not.toContain('baker')
    const restored: unknown[] = []
    const prepare = (given: unknown) => async () => void restored.push(given)
    const other = await createMachine()
    await other.start({ backupRecords: { read: async () => null, prepare } }).importBackup(text, password)
    expect(restored).toEqual([records])
  })

  test('is missing in an older file, which opens all the same', async () => {
    const { checksum: _checksum, records: _records, ...content } = JSON.parse(backup)
    const older = JSON.stringify({ ...content, checksum: checksumOf(JSON.stringify(content)) })
    const restored: unknown[] = []
    const prepare = (given: unknown) => async () => void restored.push(given)
    const other = (await createMachine()).start({ backupRecords: { read: async () => null, prepare } })
    await other.importBackup(older, password)
    expect(await other.accounts()).toHaveLength(5)
    expect(restored).toEqual([undefined])
  })

  test('is read before anything is stored: a file of which they refuse a part changes nothing', async () => {
    const machine = await createMachine()
    const refuse = () => {
      throw new Failure('backup-invalid', { reason: 'newer' })
    }
    const other = machine.start({ backupRecords: { read: async () => null, prepare: refuse } })
    await expect(other.importBackup(backup, password)).rejects.toEqual(failure('backup-invalid', { reason: 'newer' }))
    expect(await machine.database.count('keyring')).toBe(0)
  })
})
