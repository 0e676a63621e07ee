import { beforeEach, expect, test } from 'vitest'
import { createMachine, type Machine } from '@/lib/keys/keyring.fixture'
import { generateDataKey, seal, unseal, utf8 } from './cipher'
import { createSession } from './session'

let machine: Machine
beforeEach(async () => {
  faults.length = 0
  machine = await createMachine()
})
const faults: unknown[] = []
const onFault = (error: unknown) => void faults.push(error)
const session = () => createSession(machine.database, machine.sessionStore, onFault)

test('what comes out of it opens what the data key sealed, and cannot be read out', async () => {
  const dataKey = await generateDataKey()
  const sealed = await seal(dataKey, utf8('x'), 'place')
  const opened = await session().open('vault', dataKey, 5)
  const restored = await session().restore('vault')
  for (const each of [opened, restored]) {
    if (each === null) throw new Error('nothing restored')
    expect(each.lockAt).toBe(5)
    expect(each.dataKey.extractable).toBe(false)
    expect(await unseal(each.dataKey, sealed, 'place')).toEqual(utf8('x'))
  }
})

test('neither half is enough', async () => {
  await session().open('vault', await generateDataKey(), null)
  const half = machine.sessionStore.entries.get('keyring-session') ?? ''
  machine.sessionStore.entries.clear()
  expect(await session().restore('vault')).toBeNull()
  machine.sessionStore.entries.set('keyring-session', half)
  expect(await session().restore('vault')).not.toBeNull()
  await machine.database.delete('keyring', 'session-key')
  expect(await session().restore('vault')).toBeNull()
  expect(faults).toEqual([])
})

test('each opening has a wrapping key of its own', async () => {
  const dataKey = await generateDataKey()
  await session().open('vault', dataKey, null)
  const former = machine.sessionStore.entries.get('keyring-session') ?? ''
  await session().open('vault', dataKey, null)
  machine.sessionStore.entries.set('keyring-session', former)
  expect(await session().restore('vault')).toBeNull()
  expect(faults).toMatchObject([{ name: 'OperationError' }])
})

test('it is for one vault', async () => {
  await session().open('vault', await generateDataKey(), null)
  expect(await session().restore('other')).toBeNull()
})

test('strange contents of the store are no session', async () => {
  for (const strange of [5, 'x', {}, { vaultId: 'vault', dataKey: { iv: '', ciphertext: '' }, lockAt: null }]) {
    await machine.sessionStore.set('keyring-session', strange)
    expect(await session().restore('vault')).toBeNull()
  }
})
