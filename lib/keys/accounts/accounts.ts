import type { Address } from 'viem'
import { getAddress, isAddress } from '@/lib/base/checksum'
import type { Clock } from '@/lib/base/clock'
import { readPath } from '@/lib/base/derivation-paths'
import { Failure } from '@/lib/base/failure'
import { isSameAddress, lowerCaseAddress } from '@/lib/base/hex'
import type { Keyring } from '@/lib/keys/shared/keyring'
import type { Access } from '@/lib/keys/vault/access'
import type { Bytes } from '@/lib/keys/vault/cipher'
import { newSecretId, phraseSecret, type Secret, sealSecret, wipe } from '@/lib/keys/vault/secrets'
import type { OpenVault } from '@/lib/keys/vault/unlocked'
import type { AccountRecord } from '@/lib/storage/records'
import { belongsTo, cleanName, indexesOf, newAccount, refuseKnown, secretsOnlyOf } from './account-rows'
import type { AccountStore } from './account-store'
import { readPhrase } from './phrase'
import type { ReadList } from './phrase-lists'
import { findPhrase } from './private-keys'
import { addressOfPrivateKey } from './secp256k1'
import {
  type Candidate,
  candidateAt,
  firstAccount,
  knownPhraseId,
  missingAccounts,
  nextCandidate,
  parsePrivateKey,
  withPhrase,
} from './secret-accounts'

export type Accounts = Pick<
  Keyring,
  | 'namePhrase'
  | 'addAccount'
  | 'addressesAtPaths'
  | 'addAccountAtPath'
  | 'addAccountsAtPaths'
  | 'addPhrase'
  | 'openKey'
  | 'importKey'
  | 'watchAddress'
  | 'addDeviceAccounts'
  | 'renameAccount'
  | 'hideAccount'
  | 'removeAccount'
  | 'removePhrase'
  | 'orderAccounts'
> & {
  /**
   * Adds the first account of each phrase without accounts, and the row of each key without one. Rows can be lost; keys
   * are in the vault.
   */
  restoreMissing(): Promise<void>
  /**
   * Adds the account of a key, which is filled with zeros. Inside `exclusive` only.
   * @throws Failure `account-exists`
   */
  addKey(open: OpenVault, privateKey: Bytes): Promise<Address>
}

