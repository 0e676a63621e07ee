import { beforeAll, describe, expect, it } from 'vitest'
import { failureIn } from '@/lib/base/failure'
import { watchDisk } from '@/test/full-disk'
import { password as filePassword, pbkdf2File } from './accounts/keystore.fixture'
import { fillPaymentRows } from './golden-payment-rows.fixture'
import {
  createdWallet,
  createMachine,
  firstAddress,
  type Machine,
  password,
  phrase,
  secondAddress,
  watched,
} from './keyring.fixture'
import type { Keyring } from './shared/keyring'

const other = 'another horse battery'
/** A test vector of BIP-39. */
const otherPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
/** The third of Anvil's accounts. */
const key = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'

/** A wallet with another phrase, a key and payment channels, as a file. */
let backup = ''
beforeAll(async () => {
  const machine = await createMachine()
  const keyring = machine.start()
  await keyring.create({ password, phrase: otherPhrase })
  await keyring.addAccount('Coffee')
  await keyring.importKey(key)
  await fillPaymentRows(machine.database)
  backup = await keyring.exportBackup(password)
})

async function firstPhraseId(keyring: Keyring): Promise<string> {
  const [first] = await keyring.phrases()
  if (first === undefined) throw new Error('no phrase')
  return first.id
}

/** Everything that changes the vault or its accounts. */
const changes: Record<string, (keyring: Keyring) => Promise<unknown>> = {
  'another password': keyring => keyring.changePassword(password, other),
  'another account': keyring => keyring.addAccount(),
  'another phrase': keyring => keyring.addPhrase({ phrase: otherPhrase }),
  'a named phrase': async keyring => keyring.namePhrase(await firstPhraseId(keyring), 'Old laptop'),
  'an account at a path': async keyring => keyring.addAccountAtPath("m/44'/60'/7'/0/0", await firstPhraseId(keyring)),
  'accounts at paths': keyring => keyring.addAccountsAtPaths(["m/44'/60'/7'/0/0", "m/44'/60'/8'/0/0"]),
  'a keystore file': keyring => keyring.importKeystore(JSON.stringify(pbkdf2File), filePassword),
  'an account on a device': keyring =>
    keyring.addDeviceAccounts(
      [{ address: watched, kind: 'qr', path: "m/44'/60'/0'/0/0", fingerprint: '00000001' }],
      'Vault',
    ),
  'a hidden account': keyring => keyring.hideAccount(firstAddress, true),
  'what a backup adds': keyring => keyring.mergeBackup(backup, password),
  'an imported key': keyring => keyring.importKey(key),
  'a watched address': keyring => keyring.watchAddress(watched),
  'a removed account': keyring => keyring.removeAccount(secondAddress),
  'a removed phrase': async keyring => {
    const [, second] = await keyring.phrases()
    await keyring.removePhrase(second?.id ?? '', password)
  },
  'another name': keyring => keyring.renameAccount(firstAddress, 'Savings'),
  'another order': keyring => keyring.orderAccounts([secondAddress, firstAddress]),
  'another time until the lock': keyring => keyring.setLockAfter(7),
  'a passkey': keyring =>
    keyring.addPasskeyWrap({ password, credentialId: 'Y3JlZGVudGlhbA', prfOutput: new Uint8Array(32).fill(7) }),
}

/** What makes a wallet where there is none. */
const beginnings: Record<string, (keyring: Keyring) => Promise<unknown>> = {
  'a new wallet': keyring => keyring.create({ password, phrase }),
  'a wallet from a backup': keyring => keyring.importBackup(backup, password),
}

/** The cases that begin with a second phrase. */
const withTwoPhrases = new Set(['a removed phrase'])

async function startEmpty(): Promise<{ machine: Machine; keyring: Keyring }> {
  const machine = await createMachine()
  return { machine, keyring: machine.start() }
}

async function start(): Promise<{ machine: Machine; keyring: Keyring }> {
  const wallet = await createdWallet()
  await wallet.keyring.addAccount()
  return wallet
}

/** What is there after the browser was started anew, and with which password. */
async function found(machine: Machine): Promise<Readonly<Record<string, unknown>>> {
  machine.restartBrowser()
  const keyring = machine.start()
  if ((await keyring.state()).vault === 'none')
    return { accounts: [], channels: await machine.database.count('channels') }
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
    phrases: phrases.map(({ name }) => name),
    channels: (await machine.database.getAll('channels')).length,
    passkeys: (await keyring.passkeys())?.credentials.length,
  }
}

async function startWithTwoPhrases(): Promise<{ machine: Machine; keyring: Keyring }> {
  const wallet = await start()
  const { phraseId } = await wallet.keyring.addPhrase({ phrase: otherPhrase })
  await wallet.keyring.addAccount('Old savings', phraseId)
  return wallet
}

describe.each([
  ...Object.entries(changes).map(
    ([name, change]) => [name, change, withTwoPhrases.has(name) ? startWithTwoPhrases : start] as const,
  ),
  ...Object.entries(beginnings).map(([name, change]) => [name, change, startEmpty] as const),
])('%s, on a disk that is full at any one write,', (_name, change, start) => {
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
      expect(['made', 'disk-full', 'backup-partly'], `write ${at}`).toContain(told)
      const partly = { ...after, channels: before.channels }
      const right = { made: after, 'disk-full': before, 'backup-partly': partly }[told]
      expect({ at, told, found: await found(machine) }).toEqual({ at, told, found: right })
      if (told !== 'backup-partly') continue
      const next = machine.start()
      await next.unlock(password)
      await next.mergeBackup(backup, password)
      expect(await found(machine)).toEqual(after)
    }
  })
})
