import { HDNodeWallet, Mnemonic, wordlists } from 'ethers'
import { argon2id } from 'hash-wasm'
import { privateKeyToAddress } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { lowerCaseAddress } from '@/lib/base/hex'
import {
  createdWallet,
  createMachine,
  firstAddress,
  type Machine,
  password,
  phrase,
  secondAddress,
} from './keyring.fixture'
import type { Keyring, KeyringChange } from './shared/keyring'
import { unwrapDataKey } from './vault/cipher'
import { deriveWrappingKey } from './vault/derivation'
import { withSecret } from './vault/secrets'
import { passwordContext, readCopy } from './vault/vault'

const failure = (code: string, details?: object) =>
  expect.objectContaining({ code, ...(details === undefined ? {} : { details }) })

describe('making a wallet', () => {
  let machine: Machine
  beforeEach(async () => {
    machine = await createMachine()
  })

  test('there is none at first, then it is unlocked with its first account', async () => {
    const keyring = machine.start()
    expect(await keyring.state()).toEqual({ vault: 'none', lockAt: null, retryAt: null })
    await keyring.create({ password, phrase })
    expect(await keyring.state()).toMatchObject({ vault: 'unlocked' })
    expect(await keyring.accounts()).toMatchObject([
      { address: firstAddress, name: 'Account 1', kind: 'phrase', path: "m/44'/60'/0'/0/0", hidden: false },
    ])
  })

  test('a generated phrase makes one too, of 12 or 24 words', async () => {
    const keyring = machine.start()
    const generated = await keyring.generatePhrase()
    expect(generated.split(' ')).toHaveLength(12)
    expect((await keyring.generatePhrase(24)).split(' ')).toHaveLength(24)
    await keyring.create({ password, phrase: generated })
    expect(await keyring.revealPhrase(password)).toEqual({ phrase: generated, passphrase: null })
  })

  test('a passphrase leads to other accounts and is revealed with the phrase', async () => {
    const keyring = machine.start()
    await keyring.create({ password, phrase, passphrase: 'TREZOR' })
    expect((await keyring.accounts())[0]?.address).not.toBe(firstAddress)
    expect(await keyring.revealPhrase(password)).toEqual({ phrase, passphrase: 'TREZOR' })
  })

  test('a phrase in another language is kept word for word, in the next life, in a backup and in a copy of it', async () => {
    const spanish = Mnemonic.fromEntropy(new Uint8Array(32).fill(9), 'ñandú', wordlists.es)
    const { address } = HDNodeWallet.fromMnemonic(spanish)
    await machine.start().create({ password, phrase: spanish.phrase, passphrase: 'ñandú' })
    const kept = { phrase: spanish.phrase.normalize('NFKD'), passphrase: 'ñandú'.normalize('NFKD') }
    const keyring = machine.start()
    await keyring.unlock(password)
    expect(await keyring.accounts()).toMatchObject([{ address }])
    expect(await keyring.revealPhrase(password)).toEqual(kept)
    await expect(keyring.addPhrase({ phrase: spanish.phrase, passphrase: 'ñandú' })).rejects.toEqual(
      failure('phrase-exists'),
    )
    const other = (await createMachine()).start()
    await other.importBackup(await keyring.exportBackup(password), password)
    expect(await other.accounts()).toMatchObject([{ address }])
    expect(await other.revealPhrase(password)).toEqual(kept)
    await other.changePassword(password, 'another horse battery')
    expect(await other.revealPhrase('another horse battery')).toEqual(kept)
  })

  test('a short password is refused, and nothing is stored', async () => {
    const keyring = machine.start()
    await expect(keyring.create({ password: 'elevenchars', phrase })).rejects.toEqual(
      failure('password-too-short', { minimum: 12 }),
    )
    expect(await machine.database.count('keyring')).toBe(0)
    expect(await keyring.state()).toMatchObject({ vault: 'none' })
  })

  test('a bad phrase is refused, and nothing is stored', async () => {
    const keyring = machine.start()
    await expect(keyring.create({ password, phrase: phrase.replace('junk', 'test') })).rejects.toEqual(
      failure('phrase-checksum'),
    )
    expect(await machine.database.count('keyring')).toBe(0)
  })

  test('a second one cannot take the place of the first', async () => {
    const keyring = machine.start()
    await keyring.create({ password, phrase })
    await expect(keyring.create({ password, phrase: await keyring.generatePhrase() })).rejects.toEqual(
      failure('vault-exists'),
    )
    expect((await keyring.revealPhrase(password)).phrase).toBe(phrase)
  })
})

