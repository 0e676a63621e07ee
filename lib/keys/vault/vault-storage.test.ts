import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordFaults } from '@/lib/base/faults.fixture'
import { createdWallet, firstAddress, type Machine, password, phrase } from '@/lib/keys/keyring.fixture'
import type { Keyring } from '@/lib/keys/shared/keyring'
import { withEncryptedRows } from '@/lib/storage/encrypted/database'
import { encryptedStore } from '@/lib/storage/encrypted/store'
import { encryptReadableRows } from '@/lib/storage/encrypted/sweep'
import type { Database } from '@/lib/storage/open'
import { stores } from '@/lib/storage/stores'
import { watchDisk } from '@/test/full-disk'
import { checksumOf } from './vault'

const addressOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as const
const yesOrNo = [() => true, () => false] as const
const onUnreadable = (store: string, key: string) => expect.unreachable(`${store} ${key} does not open`)
const sweep = (database: Database, { rows: cipher, rowsRenewed: renewed }: Keyring) =>
  encryptReadableRows(database, {
    ...{ stores, names: ['contacts', 'items'], cipher, isWhole: () => true, renewed, onUnreadable },
    ...{ now: () => 5, pause: async () => undefined },
  })

/** A worker that dies at the n-th thing it asks of the database or the stores: that one and all later ones fail. */
function dyingAt(machine: Machine, at: number) {
  let asked = 0
  const dying = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(_, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          const error = new Error('the worker died')
          if (++asked >= at && name === 'transaction') throw error
          return asked >= at ? Promise.reject(error) : value.apply(target, given)
        }
      },
    })
  const database = dying(machine.database)
  const start = () =>
    machine.start({ database, mirrorStore: dying(machine.mirrorStore), sessionStore: dying(machine.sessionStore) })
  return { database, start }
}

const failure = (code: string) => expect.objectContaining({ code })
type Copy = { text: string; checksum: string }

let machine: Machine
let keyring: Keyring
beforeEach(async () => {
  ;({ machine, keyring } = await createdWallet())
  await keyring.lock()
})

const primary = async () => (await machine.database.get('keyring', 'vault'))?.value as Copy
const mirror = async () => (await machine.mirrorStore.get('vault-mirror')) as Copy
const setPrimary = (value: unknown) => machine.database.put('keyring', { key: 'vault', value })
const setMirror = (value: unknown) => machine.mirrorStore.set('vault-mirror', value)
/** The next worker. */
const restarted = () => machine.start()

/** Ways in which a copy may have suffered. */
const damages: [string, (copy: Copy) => unknown][] = [
  ['a changed byte', copy => ({ ...copy, text: copy.text.replace('"generation":1', '"generation":7') })],
  ['half of it', copy => ({ ...copy, text: copy.text.slice(0, copy.text.length / 2) })],
  ['nothing of it', copy => ({ ...copy, text: '' })],
  ['no checksum', copy => ({ text: copy.text })],
  ['another checksum', copy => ({ ...copy, checksum: checksumOf('x') })],
  ['whole text that is no vault', () => ({ text: '{}', checksum: checksumOf('{}') })],
  ['a number', () => 5],
  ['a list', () => []],
]

