import fc from 'fast-check'
import { getAddress } from 'viem'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountPath, type Numbering } from '@/lib/base/derivation-paths'
import { lowerCaseAddress } from '@/lib/base/hex'
import { createdWallet, firstAddress, type Machine, password, phrase, secondAddress } from '@/lib/keys/keyring.fixture'
import type { Keyring } from '@/lib/keys/shared/keyring'

const failure = (code: string, details?: object) =>
  expect.objectContaining({ code, ...(details === undefined ? {} : { details }) })
const otherPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
/** Index 2 of the phrase. */
const thirdAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const numbered = (numbering: Numbering, count: number) =>
  Array.from({ length: count }, (_, number) => accountPath(numbering, number))

let machine: Machine
let keyring: Keyring
beforeEach(async () => {
  ;({ machine, keyring } = await createdWallet())
})
const addresses = async () => (await keyring.accounts()).map(account => account.address)
const names = async () => (await keyring.accounts()).map(account => account.name)

describe('accounts of a phrase', () => {
  test('follow one another', async () => {
    expect(await keyring.addAccount()).toBe(secondAddress)
    expect(await keyring.addAccount('Savings')).toBe(thirdAddress)
    expect(await names()).toEqual(['Account 1', 'Account 2', 'Savings'])
  })

  test('are listed while locked, and after a restart', async () => {
    await keyring.addAccount()
    await keyring.lock()
    machine.restartBrowser()
    expect(await machine.start().accounts()).toHaveLength(2)
  })

  test('asked for all at once are all different', async () => {
    await Promise.all(Array.from({ length: 5 }, () => keyring.addAccount()))
    expect(new Set(await addresses()).size).toBe(6)
  })

  test('of a second phrase stand beside those of the first', async () => {
    const { phraseId, address } = await keyring.addPhrase({ phrase: otherPhrase })
    const next = await keyring.addAccount(undefined, phraseId)
    expect(await addresses()).toEqual([firstAddress, address, next])
    expect((await keyring.phrases()).map(({ id }) => id)).toHaveLength(2)
    expect(await keyring.revealPhrase(password, phraseId)).toEqual({ phrase: otherPhrase, passphrase: null })
    expect((await keyring.revealPhrase(password)).phrase).toBe(phrase)
  })

  test('the same phrase is not added twice, but with a passphrase it is another one', async () => {
    await expect(keyring.addPhrase({ phrase: phrase.toUpperCase() })).rejects.toEqual(failure('phrase-exists'))
    await keyring.addPhrase({ phrase, passphrase: 'x' })
    await expect(keyring.addPhrase({ phrase, passphrase: 'x' })).rejects.toEqual(failure('phrase-exists'))
    expect(await addresses()).toHaveLength(2)
  })

  test('there is no account of a phrase that is not here', async () => {
    await expect(keyring.addAccount(undefined, 'other')).rejects.toEqual(failure('account-unknown'))
  })
})

describe('an account at a path', () => {
  const at = (path: `m/44'/60'/${string}`) => mnemonicToAccount(phrase, { path }).address
  const ids = async () => (await keyring.phrases()).map(({ id }) => id)

  test('has the address that others derive there, is added with its path, and signs', async () => {
    const [id = ''] = await ids()
    const random = fc.sample(fc.tuple(fc.nat(), fc.nat()), 5).map(([a, b]) => `m/44'/60'/${a}'/0/${b}` as const)
    for (const path of ["m/44'/60'/3'/0/0", "m/44'/60'/0'/7", ...random] as const) {
      expect(await keyring.addressesAtPaths([path], id)).toEqual([at(path)])
      expect(await keyring.addAccountAtPath(path.replaceAll("'", 'h').slice(2), id)).toBe(at(path))
      expect((await keyring.accounts()).at(-1)).toMatchObject({ address: at(path), path, kind: 'phrase', phraseId: id })
      expect(privateKeyToAddress(await keyring.revealKey(password, at(path)))).toBe(at(path))
    }
    // The next one of the phrase is still the next one.
    expect(await keyring.addAccount()).toBe(at("m/44'/60'/0'/0/1"))
  })

  test('is refused where there is no such path or phrase, and where the wallet has it', async () => {
    const [id = ''] = await ids()
    await expect(keyring.addAccountAtPath('m/x', id)).rejects.toEqual(failure('invalid-input'))
    await expect(keyring.addressesAtPaths(['m/0'], 'other')).rejects.toEqual(failure('account-unknown'))
    await expect(keyring.addAccountAtPath("m/44'/60'/0'/0/0", id)).rejects.toEqual(failure('account-exists'))
    await keyring.watchAddress(at("m/44'/60'/0'/9"))
    await keyring.addAccountAtPath("m/44'/60'/0'/9", id)
    expect(await addresses()).toHaveLength(2)
  })

  test('has the path, and so the address, of the programs that number so', async () => {
    const live = ["m/44'/60'/0'/0/0", "m/44'/60'/1'/0/0", "m/44'/60'/2'/0/0"] as const
    const legacy = ["m/44'/60'/0'/0", "m/44'/60'/0'/1"] as const
    expect(numbered('ledger-live', 3)).toEqual(live)
    expect(numbered('legacy', 2)).toEqual(legacy)
    expect(await keyring.addressesAtPaths([...live, ...legacy])).toEqual([...live, ...legacy].map(at))
  })
})