describe('unlocking and locking', () => {
  let machine: Machine
  let keyring: Keyring
  beforeEach(async () => {
    ;({ machine, keyring } = await createdWallet())
  })

  test('locked, it does not sign, and the password opens it again', async () => {
    const changes: KeyringChange[] = []
    await keyring.lock()
    keyring.onChange(change => changes.push(change))
    expect(await keyring.state()).toMatchObject({ vault: 'locked', lockAt: null })
    await expect(keyring.addAccount()).rejects.toEqual(failure('locked'))
    await keyring.unlock(password)
    expect(await keyring.state()).toMatchObject({ vault: 'unlocked' })
    expect(changes).toEqual(['session'])
  })

  test('a wrong password is told as such', async () => {
    await keyring.lock()
    await expect(keyring.unlock('wrong horse battery')).rejects.toEqual(failure('wrong-password', { retryInMs: 0 }))
    expect(await keyring.state()).toMatchObject({ vault: 'locked' })
  })

  test('the same password in another Unicode form opens it', async () => {
    await keyring.changePassword(password, 'Zu\u0308rich am Abend')
    await keyring.lock()
    await keyring.unlock('Z\u00fcrich am Abend')
    expect(await keyring.state()).toMatchObject({ vault: 'unlocked' })
  })

  test('the unlock survives the death of the worker', async () => {
    const { lockAt } = await keyring.state()
    const next = machine.start()
    expect(await next.state()).toEqual({ vault: 'unlocked', lockAt, retryAt: null })
    expect(await next.addAccount()).toBe(secondAddress)
  })

  test('it does not survive the browser', async () => {
    machine.restartBrowser()
    const next = machine.start()
    expect(await next.state()).toMatchObject({ vault: 'locked' })
    expect(await machine.database.get('keyring', 'session-key')).toBeUndefined()
  })

  test('what lies in the session store alone opens nothing', async () => {
    const blob = machine.sessionStore.entries.get('keyring-session')
    await keyring.lock()
    if (blob === undefined) throw new Error('nothing in the session store')
    machine.sessionStore.entries.set('keyring-session', blob)
    expect(await machine.start().state()).toMatchObject({ vault: 'locked' })
  })

  test('the wrapping key in the database cannot be read out', async () => {
    const key = (await machine.database.get('keyring', 'session-key'))?.value
    if (!(key instanceof CryptoKey)) throw new Error('no key')
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })

  test('locking during an unlock ends locked', async () => {
    await keyring.lock()
    const unlocking = keyring.unlock(password).catch(() => undefined)
    await keyring.lock()
    await unlocking
    expect(await keyring.state()).toMatchObject({ vault: 'locked' })
    expect(machine.sessionStore.entries.size).toBe(0)
  })
})

