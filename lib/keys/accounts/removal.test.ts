import { beforeEach, describe, expect, test } from 'vitest'
import type { KeyValueStore } from '@/lib/base/key-value-store'
import { createdWallet, firstAddress, type Machine, password, watched } from '@/lib/keys/keyring.fixture'
import type { Keyring } from '@/lib/keys/shared/keyring'

const failure = (code: string) => expect.objectContaining({ code })
const privateKey = `0x${'5f'.repeat(32)}`
const otherPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

let machine: Machine
let keyring: Keyring
beforeEach(async () => {
  ;({ machine, keyring } = await createdWallet())
})

const addresses = async (of: Keyring) => (await of.accounts()).map(({ address }) => address.toLowerCase())
/** Restarts as an update does: only what the old worker stored is left. */
async function nextLife(): Promise<Keyring> {
  machine.restartBrowser()
  const next = machine.start()
  await next.unlock(password)
  return next
}
const stored = async () => JSON.stringify([await machine.database.getAll('keyring'), [...machine.mirrorStore.entries]])

describe('removing an account', () => {
  test('that is only watched takes it off the list', async () => {
    await keyring.watchAddress(watched)
    await keyring.removeAccount(watched)
    expect(await addresses(await nextLife())).toEqual([firstAddress.toLowerCase()])
  })

  test('of a phrase with others leaves the phrase, which makes it again', async () => {
    const second = await keyring.addAccount()
    await keyring.removeAccount(second)
    const next = await nextLife()
    expect(await addresses(next)).toEqual([firstAddress.toLowerCase()])
    expect(await next.addAccount()).toBe(second)
  })

  test('with an imported key deletes the key, in both copies of the vault', async () => {
    const address = await keyring.importKey(privateKey)
    const keys = async () => [...(await stored()).matchAll(/kind\\+":\\+"key/g)].length
    expect(await keys()).toBe(2)
    await keyring.removeAccount(address, password)
    expect(await keys()).toBe(0)
    const next = await nextLife()
    expect(await addresses(next)).toEqual([firstAddress.toLowerCase()])
    await expect(next.revealKey(password, address)).rejects.toEqual(failure('account-unknown'))
    expect(await next.importKey(privateKey)).toBe(address)
    expect(await next.revealKey(password, address)).toBe(privateKey)
  })

  test('that is the last of its phrase deletes the phrase', async () => {
    const { phraseId, address } = await keyring.addPhrase({ phrase: otherPhrase })
    await keyring.removeAccount(address, password)
    const next = await nextLife()
    expect((await next.phrases()).map(({ id }) => id)).not.toContain(phraseId)
    expect(await addresses(next)).toEqual([firstAddress.toLowerCase()])
    await expect(next.revealPhrase(password, phraseId)).rejects.toEqual(failure('account-unknown'))
    expect((await next.addPhrase({ phrase: otherPhrase })).address).toBe(address)
  })

  test('of an imported key that a phrase gives too deletes the key as well, so that it stays removed', async () => {
    const second = await keyring.addAccount()
    const key = await keyring.revealKey(password, second)
    await keyring.removeAccount(second)
    await keyring.importKey(key)
    await keyring.removeAccount(second, password)
    expect(await addresses(await nextLife())).toEqual([firstAddress.toLowerCase()])
  })

  test.each([
    ['without the password', undefined, 'invalid-input'],
    ['with a wrong one', 'wrong', 'wrong-password'],
  ])('whose secret would go is refused %s', async (_how, given, code) => {
    const address = await keyring.importKey(privateKey)
    await expect(keyring.removeAccount(address, given)).rejects.toEqual(failure(code))
    const next = await nextLife()
    expect(await addresses(next)).toContain(address.toLowerCase())
    expect(await next.revealKey(password, address)).toBe(privateKey)
  })

  test('that holds the last secret is refused, with the password too', async () => {
    await keyring.watchAddress(watched)
    await expect(keyring.removeAccount(firstAddress, password)).rejects.toEqual(failure('last-account'))
    expect(await addresses(keyring)).toHaveLength(2)
  })

  test('is refused for one that is not there, and by a locked wallet', async () => {
    await expect(keyring.removeAccount(watched)).rejects.toEqual(failure('account-unknown'))
    await keyring.watchAddress(watched)
    await keyring.lock()
    await expect(keyring.removeAccount(watched)).rejects.toEqual(failure('locked'))
  })

  test('holds when the second copy of the vault could not be written', async () => {
    const address = await keyring.importKey(privateKey)
    const { set } = machine.mirrorStore
    machine.mirrorStore.set = () => Promise.reject(new Error('the disk is full'))
    await keyring.removeAccount(address, password)
    machine.mirrorStore.set = set
    expect(await addresses(await nextLife())).toEqual([firstAddress.toLowerCase()])
    expect(await stored()).not.toContain(address.toLowerCase())
  })

  test('does not take it from a backup made before', async () => {
    const address = await keyring.importKey(privateKey)
    const backup = await keyring.exportBackup(password)
    await keyring.removeAccount(address, password)
    await keyring.erase()
    await keyring.importBackup(backup, password)
    expect(await keyring.revealKey(password, address)).toBe(privateKey)
  })
})