describe('one damaged copy is repaired without a word', () => {
  test.each(damages)('in the database: %s', async (_name, damage) => {
    const whole = await primary()
    await setPrimary(damage(whole))
    const next = restarted()
    expect(await next.state()).toMatchObject({ vault: 'locked' })
    expect(await primary()).toEqual(whole)
    await next.unlock(password)
  })

  test('in the database, and on a disk that is too full for the repair it opens all the same', async () => {
    await setPrimary({ text: '', checksum: '' })
    const full = watchDisk(machine.database.name, write => write === 1)
    const state = await restarted().state()
    full.free()
    expect(state).toMatchObject({ vault: 'locked' })
    await restarted().unlock(password)
  })

  test.each(damages)('in the mirror: %s', async (_name, damage) => {
    const whole = await mirror()
    await setMirror(damage(whole))
    await restarted().state()
    expect(await mirror()).toEqual(whole)
  })

  test('a database that is gone comes back from the mirror, accounts included', async () => {
    await machine.database.clear('keyring')
    await machine.database.clear('accounts')
    const next = restarted()
    await next.unlock(password)
    expect(await next.accounts()).toMatchObject([{ address: firstAddress }])
    expect(await primary()).toEqual(await mirror())
  })

  test('a mirror that is gone is written again', async () => {
    await machine.mirrorStore.remove('vault-mirror')
    await restarted().state()
    expect(await mirror()).toEqual(await primary())
  })

  test('no byte of the text can change unnoticed', async () => {
    const whole = await primary()
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.text.length - 1), fc.integer({ min: 32, max: 126 }), async (index, code) => {
        const text = whole.text.slice(0, index) + String.fromCharCode(code) + whole.text.slice(index + 1)
        await setPrimary({ ...whole, text })
        await restarted().state()
        expect(await primary()).toEqual(whole)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the newest copy wins', () => {
  test('when the mirror was not written', async () => {
    const older = await mirror()
    await keyring.changePassword(password, 'another horse battery')
    await setMirror(older)
    const next = restarted()
    await next.unlock('another horse battery')
    expect(await mirror()).toEqual(await primary())
  })

  test('when the mirror could not be written, which is reported', async () => {
    const faults = recordFaults()
    const full = new DOMException('no room', 'QuotaExceededError')
    const mirrorStore = { ...machine.mirrorStore, set: () => Promise.reject(full) }
    const next = machine.start({ mirrorStore, faults })
    await next.unlock(password)
    await next.changePassword(password, 'another horse battery')
    expect(faults.seen).toEqual([{ where: 'keys', error: full, chainId: undefined }])
    await restarted().unlock('another horse battery')
    expect(await mirror()).toEqual(await primary())
  })

  test('when the database is an older one', async () => {
    const older = await primary()
    await keyring.changePassword(password, 'another horse battery')
    await setPrimary(older)
    await restarted().unlock('another horse battery')
    expect(await primary()).toEqual(await mirror())
  })

  test('of two wallets the later made, whatever its generation', async () => {
    await keyring.changePassword(password, 'another horse battery')
    const former = await mirror()
    await keyring.erase()
    machine.clock.advance(1)
    const next = restarted()
    await next.create({ password, phrase: await next.generatePhrase() })
    const latter = await primary()
    await setMirror(former)
    await restarted().state()
    expect(await primary()).toEqual(latter)
    expect(await mirror()).toEqual(latter)
  })
})

test('both copies put back to an older generation are used, and said until the next change', async () => {
  const older = await primary()
  await keyring.changePassword(password, 'another horse battery')
  await setPrimary(older)
  await setMirror(older)
  const faults = recordFaults()
  const next = machine.start({ faults })
  await next.unlock(password)
  expect(faults.seen).toMatchObject([{ where: 'keys', error: { code: 'vault-older' } }])
  await next.importKey(`0x${'5f'.repeat(32)}`)
  const later = recordFaults()
  await machine.start({ faults: later }).state()
  expect(later.seen).toEqual([])
  // Another wallet has generations of its own.
  await next.erase()
  await machine.start({ faults: later }).create({ password, phrase })
  await machine.start({ faults: later }).state()
  expect(later.seen).toEqual([])
})

describe('two damaged copies', () => {
  beforeEach(async () => {
    await setPrimary({ ...(await primary()), checksum: 'x' })
    await setMirror({ ...(await mirror()), text: '' })
  })

  test('are said, and nothing is overwritten', async () => {
    await setPrimary({ text: '{', checksum: 'x' })
    const before = [await primary(), await mirror()]
    const next = restarted()
    expect(await next.state()).toMatchObject({ vault: 'damaged' })
    await expect(next.unlock(password)).rejects.toEqual(failure('vault-damaged'))
    expect([await primary(), await mirror()]).toEqual(before)
  })

  test('are opened by the password where only the checksum is wrong, and are whole again', async () => {
    const before = { primary: await primary(), mirror: await mirror() }
    const next = restarted()
    await next.unlock(password)
    expect(await next.state()).toMatchObject({ vault: 'unlocked' })
    expect((await machine.database.get('keyring', 'vault-damaged'))?.value).toEqual(before)
    expect(await mirror()).toEqual(await primary())
    const later = restarted()
    await later.lock()
    await later.unlock(password)
    expect(await later.accounts()).toMatchObject([{ address: firstAddress }])
  })

  test('are opened from the one whose keys are whole, whichever it is', async () => {
    const whole = await primary()
    const { dataKey, ...rest } = JSON.parse(whole.text)
    const wrap = {
      ...dataKey,
      ciphertext: `${dataKey.ciphertext}`.replace(/^../, first => (first === '00' ? '01' : '00')),
    }
    const damaged = { text: JSON.stringify({ ...rest, dataKey: wrap, generation: 9 }), checksum: 'x' }
    for (const [inDatabase, inMirror] of [
      [damaged, whole],
      [whole, damaged],
    ]) {
      await setPrimary(inDatabase)
      await setMirror({ ...inMirror, checksum: 'x' })
      const next = restarted()
      await next.unlock(password)
      expect(await next.state()).toMatchObject({ vault: 'unlocked' })
      await next.lock()
    }
  })

  test('stay as they are after a wrong password, which counts as one', async () => {
    const before = [await primary(), await mirror()]
    const next = restarted()
    await expect(next.unlock('another horse battery')).rejects.toEqual(failure('wrong-password'))
    expect(await next.state()).toMatchObject({ vault: 'damaged' })
    expect([await primary(), await mirror()]).toEqual(before)
    expect(await machine.database.get('keyring', 'vault-damaged')).toBeUndefined()
  })

  test('stay as they are where a secret in them does not decrypt', async () => {
    const { text } = await primary()
    const { secrets, ...rest } = JSON.parse(text)
    const [first, ...others] = secrets
    const flipped = first.content.ciphertext.replace(/^../, (byte: string) => (byte === '00' ? '01' : '00'))
    const broken = { ...first, content: { ...first.content, ciphertext: flipped } }
    await setPrimary({ text: JSON.stringify({ ...rest, secrets: [broken, ...others] }), checksum: 'x' })
    const before = await primary()
    const next = restarted()
    await expect(next.unlock(password)).rejects.toEqual(failure('vault-damaged'))
    expect(await primary()).toEqual(before)
    expect(await next.state()).toMatchObject({ vault: 'damaged' })
  })

  test('give way to the phrase, and are kept aside', async () => {
    const before = { primary: await primary(), mirror: await mirror() }
    const next = restarted()
    await next.create({ password: 'another horse battery', phrase })
    expect(await next.state()).toMatchObject({ vault: 'unlocked' })
    expect((await machine.database.get('keyring', 'vault-damaged'))?.value).toEqual(before)
    expect(await restarted().accounts()).toMatchObject([{ address: firstAddress }])
  })

  test('give way to a write that was cut off before its swap', async () => {
    const { machine: other, keyring: source } = await createdWallet()
    await source.lock()
    const whole = (await other.database.get('keyring', 'vault'))?.value
    await machine.database.put('keyring', { key: 'vault-next', value: whole })
    const next = restarted()
    await next.unlock(password)
    expect(await primary()).toEqual(whole)
    expect(await mirror()).toEqual(whole)
  })

  test('can be erased', async () => {
    const next = restarted()
    await next.erase()
    expect(await next.state()).toMatchObject({ vault: 'none' })
  })
})

test('a copy with a wrong checksum is kept beside a new database, until the password opens it', async () => {
  await machine.database.clear('keyring')
  await machine.database.clear('accounts')
  await setMirror({ ...(await mirror()), checksum: checksumOf('x') })
  const next = restarted()
  expect(await next.state()).toMatchObject({ vault: 'damaged' })
  await next.unlock(password)
  expect(await next.accounts()).toMatchObject([{ address: firstAddress }])
  expect(await primary()).toEqual(await mirror())
})

describe('a copy that cannot be read is not a damaged one', () => {
  const unreadable = () => Promise.reject(new Error('timed out'))

  test('while the other is whole, it is not needed', async () => {
    machine.mirrorStore.get = unreadable
    const next = restarted()
    expect(await next.state()).toMatchObject({ vault: 'locked' })
    await next.unlock(password)
  })

  test('while the other is damaged, nobody is told to start anew, and the next try may succeed', async () => {
    await setPrimary('damaged')
    const readable = machine.mirrorStore.get
    machine.mirrorStore.get = unreadable
    const next = restarted()
    await expect(next.state()).rejects.toThrow('timed out')
    machine.mirrorStore.get = readable
    expect(await next.state()).toMatchObject({ vault: 'locked' })
    await next.unlock(password)
  })
})

describe('a vault of a newer Prelude', () => {
  async function newer(): Promise<Copy> {
    const text = JSON.stringify({ ...JSON.parse((await primary()).text), version: 3, secrets: 'another shape' })
    return { text, checksum: checksumOf(text) }
  }

  test.each([['database'], ['mirror']])('in the %s is left alone and said', async place => {
    const copy = await newer()
    await (place === 'database' ? setPrimary(copy) : setMirror(copy))
    const next = restarted()
    expect(await next.state()).toMatchObject({ vault: 'newer' })
    await expect(next.unlock(password)).rejects.toEqual(failure('vault-newer'))
    await expect(next.create({ password, phrase })).rejects.toEqual(failure('vault-newer'))
    expect(await (place === 'database' ? primary() : mirror())).toEqual(copy)
  })
})

describe('a write that is cut off', () => {
  /** The n-th write from now on fails, as when the worker dies there. */
  function dieAtWrite(count: number): void {
    let writes = 0
    const { database } = machine
    const transaction = database.transaction.bind(database)
    database.transaction = ((...input: Parameters<typeof transaction>) => {
      if (input[2]?.durability === 'strict' && ++writes === count) throw new Error('the worker died')
      return transaction(...input)
    }) as typeof database.transaction
  }

  test.each([1, 2])('at write %i leaves the old password in force', async count => {
    const whole = await primary()
    dieAtWrite(count)
    await expect(keyring.changePassword(password, 'another horse battery')).rejects.toThrow('the worker died')
    expect(await primary()).toEqual(whole)
    await keyring.unlock(password)
  })

  test('anywhere on the way to another password leaves one of the two in force, and every row and key opens', async () => {
    const next = 'another horse battery'
    const contact = { address: addressOf(1), name: 'Rosalind', createdAt: 1 }
    const item = { key: 'item' } as never
    const outcomes = new Set<string>()
    for (let at = 1, hasEnded = false; !hasEnded; at++) {
      const { machine, keyring: before } = await createdWallet()
      const key = await before.importKey(`0x${'5f'.repeat(32)}`)
      const opened = (keyring: Keyring) =>
        withEncryptedRows(machine.database, { cipher: keyring.rows, encryptedStore, onUnreadable })
      const rows = async (keyring: Keyring) => [
        await opened(keyring).getAll('contacts'),
        await opened(keyring).getAll('items'),
      ]
      const onDisk = async () =>
        [await machine.database.getAllKeys('contacts'), await machine.database.getAllKeys('items')].flat().map(String)
      await opened(before).put('contacts', contact)
      await opened(before).put('items', item)
      const former = await onDisk()

      const { start, database } = dyingAt(machine, at)
      const dying = start()
      const changing = dying.changePassword(password, next).then(() => sweep(database, dying))
      hasEnded = await changing.then(...yesOrNo)

      const later = machine.start()
      await later.lock()
      const isChanged = await later.unlock(next).then(...yesOrNo)
      machine.clock.advance(60_000)
      if (isChanged) await expect(later.unlock(password)).rejects.toEqual(failure('wrong-password'))
      else await later.unlock(password)
      const left = (await onDisk()).filter(each => former.includes(each)).length
      outcomes.add(`${isChanged ? 'new' : 'old'} password, ${left} rows of the key before`)
      expect(await rows(later)).toEqual([[contact], [item]])
      await sweep(machine.database, later)
      expect(await rows(later)).toEqual([[contact], [item]])
      expect((await onDisk()).some(each => former.includes(each))).toBe(!isChanged)
      expect(await later.revealKey(isChanged ? next : password, key)).toBe(`0x${'5f'.repeat(32)}`)
      const copies = await Promise.all([
        machine.database.get('keyring', 'vault'),
        machine.mirrorStore.get('vault-mirror'),
      ])
      expect(JSON.stringify(copies)).not.toContain('formerRecordsKeys')
    }
    expect([...outcomes]).toEqual([
      'old password, 2 rows of the key before',
      'new password, 2 rows of the key before',
      'new password, 1 rows of the key before',
      'new password, 0 rows of the key before',
    ])
  }, 30_000)

  test('a first wallet that was not swapped in is none', async () => {
    await keyring.erase()
    dieAtWrite(2)
    await expect(keyring.create({ password, phrase })).rejects.toThrow('the worker died')
    expect(await machine.database.get('keyring', 'vault-next')).toBeDefined()
    expect(await keyring.state()).toMatchObject({ vault: 'none' })
  })

  test('a mirror that cannot be written does not fail the change', async () => {
    machine.mirrorStore.set = () => Promise.reject(new Error('full'))
    await keyring.changePassword(password, 'another horse battery')
    await keyring.unlock('another horse battery')
  })

  test('what was not written as meant is not swapped in', async () => {
    const whole = await primary()
    const { database } = machine
    const get = database.get.bind(database)
    database.get = (async (...input: Parameters<typeof get>) => {
      const row = await get(...input)
      return input[1] === 'vault-next' ? { key: 'vault-next', value: whole } : row
    }) as typeof database.get
    await expect(keyring.changePassword(password, 'another horse battery')).rejects.toEqual(failure('vault-damaged'))
    expect(await primary()).toEqual(whole)
  })
})