describe('the deadline', () => {
  let machine: Machine
  let keyring: Keyring
  beforeEach(async () => {
    ;({ machine, keyring } = await createdWallet())
  })
  const minutes = (count: number) => count * 60_000
  const lockAt = async () => (await keyring.state()).lockAt

  test('is 15 minutes away at first, and locks', async () => {
    expect(await lockAt()).toBe(machine.clock.now() + minutes(15))
    machine.clock.advance(minutes(15))
    expect(await keyring.state()).toMatchObject({ vault: 'locked' })
    expect(machine.sessionStore.entries.size).toBe(0)
  })

  test('is kept by a worker that was dead when it passed', async () => {
    machine.clock.advance(minutes(14))
    const alive = machine.start()
    expect(await alive.state()).toMatchObject({ vault: 'unlocked' })
    machine.clock.advance(minutes(1))
    expect(await machine.start().state()).toMatchObject({ vault: 'locked' })
  })

  test('moves with use, also for the next worker', async () => {
    machine.clock.advance(minutes(10))
    await keyring.touch()
    expect(await lockAt()).toBe(machine.clock.now() + minutes(15))
    machine.clock.advance(minutes(14))
    expect(await machine.start().state()).toMatchObject({ vault: 'unlocked' })
  })

  test('that moves says so, and nothing more; use within seconds is not worth a word', async () => {
    const changes: KeyringChange[] = []
    keyring.onChange(change => changes.push(change))
    machine.clock.advance(4_000)
    await keyring.touch()
    expect(changes).toEqual([])
    machine.clock.advance(1_000)
    await keyring.touch()
    expect(changes).toEqual(['deadline'])
  })

  test('does not come back to life by use after it passed', async () => {
    machine.clock.advance(minutes(15))
    await keyring.touch()
    expect(await keyring.state()).toMatchObject({ vault: 'locked' })
  })

  test('follows the chosen time at once, and the choice is kept', async () => {
    await keyring.setLockAfter(1)
    expect(await lockAt()).toBe(machine.clock.now() + minutes(1))
    machine.clock.advance(minutes(1))
    await keyring.unlock(password)
    expect(await lockAt()).toBe(machine.clock.now() + minutes(1))
  })

  test.each([[1], [240], [null]])(
    'of %s minutes is chosen without locking anybody who looks at the same moment',
    async chosen => {
      const looks: Promise<{ vault: string }>[] = []
      const watched = machine.start({
        sessionStore: {
          ...machine.sessionStore,
          async set(key, value) {
            looks.push(watched.state())
            await machine.sessionStore.set(key, value)
            // What a look finds it finds before the write is told done.
            await Promise.allSettled(looks)
          },
        },
      })
      await watched.state()
      await watched.setLockAfter(chosen)
      expect(looks).toHaveLength(1)
      expect(await looks[0]).toMatchObject({ vault: 'unlocked' })
      expect(await watched.state()).toMatchObject({ vault: 'unlocked' })
    },
  )

  test('does not move when the same choice is made again, as at every start', async () => {
    machine.clock.advance(minutes(10))
    const before = await lockAt()
    const next = machine.start()
    await next.setLockAfter(15)
    expect((await next.state()).lockAt).toBe(before)
  })

  test('is none when the person chose never', async () => {
    await keyring.setLockAfter(null)
    machine.clock.advance(minutes(60 * 24 * 30))
    expect(await machine.start().state()).toMatchObject({ vault: 'unlocked', lockAt: null })
  })

  test('is not put off by setting the clock back', async () => {
    machine.clock.advance(-minutes(60))
    expect(await machine.start().state()).toMatchObject({ vault: 'locked' })
  })
})

