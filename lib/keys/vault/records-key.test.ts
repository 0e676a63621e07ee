import { expect, test } from 'vitest'
import { createdWallet, createMachine, type Machine, password, phrase } from '@/lib/keys/keyring.fixture'
import type { Keyring } from '@/lib/keys/shared/keyring'
import { copyOf, readCopy, type Vault } from './vault'

const newPassword = 'another horse battery'

/** A row that is encrypted now and has to open later. */
function written(keyring: Keyring) {
  const encrypted = keyring.rows()?.encrypt({ name: 'Rosalind' }, 'here')
  if (encrypted === undefined) throw new Error('the wallet is locked')
  return (later: Keyring) => later.rows()?.decrypt(encrypted, 'here') ?? null
}
const whole = { row: { name: 'Rosalind' } }

test('rows open while the wallet is unlocked, and with no key that an earlier life of it had', async () => {
  const { machine, keyring } = await createdWallet()
  const rows = keyring.rows()
  const open = written(keyring)
  expect(open(keyring)).toEqual(whole)
  await keyring.lock()
  expect(keyring.rows()).toBeNull()
  expect(() => rows?.encrypt({}, '')).toThrow(expect.objectContaining({ code: 'locked' }))
  await keyring.unlock(password)
  expect(open(keyring)).toEqual(whole)

  machine.clock.advance(14 * 60_000)
  const next = machine.start()
  expect(next.rows()).toBeNull()
  await next.state()
  expect(open(next)).toEqual(whole)
  // Past the deadline it is locked, before anybody has noticed.
  machine.clock.advance(16 * 60_000)
  expect(next.rows()).toBeNull()
})

test('rows open after a change of the password, in a restored backup, and after a merge', async () => {
  const { machine, keyring } = await createdWallet()
  const open = written(keyring)
  await keyring.changePassword(password, newPassword)
  const backup = await keyring.exportBackup(newPassword)
  await keyring.lock()
  await keyring.unlock(newPassword)
  expect(open(keyring)).toEqual(whole)

  const elsewhere = (await createMachine()).start()
  await elsewhere.importBackup(backup, newPassword)
  expect(open(elsewhere)).toEqual(whole)
  const other = (await createMachine()).start()
  await other.create({ password, phrase: await other.generatePhrase() })
  expect(open(other)).toBeNull()
  const openOther = written(other)
  await other.mergeBackup(backup, newPassword)
  expect(openOther(other)).toEqual(whole)
  expect(open(other)).toBeNull()
  expect(machine.mirrorStore.entries.get('vault-mirror')).not.toContain('Rosalind')
})

/** Makes the vault one as an earlier version left it, in both copies. */
async function takeRecordsKey(machine: Machine): Promise<Vault> {
  const copy = readCopy((await machine.database.get('keyring', 'vault'))?.value)
  if (copy.state !== 'valid') throw new Error('there is no vault')
  const { recordsKey: _, ...earlier }: Vault = copy.vault
  await machine.database.put('keyring', { key: 'vault', value: copyOf(earlier) })
  await machine.mirrorStore.set('vault-mirror', copyOf(earlier))
  return earlier
}

test('a vault of an earlier version gets its key at the next unlock, once', async () => {
  const { machine, keyring: before } = await createdWallet()
  await before.lock()
  const earlier = await takeRecordsKey(machine)
  const keyring = machine.start()
  expect((await keyring.passkeys())?.credentials).toEqual([])
  await keyring.unlock(password)
  const open = written(keyring)
  const stored = readCopy((await machine.database.get('keyring', 'vault'))?.value)
  expect(stored).toMatchObject({ vault: { generation: earlier.generation + 1, recordsKey: expect.anything() } })
  expect(readCopy(await machine.mirrorStore.get('vault-mirror'))).toEqual(stored)
  expect((await keyring.revealPhrase(password)).phrase).toBe(phrase)
  await keyring.lock()
  await keyring.unlock(password)
  expect(open(keyring)).toEqual(whole)
  expect(readCopy((await machine.database.get('keyring', 'vault'))?.value)).toEqual(stored)
})

test('a session of an earlier version is not restored: the password is asked once', async () => {
  const { machine, keyring } = await createdWallet()
  await takeRecordsKey(machine)
  expect(await keyring.state()).toMatchObject({ vault: 'unlocked' })
  const next = machine.start()
  expect(await next.state()).toMatchObject({ vault: 'locked' })
  await next.unlock(password)
  expect(written(next)(next)).toEqual(whole)
})
