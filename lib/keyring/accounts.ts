import { bytesToHex } from '@noble/hashes/utils'
import { type Address, getAddress, isAddress } from 'viem'
import type { Database } from '@/lib/database/open'
import type { AccountRecord } from '@/lib/database/records'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { Access, OpenVault } from './access'
import { belongsTo, cleanName, indexesOf, newAccount, readAccounts, refuseKnown, toAccount } from './account-rows'
import { type Bytes, bytesOf, randomBytes } from './cipher'
import { accountPath } from './derived-keys'
import { entropyOf } from './phrase'
import { accountOf, addressAt, asPhrase, findPhrase, withSeed } from './private-keys'
import { addressOfPrivateKey, isPrivateKey } from './secp256k1'
import { type PhraseSecret, phraseSecret, type Secret, sealSecret, wipe, withSecret } from './secrets'
import type { Keyring } from './types'
import type { VaultSecret } from './vault'

export type Accounts = Pick<
  Keyring,
  | 'accounts'
  | 'phrases'
  | 'addAccount'
  | 'addPhrase'
  | 'importKey'
  | 'watchAddress'
  | 'renameAccount'
  | 'hideAccount'
  | 'orderAccounts'
  | 'discoverAccounts'
> & {
  /** Gives every phrase without any account its first one, and every imported key its row: rows may be lost, keys are not. */
  restoreMissing(): Promise<void>
}

/** An address that a secret gives. */
type Candidate = Pick<AccountRecord, 'address' | 'source'>

/** So many addresses are asked about at a time. */
const discoveryWindow = 5
/** An endpoint that finds activity everywhere is not believed for ever. */
const discoveryEnd = 200

function candidatesFrom(seed: Bytes, phraseId: string, index: number): Candidate[] {
  return Array.from({ length: discoveryWindow }, (_, offset) => {
    const path = accountPath(index + offset)
    return { address: addressAt(seed, path), source: { kind: 'phrase', phraseId, path } }
  })
}