describe('accounts at several paths', () => {
  const at = (path: `m/44'/60'/${string}`) => mnemonicToAccount(phrase, { path }).address
  const paths = ["m/44'/60'/0'/0/0", "m/44'/60'/2'/0/0", "m/44'/60'/0'/1", "m/44'/60'/2'/0/0"] as const

  test('are added in one step, each once, and the same call again changes nothing', async () => {
    let told = 0
    keyring.onChange(() => told++)
    expect(await keyring.addAccountsAtPaths(paths)).toEqual([at(paths[1]), at(paths[2])])
    expect(told).toBe(1)
    expect(await keyring.addAccountsAtPaths(paths)).toEqual([])
    expect(await addresses()).toEqual([firstAddress, at(paths[1]), at(paths[2])])
    expect((await keyring.accounts()).map(({ path }) => path)).toEqual(paths.slice(0, 3))
  })

  test('take the place of those that were only watched', async () => {
    await keyring.watchAddress(at(paths[2]))
    await keyring.renameAccount(at(paths[2]), 'Cold')
    await keyring.addAccountsAtPaths(paths)
    expect((await keyring.accounts())[1]).toMatchObject({ address: at(paths[2]), name: 'Cold', kind: 'phrase' })
    expect(await addresses()).toHaveLength(3)
  })

  test('are not added at all where one is no path, or the wallet is locked', async () => {
    await expect(keyring.addAccountsAtPaths([paths[1], 'm/x'])).rejects.toEqual(
      failure('invalid-input', { field: 'path' }),
    )
    await keyring.lock()
    await expect(keyring.addAccountsAtPaths(paths)).rejects.toEqual(failure('locked'))
    expect(await addresses()).toEqual([firstAddress])
  })
})

describe('imported keys', () => {
  const key = `0x${'11'.repeat(32)}` as const
  const address = privateKeyToAddress(key)

  test.each([key, key.slice(2), ` ${key.toUpperCase()} `])('%s', async text => {
    expect(await keyring.importKey(text)).toBe(address)
    expect((await keyring.accounts()).at(-1)).toMatchObject({ address, kind: 'key', path: null })
  })

  test.each([
    ['too short', '11'.repeat(31)],
    ['not hex', `0x${'1g'.repeat(32)}`],
    ['zero', '00'.repeat(32)],
    ['the order of the curve', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
  ])('%s is refused', async (_name, text) => {
    await expect(keyring.importKey(text)).rejects.toEqual(failure('invalid-private-key', {}))
    expect(await addresses()).toEqual([firstAddress])
  })

  test('a key that is here already is refused, also as an account of the phrase', async () => {
    await keyring.importKey(key)
    await expect(keyring.importKey(key)).rejects.toEqual(failure('account-exists'))
    const own = await keyring.revealKey(password, firstAddress)
    await expect(keyring.importKey(own)).rejects.toEqual(failure('account-exists'))
  })

  test('of a watched address makes it the person’s own, in its place and with its name', async () => {
    await keyring.watchAddress(address)
    await keyring.renameAccount(address, 'Old wallet')
    await keyring.addAccount()
    await keyring.importKey(key)
    expect(await keyring.accounts()).toMatchObject([
      { address: firstAddress },
      { address, kind: 'key', name: 'Old wallet' },
      { address: secondAddress },
    ])
  })
})

describe('watched addresses', () => {
  test('are listed and own nothing', async () => {
    await keyring.watchAddress(lowerCaseAddress(secondAddress))
    expect((await keyring.accounts()).at(-1)).toMatchObject({ address: secondAddress, kind: 'watch' })
  })

  test('with a wrong checksum are refused', async () => {
    const wrong = `0x${secondAddress.slice(2).replace('C51812', 'c51812')}` as const
    expect(wrong).not.toBe(secondAddress)
    await expect(keyring.watchAddress(wrong)).rejects.toEqual(failure('invalid-address'))
  })

  test('become the phrase’s when its next account is that address', async () => {
    await keyring.watchAddress(secondAddress)
    expect(await keyring.addAccount()).toBe(secondAddress)
    expect(await keyring.accounts()).toMatchObject([{ kind: 'phrase' }, { kind: 'phrase', address: secondAddress }])
  })
})

describe('the list', () => {
  test('is named, ordered and hidden as the person likes', async () => {
    await keyring.addAccount()
    await keyring.addAccount()
    await keyring.renameAccount(thirdAddress, '  Savings ')
    await keyring.hideAccount(firstAddress, true)
    await keyring.orderAccounts([thirdAddress])
    expect(await keyring.accounts()).toMatchObject([
      { address: thirdAddress, name: 'Savings', hidden: false },
      { address: firstAddress, hidden: true },
      { address: secondAddress },
    ])
  })

  test('takes no empty or endless name and no unknown address', async () => {
    await expect(keyring.renameAccount(firstAddress, '  ')).rejects.toEqual(failure('invalid-input'))
    await expect(keyring.renameAccount(firstAddress, 'x'.repeat(65))).rejects.toEqual(failure('invalid-input'))
    await expect(keyring.hideAccount(secondAddress, true)).rejects.toEqual(failure('account-unknown'))
  })

  test('tells of every change, after it is stored', async () => {
    const seen: Promise<string[]>[] = []
    keyring.onChange(() => void seen.push(names()))
    await keyring.renameAccount(firstAddress, 'Mine')
    expect(await Promise.all(seen)).toEqual([['Mine']])
  })

  test('whose rows are lost comes back from the vault at the next unlock', async () => {
    await keyring.importKey('11'.repeat(32))
    await keyring.addPhrase({ phrase: otherPhrase })
    const before = await addresses()
    await machine.database.clear('accounts')
    await keyring.lock()
    await keyring.unlock(password)
    expect((await addresses()).sort()).toEqual(before.sort())
  })

  test('passes over rows that are no accounts', async () => {
    await machine.database.put('accounts', { address: getAddress(secondAddress), name: 5 } as never)
    expect(await addresses()).toEqual([firstAddress])
  })
})
