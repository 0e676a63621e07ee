import { beforeEach, describe, expect, test } from 'vitest'
import {
  createdWallet,
  createMachine,
  firstAddress,
  type Machine,
  password,
  secondAddress,
  watched,
} from '@/lib/keys/keyring.fixture'
import type { Keyring } from '@/lib/keys/shared/keyring'

const failure = (code: string, details?: object) =>
  expect.objectContaining({ code, ...(details === undefined ? {} : { details }) })
const privateKey = `0x${'5f'.repeat(32)}`
const otherPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const herePassword = 'another horse battery'

/** A wallet of another phrase, into which backups come. */
let machine: Machine
let keyring: Keyring
/** The wallet that backups are made of. */
let source: Keyring
beforeEach(async () => {
  machine = await createMachine()
  keyring = machine.start()
  await keyring.create({ password: herePassword, phrase: otherPhrase })
  source = (await createdWallet()).keyring
})

async function nextLife(): Promise<Keyring> {
  machine.restartBrowser()
  const next = machine.start()
  await next.unlock(herePassword)
  return next
}

describe('a backup that is added to a wallet', () => {
  test('brings phrases, keys, watched addresses and names, and leaves what is here', async () => {
    const second = await source.addAccount('Coffee')
    const key = await source.importKey(privateKey)
    await source.hideAccount(key, true)
    await source.watchAddress(watched)
    const [phrase] = await source.phrases()
    await source.namePhrase(phrase?.id ?? '', 'Old laptop')
    const before = await keyring.accounts()
    const backup = await source.exportBackup(password)
    expect(backup).not.toContain('Old laptop')
    const added = await keyring.mergeBackup(backup, password)
    expect(added.map(address => address.toLowerCase())).toEqual(
      [firstAddress, second, key, watched].map(address => address.toLowerCase()),
    )
    const next = await nextLife()
    const accounts = await next.accounts()
    expect(accounts.slice(0, before.length)).toEqual(before)
    expect(accounts.slice(before.length)).toMatchObject([
      { address: firstAddress, kind: 'phrase' },
      { address: secondAddress, name: 'Coffee', kind: 'phrase' },
      { address: key, kind: 'key', hidden: true },
      { kind: 'watch' },
    ])
    for (const address of [firstAddress, second, key] as const)
      expect(await next.revealKey(herePassword, address)).toBe(await source.revealKey(password, address))
    expect((await next.phrases()).map(({ name }) => name)).toEqual([null, 'Old laptop'])
  })

  test('adds nothing twice', async () => {
    const backup = await source.exportBackup(password)
    await keyring.mergeBackup(backup, password)
    const once = await keyring.accounts()
    expect(await keyring.mergeBackup(backup, password)).toEqual([])
    expect(await keyring.accounts()).toEqual(once)
    expect(await keyring.phrases()).toHaveLength(2)
  })

  test('adds the further accounts of a phrase that is here, to that phrase', async () => {
    const { phraseId } = await keyring.addPhrase({
      phrase: 'test test test test test test test test test test test junk',
    })
    await source.addAccount()
    const added = await keyring.mergeBackup(await source.exportBackup(password), password)
    expect(added).toEqual([secondAddress])
    expect((await keyring.accounts()).at(-1)).toMatchObject({ address: secondAddress, phraseId })
    expect(await keyring.phrases()).toHaveLength(2)
  })

  test('gives an address that was only watched its key, and keeps its name', async () => {
    await keyring.watchAddress(firstAddress)
    await keyring.renameAccount(firstAddress, 'Mine')
    expect(await keyring.mergeBackup(await source.exportBackup(password), password)).toEqual([firstAddress])
    expect((await keyring.accounts()).at(-1)).toMatchObject({ address: firstAddress, kind: 'phrase', name: 'Mine' })
  })

  test('changes nothing with a wrong password, a damaged file or a locked wallet', async () => {
    const backup = await source.exportBackup(password)
    const before = await keyring.accounts()
    await expect(keyring.mergeBackup(backup, 'wrong')).rejects.toEqual(failure('wrong-password'))
    await expect(keyring.mergeBackup('{}', password)).rejects.toEqual(
      failure('backup-invalid', { reason: 'not-a-backup' }),
    )
    const damaged = backup.replace(/"createdAt": \d+/, '"createdAt": 1')
    await expect(keyring.mergeBackup(damaged, password)).rejects.toEqual(
      failure('backup-invalid', { reason: 'damaged' }),
    )
    const newer = backup.replace('"version": 1', '"version": 3')
    await expect(keyring.mergeBackup(newer, password)).rejects.toEqual(failure('backup-invalid', { reason: 'newer' }))
    const during = expect(keyring.mergeBackup(backup, password)).rejects.toEqual(failure('locked'))
    await keyring.lock()
    await during
    await expect(keyring.mergeBackup(backup, password)).rejects.toEqual(failure('locked'))
    expect(await keyring.accounts()).toEqual(before)
  })
})
