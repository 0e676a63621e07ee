import { bytesToHex } from '@noble/hashes/utils'
import { lazily } from '@/lib/base/lazily'
import { once } from '@/lib/base/once'
import { belongsTo, toAccount } from './accounts/account-rows'
import { createAccountStore } from './accounts/account-store'
import { createAccounts } from './accounts/accounts'
import { createKeystoreAccounts } from './accounts/keystore-accounts'
import { generatePhrase, phraseOf, readPhrase } from './accounts/phrase'
import { checkPhrase } from './accounts/phrase-check'
import { accountOf, asPhrase, findPhrase, withPrivateKey } from './accounts/private-keys'
import { firstPhrase } from './accounts/secret-accounts'
import { createBackups } from './backups/backups'
import type { Keyring } from './shared/keyring'
import { channelSaltsOf } from './signing/channel-salts'
import { createSigner } from './signing/signer'
import type { KeyringOptions } from './types'
import { createAccess } from './vault/access'
import { generateDataKey, randomBytes } from './vault/cipher'
import { createPasskeys } from './vault/passkeys'
import { requireLength } from './vault/passwords'
import { renewRecordsKey } from './vault/records-key'
import { resealSecrets, withSecret } from './vault/secrets'
import { emptyVault } from './vault/vault'

/**
 * The only code that sees a secret. Runs in the background alone; what it gives out that is secret (`generatePhrase`,
 * `revealPhrase`, `revealKey`) may only go to a full tab of ours.
 */
export function createKeyring(options: KeyringOptions): Keyring {
  const { clock, database } = options
  const access = createAccess(options)
  const { exclusive, withPassword } = access
  const store = createAccountStore({ database, onChange: () => access.notify('accounts') })
  // What follows is loaded when it is first called.
  const accounts = once(() => createAccounts({ access, clock, readList: options.readList, store }))
  const keystores = once(() =>
    createKeystoreAccounts({
      ...{ access, accountRows: store.rows, addKey: accounts().addKey, keystores: options.keystores },
    }),
  )
  const backups = once(() =>
    createBackups({ access, database, clock, argon2id: options.argon2id, records: options.backupRecords }),
  )
  const passkeys = once(() => createPasskeys({ access, clock, opened: restoreMissing }))

  /** A row that was lost comes back. */
  async function restoreMissing(): Promise<void> {
    const { vault } = await access.opened()
    const rows = await store.rows()
    if (!vault.secrets.every(secret => rows.some(row => belongsTo(row, secret)))) await accounts().restoreMissing()
  }

  return {
    ...createSigner({ ...options, access }),
    async accounts(only) {
      return (await store.rows(only)).map(toAccount)
    },
    async phrases() {
      const vault = await access.stored()
      return (vault?.secrets ?? [])
        .filter(secret => secret.kind === 'phrase')
        .map(({ id, createdAt, name = null }) => ({ id, createdAt, name }))
    },
    ...lazily(accounts, ['addAccount', 'addressesAtPaths', 'addAccountAtPath', 'addAccountsAtPaths', 'namePhrase']),
    ...lazily(accounts, ['addPhrase', 'openKey', 'importKey', 'watchAddress', 'addDeviceAccounts', 'renameAccount']),
    ...lazily(accounts, ['hideAccount', 'removeAccount', 'removePhrase', 'orderAccounts']),
    ...lazily(keystores, ['openKeystore', 'importKeystore', 'exportKeystore']),
    ...lazily(backups, ['exportBackup', 'importBackup', 'mergeBackup', 'checkBackup']),
    ...lazily(passkeys, ['passkeys', 'addPasskeyWrap', 'unlockWithPasskey', 'removePasskeyWrap']),
    checkPhrase: text => checkPhrase(text, options.readList),
    generatePhrase,
    state: access.state,
    onChange: access.onChange,
    rows: access.rows,
    rowsRenewed: access.rowsRenewed,
    lock: access.lock,
    touch: access.touch,
    setLockAfter: access.setLockAfter,
    erase: () => exclusive(access.erase),

    create: ({ password, phrase, passphrase = '' }) =>
      exclusive(async () => {
        await access.requireVacancy()
        requireLength(password)
        const id = bytesToHex(randomBytes(16))
        const createdAt = clock.now()
        const dataKey = await generateDataKey()
        const { secret, account } = await firstPhrase(
          id,
          dataKey,
          { phrase: await readPhrase(phrase, options.readList), passphrase },
          createdAt,
        )
        const wrap = await access.wrapForPassword(id, dataKey, password)
        const vault = emptyVault({ id, createdAt, prfSalt: bytesToHex(randomBytes(32)), ...wrap })
        await access.establish({ ...vault, secrets: [secret] }, dataKey, [account])
      }),

    unlock: password =>
      exclusive(async () => {
        await access.unlock(password)
        await restoreMissing()
      }),

    changePassword: (password, newPassword) =>
      exclusive(async () => {
        requireLength(newPassword)
        await withPassword(password, async (vault, dataKey) => {
          // Who has an earlier copy and the password of its time has the key of before: it opens nothing made later.
          const fresh = await generateDataKey()
          const secrets = await resealSecrets(vault, dataKey, fresh)
          const recordsKeys = await renewRecordsKey(vault, dataKey, fresh)
          const wrap = await access.wrapForPassword(vault.id, fresh, newPassword)
          await access.rekey({ ...vault, ...recordsKeys, ...wrap, secrets, passkeys: [] }, fresh)
        })
      }),

    revealPhrase: (password, phraseId) =>
      exclusive(() =>
        withPassword(password, (vault, dataKey) =>
          withSecret(vault, dataKey, findPhrase(vault, phraseId), async secret => {
            const { phrase, passphrase } = asPhrase(secret)
            return { phrase: await phraseOf(phrase), passphrase: new TextDecoder().decode(passphrase) || null }
          }),
        ),
      ),

    revealKey: (password, address) =>
      exclusive(() =>
        withPassword(password, async (vault, dataKey) => {
          const account = await accountOf(database, address)
          return withPrivateKey({ vault, dataKey }, account, key => `0x${bytesToHex(key)}` as const)
        }),
      ),

    async channelSalts(account, count) {
      const open = await access.opened()
      const row = await accountOf(database, account)
      const salts = await withPrivateKey(open, row, key => channelSaltsOf(key, count))
      access.stillOpen(open)
      return salts
    },
  }
}