describe('removing a whole phrase', () => {
  let phraseId = ''
  let own: string[] = []
  beforeEach(async () => {
    const added = await keyring.addPhrase({ phrase: otherPhrase })
    phraseId = added.phraseId
    const second = await keyring.addAccount('Old savings', phraseId)
    own = [added.address, second].map(address => address.toLowerCase())
  })
  const phraseIds = async (of: Keyring) => (await of.phrases()).map(({ id }) => id)

  test('deletes it with all its accounts, in both copies of the vault, and leaves the others', async () => {
    await keyring.watchAddress(watched)
    const imported = await keyring.importKey(privateKey)
    expect((await keyring.removePhrase(phraseId, password)).map(address => address.toLowerCase())).toEqual(own)
    expect(await stored()).not.toContain(phraseId)
    const next = await nextLife()
    expect(await phraseIds(next)).not.toContain(phraseId)
    expect(await addresses(next)).toEqual([firstAddress, watched, imported].map(address => address.toLowerCase()))
    await expect(next.revealPhrase(password, phraseId)).rejects.toEqual(failure('account-unknown'))
    expect((await next.addPhrase({ phrase: otherPhrase })).address.toLowerCase()).toBe(own[0])
  })

  test('tells the listeners once it is stored', async () => {
    const told: string[] = []
    keyring.onChange(change => told.push(change))
    await keyring.removePhrase(phraseId, password)
    expect(told).toEqual(['accounts'])
  })

  test('is refused with a wrong password, for an unknown phrase, and by a locked wallet', async () => {
    await expect(keyring.removePhrase(phraseId, 'wrong')).rejects.toEqual(failure('wrong-password'))
    machine.clock.advance(3_600_000)
    const next = await nextLife()
    await expect(next.removePhrase('another', password)).rejects.toEqual(failure('account-unknown'))
    expect(await addresses(next)).toEqual([firstAddress.toLowerCase(), ...own])
    await next.lock()
    await expect(next.removePhrase(phraseId, password)).rejects.toEqual(failure('locked'))
  })

  test('is refused where no other secret would be left', async () => {
    await keyring.watchAddress(watched)
    await keyring.removePhrase(phraseId, password)
    const [last = ''] = await phraseIds(keyring)
    await expect(keyring.removePhrase(last, password)).rejects.toEqual(failure('last-account'))
    expect(await addresses(await nextLife())).toEqual([firstAddress.toLowerCase(), watched])
  })

  test('is made or is not, wherever the worker dies', async () => {
    const before = [firstAddress.toLowerCase(), ...own]
    const after = [firstAddress.toLowerCase()]
    const outcomes: string[] = []
    for (let steps = 0; ; steps += 1) {
      if (!(await phraseIds(keyring)).includes(phraseId)) {
        phraseId = (await keyring.addPhrase({ phrase: otherPhrase })).phraseId
        await keyring.addAccount('Old savings', phraseId)
      }
      const doomed = machine.start(dyingAfter(steps))
      await doomed.state()
      const isDone = await doomed.removePhrase(phraseId, password).then(
        () => true,
        () => false,
      )
      keyring = await nextLife()
      const left = await addresses(keyring)
      const isLeft = (await phraseIds(keyring)).includes(phraseId)
      expect(left, `after ${steps} steps`).toEqual(isLeft ? before : after)
      if (isLeft) expect((await keyring.revealPhrase(password, phraseId)).phrase).toBe(otherPhrase)
      outcomes.push(isLeft ? 'left' : 'gone')
      if (isDone) break
    }
    expect(new Set(outcomes)).toEqual(new Set(['left', 'gone']))
    expect([...outcomes].sort().reverse()).toEqual(outcomes)
  })

  /** The stores of a worker that dies after so many writes: from then on nothing is written. */
  function dyingAfter(steps: number) {
    let left = steps
    const step = () => {
      if (left-- <= 0) throw new Error('the worker died')
    }
    const dies = (mode: unknown) => mode !== 'readonly' && mode !== undefined
    const database = new Proxy(machine.database, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...input: unknown[]) => {
          if (['put', 'delete', 'add', 'clear'].includes(String(name)) || (name === 'transaction' && dies(input[1])))
            step()
          return Reflect.apply(value, target, input)
        }
      },
    })
    const mirrorStore: KeyValueStore = {
      ...machine.mirrorStore,
      async set(key, value) {
        step()
        await machine.mirrorStore.set(key, value)
      },
    }
    return { database, mirrorStore }
  }
})
