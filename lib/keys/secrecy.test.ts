import { inspect } from 'node:util'
import { bytesToHex } from '@noble/hashes/utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeNames } from '@/lib/storage/stores'
import { readPhrase, seedOf } from './accounts/phrase'
import { withSeed } from './accounts/private-keys'
import { createdWallet, firstAddress, password, phrase, readList } from './keyring.fixture'
import { generateDataKey } from './vault/cipher'
import { phraseSecret, type Secret, sealSecret, withSecret } from './vault/secrets'
import { emptyVault } from './vault/vault'

/** Invariant 1, the keyring's part: nothing that is stored, thrown or logged carries a secret. */

const importedKey = '5f'.repeat(32)
const passphrase = 'an extra word'
const newPassword = 'another horse battery'
const prfOutput = new Uint8Array(32).fill(0xc3)

const lines: string[] = []
beforeEach(() => {
  lines.length = 0
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...input) => void lines.push(inspect(input)))
  }
})
afterEach(() => vi.restoreAllMocks())

test('no row, store, change, failure or log line carries a secret', async () => {
  const { machine, keyring } = await createdWallet()
  keyring.onChange(change => void lines.push(inspect(change)))
  const secondPhrase = await keyring.generatePhrase(24)
  machine.approvals.set('m', { account: firstAddress, chainId: 1, kind: 'message' })

  await keyring.addPhrase({ phrase: secondPhrase, passphrase })
  await keyring.importKey(importedKey)
  await keyring.addAccount()
  await keyring.addPasskeyWrap({ password, credentialId: 'cred', prfOutput })
  await keyring.changePassword(password, newPassword)
  await keyring.signMessage('m', firstAddress, '0x00')
  const backup = await keyring.exportBackup(newPassword)
  const own = await keyring.revealKey(newPassword, firstAddress)

  // Everything that can be refused, with secrets in what was asked.
  const refused = await Promise.allSettled([
    keyring.create({ password, phrase: secondPhrase }),
    keyring.addPhrase({ phrase }),
    keyring.addPhrase({ phrase: phrase.replace('junk', 'test') }),
    keyring.addPhrase({ phrase: `${phrase.replace('junk', 'junq')}` }),
    keyring.addPhrase({ phrase: `${phrase} junk` }),
    keyring.importKey(importedKey),
    keyring.importKey(own),
    keyring.importKey(`${importedKey}zz`),
    keyring.changePassword(newPassword, 'short'),
    keyring.importBackup(backup, newPassword),
    keyring.unlockWithPasskey(
      'cred',
      prfOutput.map(byte => byte ^ 1),
    ),
    keyring.unlock(password),
    keyring.revealPhrase(password),
    keyring.revealKey(password, firstAddress),
    keyring.exportBackup(password),
  ])
  expect(refused.filter(({ status }) => status === 'fulfilled')).toEqual([])

  const stored = await Promise.all(storeNames.map(name => machine.database.getAll(name)))
  const everything = inspect(
    [stored, [...machine.mirrorStore.entries], [...machine.sessionStore.entries], refused, backup, lines],
    { depth: null, maxStringLength: null, maxArrayLength: null },
  ).toLowerCase()
  // The look goes deep enough to find what is known to be there.
  expect(everything).toContain(firstAddress.toLowerCase())
  expect(everything).toContain('wrong-password')

  const entropies = await Promise.all(
    [phrase, secondPhrase].map(async words => bytesToHex((await readPhrase(words, readList)).bytes)),
  )
  const seeds = await Promise.all(
    [phrase, secondPhrase].map(async (words, index) =>
      bytesToHex(await seedOf(await readPhrase(words, readList), index === 0 ? '' : passphrase)),
    ),
  )
  const secrets = [
    password,
    newPassword,
    passphrase,
    importedKey,
    own.slice(2),
    bytesToHex(prfOutput),
    ...entropies,
    ...seeds,
    // Three words in a row are a piece of a phrase.
    ...[phrase, secondPhrase].flatMap(words =>
      words
        .split(' ')
        .map((_, at, all) => all.slice(at, at + 3).join(' '))
        .slice(0, -2),
    ),
  ]
  for (const secret of secrets) expect(everything).not.toContain(secret.toLowerCase())
})

test('a secret that was lent is zeros afterwards, also when its use failed', async () => {
  const dataKey = await generateDataKey()
  const vault = emptyVault({
    id: '00'.repeat(16),
    createdAt: 0,
    prfSalt: '00'.repeat(32),
    derivation: { name: 'argon2id', memoryKiB: 8, iterations: 1, parallelism: 1, salt: '00'.repeat(16) },
    dataKey: { iv: '', ciphertext: '' },
  })
  const entry = await sealSecret(vault.id, dataKey, phraseSecret(await readPhrase(phrase, readList), passphrase), {
    id: 'a',
    createdAt: 0,
  })
  const lent: Secret[] = []
  const seeds: Uint8Array[] = []

  await withSecret(vault, dataKey, entry, secret => void lent.push(secret))
  await expect(
    withSecret(vault, dataKey, entry, async secret => {
      lent.push(secret)
      if (secret.kind === 'phrase') await withSeed(secret, seed => void seeds.push(seed))
      throw new Error('failed')
    }),
  ).rejects.toThrow('failed')

  expect(lent).toHaveLength(2)
  for (const secret of lent) {
    if (secret.kind !== 'phrase') throw new Error('not the phrase')
    expect(secret.phrase.bytes).toEqual(new Uint8Array(16))
    expect(secret.passphrase).toEqual(new Uint8Array(passphrase.length))
  }
  expect(seeds).toEqual([new Uint8Array(64)])
})
