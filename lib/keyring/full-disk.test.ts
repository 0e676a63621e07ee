import { describe, expect, it } from 'vitest'
import { failureIn } from '@/lib/values/failure'
import { watchDisk } from '@/test/full-disk'
import { createdWallet, firstAddress, type Machine, password, secondAddress, watched } from './keyring.fixture'
import type { Keyring } from './types'

const other = 'another horse battery'
/** A test vector of BIP-39. */
const otherPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
/** The third of Anvil's accounts. */
const key = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'

/** Everything that changes the vault or its accounts. */
const changes: Record<string, (keyring: Keyring) => Promise<unknown>> = {
  'another password': keyring => keyring.changePassword(password, other),
  'another account': keyring => keyring.addAccount(),
  'another phrase': keyring => keyring.addPhrase({ phrase: otherPhrase }),
  'an imported key': keyring => keyring.importKey(key),
  'a watched address': keyring => keyring.watchAddress(watched),
  'a removed account': keyring => keyring.removeAccount(secondAddress),
  'another name': keyring => keyring.renameAccount(firstAddress, 'Savings'),
  'another order': keyring => keyring.orderAccounts([secondAddress, firstAddress]),
  'another time until the lock': keyring => keyring.setLockAfter(7),
  'a passkey': keyring =>
    keyring.addPasskeyWrap({ password, credentialId: 'Y3JlZGVudGlhbA', prfOutput: new Uint8Array(32).fill(7) }),
}

async function start(): Promise<{ machine: Machine; keyring: Keyring }> {
  const wallet = await createdWallet()
  await wallet.keyring.addAccount()
  return wallet
}

/** What is there after the browser was started anew, and with which password. */
async function found(machine: Machine): Promise<unknown> {
  machine.restartBrowser()
  const keyring = machine.start()
  const opens = async (each: string) =>
    keyring.unlock(each).then(
      () => true,
      () => false,
    )
  const opensWith = (await opens(password)) ? password : other
  machine.clock.advance(3_600_000)
  await keyring.unlock(opensWith)
  const accounts = await keyring.accounts()
  const secrets = accounts.filter(({ kind }) => kind === 'key' || kind === 'phrase')
  const keys = await Promise.all(secrets.map(({ address }) => keyring.revealKey(opensWith, address)))
  const phrases = await keyring.phrases()
  return {
    opensWith,
    accounts: accounts.map(({ createdAt: _, phraseId: __, ...account }) => account),
    keys,
    phrases: phrases.length,
    passkeys: (await keyring.passkeys())?.credentials.length,
  }
}

describe.each(Object.entries(changes))('%s, on a disk that is full at any one write,', (_name, change) => {
  it('is told as made and is, or as not made and is not', async () => {
    const before = await found((await start()).machine)
    const model = await start()
    const disk = watchDisk(model.machine.database.name)
    await change(model.keyring)
    const writes = disk.writes()
    const after = await found(model.machine)
    expect(writes).toBeGreaterThan(0)
    for (let at = 1; at <= writes; at += 1) {
      const { machine, keyring } = await start()
      const full = watchDisk(machine.database.name, write => write === at)
      const told = await change(keyring).then(
        () => 'made',
        (error: unknown) => failureIn(error)?.code ?? `no code: ${error}`,
      )
      full.free()
      expect(['made', 'disk-full'], `write ${at}`).toContain(told)
      expect({ at, told, found: await found(machine) }).toEqual({ at, told, found: told === 'made' ? after : before })
    }
  })
})