describe('wrong passwords', () => {
  let machine: Machine
  let keyring: Keyring
  beforeEach(async () => {
    ;({ machine, keyring } = await createdWallet())
    await keyring.lock()
  })
  const guess = (of: Keyring = keyring) => of.unlock('not the password')

  async function failFiveTimes(): Promise<void> {
    for (let attempt = 1; attempt < 5; attempt++) {
      await expect(guess()).rejects.toEqual(failure('wrong-password', { retryInMs: 0 }))
    }
    await expect(guess()).rejects.toEqual(failure('wrong-password', { retryInMs: 5_000 }))
  }

  test('after the fifth, none is tried for a while, not even the right one', async () => {
    await failFiveTimes()
    expect((await keyring.state()).retryAt).toBe(machine.clock.now() + 5_000)
    await expect(keyring.unlock(password)).rejects.toEqual(failure('password-delayed', { retryInMs: 5_000 }))
    machine.clock.advance(5_000)
    await keyring.unlock(password)
    expect(await keyring.state()).toMatchObject({ vault: 'unlocked', retryAt: null })
  })

  test('the delay doubles, survives a restart and ends at 15 minutes', async () => {
    await failFiveTimes()
    const delays: number[] = []
    for (let delay = 5_000; delays.length < 10; ) {
      machine.clock.advance(delay)
      machine.restartBrowser()
      const restarted = machine.start()
      const refused: unknown = await guess(restarted).catch((cause: unknown) => cause)
      expect(refused).toEqual(failure('wrong-password'))
      const { retryAt } = await restarted.state()
      delay = (retryAt ?? 0) - machine.clock.now()
      delays.push(delay)
    }
    expect(delays.slice(0, 4)).toEqual([10_000, 20_000, 40_000, 80_000])
    expect(delays.at(-1)).toBe(15 * 60_000)
  })

  test('all at once are still counted one by one', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => guess()))
    const codes = results.map(result => (result.status === 'rejected' ? result.reason.code : 'opened'))
    expect(codes.filter(code => code === 'wrong-password')).toHaveLength(5)
    expect(codes.filter(code => code === 'password-delayed')).toHaveLength(15)
  })

  test('a clock that was set back does not lock the person out for longer than the delay', async () => {
    await failFiveTimes()
    machine.clock.advance(-60 * 60_000)
    await expect(keyring.unlock(password)).rejects.toEqual(failure('password-delayed', { retryInMs: 5_000 }))
    expect((await keyring.state()).retryAt).toBe(machine.clock.now() + 5_000)
  })

  test('asking for the phrase counts as well', async () => {
    for (let attempt = 1; attempt <= 5; attempt++) {
      await expect(keyring.revealPhrase('not the password')).rejects.toEqual(failure('wrong-password'))
    }
    await expect(keyring.unlock(password)).rejects.toEqual(failure('password-delayed'))
  })
})

describe('the password', () => {
  test('is changed with every secret written anew, and the old one ends', async () => {
    const { machine, keyring } = await createdWallet()
    const vault = async () => JSON.parse(String((await stored(machine)).text))
    const before = await vault()
    await keyring.changePassword(password, 'another horse battery')
    const after = await vault()
    for (const [index, secret] of after.secrets.entries())
      expect(secret.content).not.toEqual(before.secrets[index].content)
    expect((await keyring.revealPhrase('another horse battery')).phrase).toBe(phrase)
    expect(after.dataKey).not.toEqual(before.dataKey)
    expect(after.derivation.salt).not.toBe(before.derivation.salt)
    await keyring.lock()
    await expect(keyring.unlock(password)).rejects.toEqual(failure('wrong-password'))
    await keyring.unlock('another horse battery')
    expect(await machine.mirrorStore.get('vault-mirror')).toEqual(await stored(machine))
  })

  test('of before opens nothing that was added after its change, with any copy of its time', async () => {
    const { machine, keyring } = await createdWallet()
    const before = readCopy(await stored(machine))
    if (before.state !== 'valid') throw new Error('no vault')
    const { dataKey, derivation, id } = before.vault
    const wrappingKey = await deriveWrappingKey(password, derivation, argon2id)
    const ofBefore = await unwrapDataKey(dataKey, wrappingKey, passwordContext(id, derivation), 'use-only')
    await keyring.changePassword(password, 'another horse battery')
    const imported = await keyring.importKey(`0x${'11'.repeat(32)}`)
    const now = readCopy(await stored(machine))
    if (now.state !== 'valid') throw new Error('no vault')
    expect(now.vault.secrets).toHaveLength(2)
    for (const secret of now.vault.secrets)
      await expect(withSecret(now.vault, ofBefore, secret, () => undefined)).rejects.toEqual(failure('vault-damaged'))
    expect(await keyring.revealKey('another horse battery', imported)).toBe(`0x${'11'.repeat(32)}`)
  })

  test('is changed while the wallet stays unlocked, for this worker and the next', async () => {
    const { machine, keyring } = await createdWallet()
    await keyring.changePassword(password, 'another horse battery')
    const salts = await keyring.channelSalts(firstAddress, 1)
    const next = machine.start()
    expect(await next.state()).toMatchObject({ vault: 'unlocked' })
    expect(await next.channelSalts(firstAddress, 1)).toEqual(salts)
  })

  test('is changed although the worker dies before the session has the new key: the new one opens it', async () => {
    const { machine, keyring } = await createdWallet()
    const session = await machine.sessionStore.get('keyring-session')
    const key = await machine.database.get('keyring', 'session-key')
    await keyring.changePassword(password, 'another horse battery')
    await machine.sessionStore.set('keyring-session', session)
    if (key !== undefined) await machine.database.put('keyring', key)
    const next = machine.start()
    expect(await next.state()).toMatchObject({ vault: 'locked' })
    await next.unlock('another horse battery')
    expect((await next.revealPhrase('another horse battery')).phrase).toBe(phrase)
  })

  test('is not changed to a short one, or by a wrong one', async () => {
    const { keyring } = await createdWallet()
    await expect(keyring.changePassword(password, 'short')).rejects.toEqual(failure('password-too-short'))
    await expect(keyring.changePassword('not the password', 'another horse battery')).rejects.toEqual(
      failure('wrong-password'),
    )
    expect((await keyring.revealPhrase(password)).phrase).toBe(phrase)
  })

  test('costs more to guess after an unlock under a dearer standard', async () => {
    const { machine, keyring } = await createdWallet()
    await keyring.lock()
    const dearer = { memoryKiB: 32, minimumIterations: 2, maximumIterations: 2, targetMs: 1 }
    const next = machine.start({ derivation: dearer })
    await next.unlock(password)
    expect(JSON.parse((await stored(machine)).text).derivation).toMatchObject({ memoryKiB: 32, iterations: 2 })
    await next.lock()
    await next.unlock(password)
    expect((await next.revealPhrase(password)).phrase).toBe(phrase)
  })

  async function stored(machine: Machine): Promise<{ text: string; checksum: string }> {
    return (await machine.database.get('keyring', 'vault'))?.value as { text: string; checksum: string }
  }
})

