import { beforeEach, expect, test } from 'vitest'
import { createdWallet, type Machine, password } from './keyring.fixture'
import { address, password as filePassword, privateKey, scryptFile } from './keystore.fixture'
import type { Keyring } from './types'

const failure = (code: string) => expect.objectContaining({ code })
const keystore = JSON.stringify(scryptFile)

let machine: Machine
let keyring: Keyring
beforeEach(async () => {
  ;({ machine, keyring } = await createdWallet())
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