export function createAccounts({
  access,
  clock,
  readList,
  store: { rows, put, change, remove },
}: {
  access: Access
  clock: Clock
  readList: ReadList
  store: AccountStore
}): Accounts {
  const { exclusive } = access

  /** Encrypts one more secret and stores it together with its account. */
  async function addSecret(open: OpenVault, secret: Secret, id: string, account: AccountRecord): Promise<void> {
    const entry = await sealSecret(open.vault.id, open.dataKey, secret, { id, createdAt: clock.now() })
    await access.save({ ...open.vault, secrets: [...open.vault.secrets, entry] }, open.dataKey, { put: [account] })
    access.notify('accounts')
  }

  /** Takes accounts off the list and the secrets that are only theirs out of the vault, in one write. */
  async function removeAll(
    { vault: { secrets } }: OpenVault,
    accounts: readonly AccountRecord[],
    present: readonly AccountRecord[],
    password: string | undefined,
  ): Promise<Address[]> {
    const addresses = accounts.map(({ address }) => address)
    const gone = secretsOnlyOf(accounts, present, secrets)
    if (gone.length === secrets.length) throw new Failure('last-account')
    if (gone.length === 0) for (const address of addresses) await remove(address)
    else {
      if (password === undefined) throw new Failure('invalid-input', { field: 'password' })
      await access.withPassword(password, (vault, dataKey) => {
        const kept = vault.secrets.filter(secret => !gone.some(({ id }) => id === secret.id))
        return access.save({ ...vault, secrets: kept }, dataKey, { remove: addresses })
      })
      access.notify('accounts')
    }
    return addresses
  }

  async function addKey(open: OpenVault, privateKey: Bytes): Promise<Address> {
    const secret: Secret = { kind: 'key', privateKey }
    try {
      const address = addressOfPrivateKey(privateKey)
      const present = await rows()
      refuseKnown(present, address, ['watch'])
      const keyId = newSecretId()
      await addSecret(open, secret, keyId, { ...newAccount(present, address, { kind: 'key' }, clock.now()), keyId })
      return getAddress(address)
    } finally {
      wipe(secret)
    }
  }

  return {
    namePhrase: (phraseId, name) =>
      exclusive(async () => {
        const open = await access.opened()
        const named = findPhrase(open.vault, phraseId)
        const secrets = open.vault.secrets.map(each => (each === named ? { ...each, name: cleanName(name) } : each))
        await access.save({ ...open.vault, secrets }, open.dataKey)
        access.notify('accounts')
      }),

    addAccount: (name, phraseId) =>
      exclusive(async () => {
        const open = await access.opened()
        const present = await rows()
        const others = present.filter(({ source }) => source.kind !== 'watch')
        // An address that is only watched becomes the phrase's.
        const addresses = new Set(others.map(({ address }) => address))
        const { address, source } = await withPhrase(open, phraseId, (keyAt, id) =>
          nextCandidate(keyAt, id, { indexes: new Set(indexesOf(present, id)), addresses }),
        )
        await put([newAccount(present, address, source, clock.now(), name)])
        return getAddress(address)
      }),

    addressesAtPaths: async (paths, phraseId) => {
      const open = await access.opened()
      const candidates = await candidatesAt(open, paths, phraseId)
      return candidates.map(({ address }) => getAddress(address))
    },

    addAccountAtPath: (path, phraseId) =>
      exclusive(async () => {
        const open = await access.opened()
        const present = await rows()
        const { address, source } = await withPhrase(open, phraseId, (keyAt, id) =>
          candidateAt(keyAt, id, pathOf(path)),
        )
        refuseKnown(present, address, ['watch'])
        await put([newAccount(present, address, source, clock.now())])
        return getAddress(address)
      }),

    addAccountsAtPaths: (paths, phraseId) =>
      exclusive(async () => {
        const open = await access.opened()
        const known = await rows()
        const present = [...known]
        for (const { address, source } of await candidatesAt(open, paths, phraseId)) {
          if (present.slice(known.length).some(row => row.address === address)) continue
          if (known.some(row => row.address === address && row.source.kind !== 'watch')) continue
          present.push(newAccount(present, address, source, clock.now()))
        }
        const added = present.slice(known.length)
        await put(added)
        return added.map(row => getAddress(row.address))
      }),

    addPhrase: ({ phrase, passphrase = '' }) =>
      exclusive(async () => {
        const open = await access.opened()
        const secret = phraseSecret(await readPhrase(phrase, readList), passphrase)
        try {
          if ((await knownPhraseId(open, secret)) !== null) throw new Failure('phrase-exists')
          const id = newSecretId()
          const { address, source } = await firstAccount(secret, { id })
          await addSecret(open, secret, id, newAccount(await rows(), address, source, clock.now()))
          return { phraseId: id, address: getAddress(address) }
        } finally {
          wipe(secret)
        }
      }),

    addKey,
    async openKey(privateKey) {
      await access.opened()
      const key = parsePrivateKey(privateKey)
      try {
        return getAddress(addressOfPrivateKey(key))
      } finally {
        key.fill(0)
      }
    },
    importKey: privateKey =>
      exclusive(async () => {
        const open = await access.opened()
        return addKey(open, parsePrivateKey(privateKey))
      }),

    watchAddress: address =>
      exclusive(async () => {
        await access.opened()
        if (!isAddress(address)) throw new Failure('invalid-address')
        const watched = lowerCaseAddress(address)
        const present = await rows()
        refuseKnown(present, watched, [])
        await put([newAccount(present, watched, { kind: 'watch' }, clock.now())])
        return getAddress(watched)
      }),

    addDeviceAccounts: (accounts, device) =>
      exclusive(async () => {
        await access.opened()
        const present = await rows()
        const added: AccountRecord[] = []
        for (const { address, ...key } of accounts) {
          const own = lowerCaseAddress(address)
          const known = [...present, ...added].find(row => row.address === own)
          if (known !== undefined && known.source.kind !== 'watch') continue
          const source = { ...key, device }
          added.push(newAccount([...present, ...added], own, source, clock.now()))
        }
        if (added.length === 0) throw new Failure('account-exists')
        await put(added)
        return added.map(row => getAddress(row.address))
      }),

    renameAccount: (address, name) => exclusive(() => change(address, { name: cleanName(name) })),
    hideAccount: (address, hidden) => exclusive(() => change(address, { hidden })),

    removeAccount: (address, password) =>
      exclusive(async () => {
        const open = await access.opened()
        const present = await rows()
        const row = present.find(each => isSameAddress(each.address, address))
        if (row === undefined) throw new Failure('account-unknown')
        await removeAll(open, [row], present, password)
      }),

    removePhrase: (phraseId, password) =>
      exclusive(async () => {
        const open = await access.opened()
        const phrase = findPhrase(open.vault, phraseId)
        const present = await rows()
        const own = present.filter(row => belongsTo(row, phrase))
        return removeAll(open, own, present, password)
      }),

    orderAccounts: addresses =>
      exclusive(async () => {
        const wanted = addresses.map(lowerCaseAddress)
        const place = (row: AccountRecord) => {
          const index = wanted.indexOf(row.address)
          return index < 0 ? wanted.length : index
        }
        // The sort is stable: accounts that were not named keep their order.
        const sorted = (await rows()).sort((a, b) => place(a) - place(b))
        await put(sorted.map((row, order) => ({ ...row, order })))
      }),

    async restoreMissing() {
      const open = await access.opened()
      await put(await missingAccounts(open, await rows(), clock.now()))
    },
  }
}

/** @throws Failure `account-unknown` | `invalid-input` {field: 'path'} */
function candidatesAt(open: OpenVault, paths: readonly string[], phraseId: string | undefined): Promise<Candidate[]> {
  return withPhrase(open, phraseId, (keyAt, id) => paths.map(path => candidateAt(keyAt, id, pathOf(path))))
}

/** @throws Failure `invalid-input` {field: 'path'} */
function pathOf(text: string): string {
  const path = readPath(text)
  if (path === null) throw new Failure('invalid-input', { field: 'path' })
  return path
}