describe('revealing', () => {
  test('a key is that of its address, from a phrase or imported', async () => {
    const { keyring } = await createdWallet()
    const revealed = await keyring.revealKey(password, firstAddress)
    expect(revealed).toBe('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
    const imported = `0x${'11'.repeat(32)}` as const
    const address = await keyring.importKey(imported)
    expect(address).toBe(privateKeyToAddress(imported))
    expect(await keyring.revealKey(password, lowerCaseAddress(address))).toBe(imported)
  })

  test('asks for the password again, although it is unlocked', async () => {
    const { keyring } = await createdWallet()
    await expect(keyring.revealPhrase('not the password')).rejects.toEqual(failure('wrong-password'))
    await expect(keyring.revealKey('not the password', firstAddress)).rejects.toEqual(failure('wrong-password'))
  })

  test('there is no key of a watched or unknown address', async () => {
    const { keyring } = await createdWallet()
    await keyring.watchAddress(secondAddress)
    await expect(keyring.revealKey(password, secondAddress)).rejects.toEqual(failure('account-watch-only'))
    await expect(keyring.revealKey(password, `0x${'99'.repeat(20)}`)).rejects.toEqual(failure('account-unknown'))
  })
})

test('erasing forgets every key, account and copy', async () => {
  const { machine, keyring } = await createdWallet()
  await keyring.erase()
  expect(await keyring.state()).toEqual({ vault: 'none', lockAt: null, retryAt: null })
  expect(await machine.database.count('keyring')).toBe(0)
  expect(await machine.database.count('accounts')).toBe(0)
  expect(machine.mirrorStore.entries.size).toBe(0)
  expect(machine.sessionStore.entries.size).toBe(0)
  expect(await machine.start().state()).toMatchObject({ vault: 'none' })
})

test('locking by hand forgets the session at once: a worker killed during other work leaves the next one locked', async () => {
  const { machine } = await createdWallet()
  // A derivation that does not end, with the queue of changes behind it.
  const busy = machine.start({ argon2id: () => new Promise<never>(() => undefined) })
  expect(await busy.state()).toMatchObject({ vault: 'unlocked' })
  void busy.unlock(password)
  void busy.lock()
  await expect.poll(() => machine.sessionStore.entries.size).toBe(0)
  expect(await machine.start().state()).toMatchObject({ vault: 'locked' })
})