export function createAccounts({
  access,
  database,
  clock,
}: {
  access: Access
  database: Database
  clock: Clock
}): Accounts {
  const { exclusive } = access

  async function rows(): Promise<AccountRecord[]> {
    return readAccounts(await database.getAll('accounts'))
  }

  async function put(accounts: readonly AccountRecord[]): Promise<void> {
    if (accounts.length === 0) return
    const transaction = database.transaction('accounts', 'readwrite', { durability: 'strict' })
    await Promise.all([...accounts.map(account => transaction.store.put(account)), transaction.done])
    access.notify('accounts')
  }

  async function change(address: Address, difference: Partial<Pick<AccountRecord, 'name' | 'hidden'>>): Promise<void> {
    await put([{ ...(await accountOf(database, address)), ...difference }])
  }

  async function withPhrase<Result>(
    { vault, dataKey }: OpenVault,
    phraseId: string | undefined,
    use: (seed: Bytes, id: string) => Result,
  ): Promise<Result> {
    const entry = findPhrase(vault, phraseId)
    return withSecret(vault, dataKey, entry, secret => withSeed(asPhrase(secret), seed => use(seed, entry.id)))
  }

  /** The next account of a phrase that is not in the list yet. An address that is only watched becomes the phrase's. */
  async function nextAccount(open: OpenVault, phraseId: string | undefined, name?: string): Promise<AccountRecord> {
    const present = await rows()
    return withPhrase(open, phraseId, (seed, id) => {
      const taken = new Set(indexesOf(present, id))
      for (let index = 0; ; index++) {
        const path = accountPath(index)
        if (taken.has(index)) continue
        const address = addressAt(seed, path)
        if (present.some(row => row.address === address && row.source.kind !== 'watch')) continue
        return newAccount(present, address, { kind: 'phrase', phraseId: id, path }, clock.now(), name)
      }
    })
  }

  /** Seals one more secret and stores it together with its account. */
  async function addSecret(open: OpenVault, secret: Secret, id: string, account: AccountRecord): Promise<void> {
    const entry = await sealSecret(open.vault.id, open.dataKey, secret, { id, createdAt: clock.now() })
    const others = open.vault.secrets.filter(each => each.id !== id)
    await access.save({ ...open.vault, secrets: [...others, entry] }, open.dataKey, [account])
    access.notify('accounts')
  }

  return {
    async accounts() {
      return (await rows()).map(toAccount)
    },

    async phrases() {
      const vault = await access.stored()
      return (vault?.secrets ?? [])
        .filter(secret => secret.kind === 'phrase')
        .map(({ id, createdAt }) => ({ id, createdAt }))
    },

    addAccount: (name, phraseId) =>
      exclusive(async () => {
        const account = await nextAccount(await access.opened(), phraseId, name)
        await put([account])
        return getAddress(account.address)
      }),

    addPhrase: ({ phrase, passphrase = '' }) =>
      exclusive(async () => {
        const open = await access.opened()
        const secret = phraseSecret(await entropyOf(phrase), passphrase)
        try {
          if (await isKnownPhrase(open, secret)) throw new Failure('phrase-exists')
          const id = newPhraseId()
          const { address, source } = await firstAccount(secret, { id })
          await addSecret(open, secret, id, newAccount(await rows(), address, source, clock.now()))
          return { phraseId: id, address: getAddress(address) }
        } finally {
          wipe(secret)
        }
      }),

    importKey: privateKey =>
      exclusive(async () => {
        const open = await access.opened()
        const secret: Secret = { kind: 'key', privateKey: parsePrivateKey(privateKey) }
        try {
          const address = addressOfPrivateKey(secret.privateKey)
          const present = await rows()
          refuseKnown(present, address, ['watch'])
          await addSecret(open, secret, address, newAccount(present, address, { kind: 'key' }, clock.now()))
          return getAddress(address)
        } finally {
          wipe(secret)
        }
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

    renameAccount: (address, name) => exclusive(() => change(address, { name: cleanName(name) })),
    hideAccount: (address, hidden) => exclusive(() => change(address, { hidden })),

    orderAccounts: addresses =>
      exclusive(async () => {
        const wanted = addresses.map(lowerCaseAddress)
        const place = (row: AccountRecord) => {
          const index = wanted.indexOf(row.address)
          return index < 0 ? wanted.length : index
        }
        // Sorting is stable: those that were not named keep their order.
        const sorted = (await rows()).sort((a, b) => place(a) - place(b))
        await put(sorted.map((row, order) => ({ ...row, order })))
      }),

    async discoverAccounts(hasActivity, { phraseId, gapLimit = 20 } = {}) {
      // The network answers in its own time: nothing waits for it but this.
      const open = await access.opened()
      const active: Candidate[] = []
      for (let index = 0, unused = 0; unused < gapLimit && index < discoveryEnd; index += discoveryWindow) {
        access.stillOpen(open)
        const first = index
        const candidates = await withPhrase(open, phraseId, (seed, id) => candidatesFrom(seed, id, first))
        const used = await Promise.all(candidates.map(({ address }) => hasActivity(getAddress(address))))
        for (const [offset, candidate] of candidates.entries()) {
          if (unused >= gapLimit) break
          unused = used[offset] === true ? 0 : unused + 1
          if (used[offset] === true) active.push(candidate)
        }
      }
      return exclusive(async () => {
        access.stillOpen(open)
        const known = await rows()
        const present = [...known]
        for (const { address, source } of active) {
          if (known.some(row => row.address === address && row.source.kind !== 'watch')) continue
          present.push(newAccount(present, address, source, clock.now()))
        }
        const added = present.slice(known.length)
        await put(added)
        return added.map(row => getAddress(row.address))
      })
    },

    async restoreMissing() {
      const open = await access.opened()
      const restored: AccountRecord[] = []
      const present = await rows()
      for (const entry of open.vault.secrets) {
        const known = [...present, ...restored]
        if (known.some(row => belongsTo(row, entry))) continue
        const { address, source } = await withSecret(open.vault, open.dataKey, entry, secret =>
          firstAccount(secret, entry),
        )
        const account = newAccount(known, address, source, clock.now())
        restored.push(account)
      }
      await put(restored)
    },
  }
}

/** A vault's first phrase with its first account, for a vault that is being made. */
export async function firstPhrase(
  vaultId: string,
  dataKey: CryptoKey,
  input: { phrase: string; passphrase: string },
  createdAt: number,
): Promise<{ secret: VaultSecret; account: AccountRecord }> {
  const secret = phraseSecret(await entropyOf(input.phrase), input.passphrase)
  try {
    const id = newPhraseId()
    const { address, source } = await firstAccount(secret, { id })
    return {
      secret: await sealSecret(vaultId, dataKey, secret, { id, createdAt }),
      account: newAccount([], address, source, createdAt),
    }
  } finally {
    wipe(secret)
  }
}

/** The account that a secret gives before anybody asked for more. */
async function firstAccount(secret: Secret, { id }: { id: string }): Promise<Candidate> {
  if (secret.kind === 'key') return { address: addressOfPrivateKey(secret.privateKey), source: { kind: 'key' } }
  const path = accountPath(0)
  const address = await withSeed(secret, seed => addressAt(seed, path))
  return { address, source: { kind: 'phrase', phraseId: id, path } }
}

async function isKnownPhrase({ vault, dataKey }: OpenVault, secret: PhraseSecret): Promise<boolean> {
  for (const entry of vault.secrets.filter(each => each.kind === 'phrase')) {
    const same = await withSecret(vault, dataKey, entry, known => {
      const { entropy, passphrase } = asPhrase(known)
      return isEqual(entropy, secret.entropy) && isEqual(passphrase, secret.passphrase)
    })
    if (same) return true
  }
  return false
}

function isEqual(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

/** @throws Failure `invalid-private-key` */
function parsePrivateKey(text: string) {
  const hex = text.trim().replace(/^0x/i, '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Failure('invalid-private-key')
  const bytes = bytesOf(hex)
  if (!isPrivateKey(bytes)) {
    bytes.fill(0)
    throw new Failure('invalid-private-key')
  }
  return bytes
}

function newPhraseId(): string {
  return bytesToHex(randomBytes(8))
}
