import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordOf } from '@/lib/activity/sending/record.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { createRowCipher } from '@/lib/keys/vault/row-cipher'
import { shapeCheck } from '@/lib/storage/inspection'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { ContactRecord, TransferRecord } from '@/lib/storage/payment-records'
import { paymentRowSchemas } from '@/lib/storage/payment-shapes'
import type { TransactionRecord } from '@/lib/storage/records'
import { readSetAside } from '@/lib/storage/set-aside-rows'
import { encryptedStoreNames, stores } from '@/lib/storage/stores'
import { withEncryptedRows } from './database'
import { setUnreadableAside } from './set-aside'
import { encryptedStore } from './store'
import { encryptReadableRows } from './sweep'

const isWhole = shapeCheck(() => paymentRowSchemas)
let raw: Database
let plain: Database
let cipher: ReturnType<typeof createRowCipher> | null
/** What `cipher` encrypts with, and before it what it did. */
let keys: Uint8Array<ArrayBuffer>[]
let database: Database
let unreadable: string[]

function newCipher(...former: typeof keys) {
  const key = crypto.getRandomValues(new Uint8Array(32))
  keys = [key, ...former]
  return createRowCipher(key, ...former)
}
/** Another key, as after a change of the password. */
function rekey(): void {
  cipher?.close()
  cipher = newCipher(...keys)
}

beforeEach(async () => {
  raw = await openDatabase(`encrypted-${crypto.randomUUID()}`)
  plain = await openDatabase(`plain-${crypto.randomUUID()}`)
  cipher = newCipher()
  unreadable = []
  database = withEncryptedRows(raw, {
    cipher: () => cipher,
    encryptedStore,
    onUnreadable: (store, key) => void unreadable.push(`${store} ${key}`),
  })
})
afterEach(async () => {
  for (const each of [raw, plain]) {
    each.close()
    await deleteDB(each.name)
  }
})

const sweep = () =>
  encryptReadableRows(raw, {
    ...{ stores, names: encryptedStoreNames },
    cipher: () => cipher,
    onUnreadable: (store, key) => void unreadable.push(`${store} ${key}`),
    isWhole,
    now: () => 5,
    pause: async () => undefined,
    async renewed() {
      keys.splice(1)
      cipher?.closeFormer()
    },
  })

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as const
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as const

const contact = (n: number, name = `Friend ${n}`): ContactRecord => ({ address: address(n), name, createdAt: n })
const transaction = (id: number, changes: Partial<TransactionRecord> = {}): TransactionRecord => ({
  ...recordOf({ networkId: firstNetworkOf(1), chainId: 1 }),
  id: `row-${id}`,
  hash: hash(id),
  from: address(1),
  createdAt: id,
  level: 'final',
  inFlight: 0,
  ...changes,
})
const transfer = (n: number, changes: Partial<TransferRecord> = {}): TransferRecord => ({
  key: `1:0:${address(1)}:${n}`,
  ...{
    networkId: firstNetworkOf(1),
    epoch: 0,
    account: address(1),
    token: address(9),
    from: address(2),
    to: address(1),
  },
  ...{ amount: 10n ** 20n + BigInt(n), memo: null, hash: hash(n), blockHash: hash(n), blockNumber: n, logIndex: 0 },
  at: n,
  ...changes,
})

/** The bytes of everything that is stored, as text. */
async function onDisk(): Promise<string> {
  const rows = await Promise.all([...raw.objectStoreNames].map(name => raw.getAll(name)))
  return JSON.stringify(rows, (_, value) => {
    if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer).toString('latin1')
    return typeof value === 'bigint' ? value.toString() : value
  })
}

const locked = expect.objectContaining({ code: 'locked' })

describe('a database with encrypted rows', () => {
  const account = fc.integer({ min: 1, max: 3 })
  const id = fc.integer({ min: 0, max: 7 })
  const steps = fc.oneof(
    fc.record({ kind: fc.constant('put'), id, account, inFlight: fc.constantFrom(0, 1), at: fc.nat(20) }),
    fc.record({ kind: fc.constant('add'), id, account, inFlight: fc.constantFrom(0, 1), at: fc.nat(20) }),
    fc.record({ kind: fc.constantFrom('delete', 'get', 'sweep', 'rekey', 'name', 'transfer', 'replace'), id, account }),
    fc.record({ kind: fc.constantFrom('all', 'account', 'nonce', 'cursor', 'recent', 'transfers', 'range'), account }),
  )
  type Step = { kind: string; id?: number; account: number; inFlight?: 0 | 1; at?: number }

  async function take(target: Database, { kind, id = 0, account: n, inFlight = 0, at = 0 }: Step): Promise<unknown> {
    const from = address(n)
    switch (kind) {
      case 'put':
        return target.put('transactions', transaction(id, { from, inFlight, createdAt: at, nonce: at }))
      case 'add':
        return target.add('transactions', transaction(id, { from, inFlight, createdAt: at })).catch(error => error.name)
      case 'delete':
        return target.delete('transactions', `row-${id}`)
      case 'get':
        return [
          await target.get('transactions', `row-${id}`),
          await target.getFromIndex('transactions', 'hash', [firstNetworkOf(1), hash(id)]),
        ]
      case 'sweep':
        return target === database ? sweep() : undefined
      case 'rekey':
        return target === database ? rekey() : undefined
      case 'name': {
        const writing = target.transaction('contacts', 'readwrite')
        const known = await writing.store.get(address(id))
        await writing.store.put({ ...contact(id), name: `${known?.name ?? ''}+` })
        return writing.done
      }
      case 'transfer':
        return target.put('transfers', transfer(id, { account: from, key: `${from}:${id}` }))
      case 'replace': {
        const writing = target.transaction(['transfers', 'contacts'], 'readwrite')
        const store = writing.objectStore('transfers')
        const range = IDBKeyRange.bound([1, 0, from, id], [1, 0, from, Number.MAX_SAFE_INTEGER])
        for (const row of await store.index('block').getAll(range)) await store.delete(row.key)
        await writing.objectStore('contacts').delete(address(id))
        return writing.done
      }
      case 'all':
        return [
          await target.getAll('transactions'),
          await target.getAllKeys('contacts'),
          await target.getAll('contacts'),
        ]
      case 'account':
        return target.getAllFromIndex('transactions', 'account', IDBKeyRange.bound([1], [1, []]))
      case 'nonce':
        return target.getAllFromIndex(
          'transactions',
          'nonce',
          IDBKeyRange.bound([1, 0, from, 3], [1, 0, from, Number.POSITIVE_INFINITY]),
        )
      case 'cursor':
        return walked(target, 'account', IDBKeyRange.bound([1, from, Number.NEGATIVE_INFINITY], [1, from, 1e9]))
      case 'recent':
        return walked(target, 'recent', IDBKeyRange.bound([1], [1, []]))
      case 'transfers':
        return target.getAllFromIndex('transfers', 'block', IDBKeyRange.bound([1, 0, from, 0], [1, 0, from, 9e9]))
      default:
        return target.getAll('contacts', IDBKeyRange.bound(address(2), address(5)))
    }
  }

  /** Rows at the same place of the index come in any order: they are compared in one. */
  async function walked(target: Database, index: 'account' | 'recent', range: IDBKeyRange) {
    const found: TransactionRecord[] = []
    let cursor = await target.transaction('transactions').store.index(index).openCursor(range, 'prev')
    for (; cursor !== null; cursor = await cursor.continue()) found.push(cursor.value)
    const times = found.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    return found.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
  }

  it('answers whatever is asked of it as one without encryption does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 30 }), async taken => {
        for (const each of [raw, plain])
          for (const store of ['transactions', 'contacts', 'transfers'] as const) await each.clear(store)
        for (const step of taken) expect(await take(database, step)).toEqual(await take(plain, step))
        expect(await take(database, { kind: 'all', account: 1 })).toEqual(
          await take(plain, { kind: 'all', account: 1 }),
        )
      }),
      { numRuns: 60 },
    )
    expect(unreadable).toEqual([])
  }, 30_000)
})

describe('what lies on the disk', () => {
  it('tells of an ended transaction its chain, its number and its times, and of a contact nothing', async () => {
    await database.put('contacts', contact(0xbeef, 'Rosalind'))
    await database.put('transactions', transaction(1, { to: address(0xbeef), value: 1234567890123456789n, nonce: 7 }))
    await database.put('transactions', transaction(2, { to: address(0xcafe), inFlight: 1 }))
    const text = await onDisk()
    for (const told of ['Rosalind', 'beef', '1234567890123456789', hash(1), 'row-1']) expect(text).not.toContain(told)
    // What a locked wallet watches and sends again.
    expect(text).toContain(address(0xcafe))
    const [encrypted] = await raw.getAllFromIndex('transactions', 'recent', IDBKeyRange.only([1, 1]))
    expect(encrypted).toEqual({
      ...{ layout: raw.version, networkId: 1, epoch: 0, nonce: 7, createdAt: 1, inFlight: 0 },
      id: expect.stringMatching(/^~.{22}$/),
      hash: expect.stringMatching(/^~.{22}$/),
      from: expect.stringMatching(/^~.{22}$/),
      encrypted: expect.any(Uint8Array),
    })
  })

  it('is other bytes each time, of a length that tells little', async () => {
    const lengths = new Set<number>()
    const bytes = new Set<string>()
    for (const name of ['Al', 'Al', 'Al', 'Alexandra', 'Alexandra von Humboldt']) {
      await database.put('contacts', contact(1, name))
      const [row] = (await raw.getAll('contacts')) as unknown as { encrypted: Uint8Array }[]
      lengths.add(row?.encrypted.length ?? 0)
      bytes.add(`${row?.encrypted}`)
    }
    expect(bytes.size).toBe(5)
    expect(lengths.size).toBe(1)
  })
})

describe('while the wallet is locked', () => {
  beforeEach(async () => {
    await database.put('contacts', contact(1))
    await database.put('transactions', transaction(1))
    await database.put('transactions', transaction(2, { inFlight: 1 }))
    cipher = null
  })

  it('a closed store is neither read nor written, and nothing else of the transaction is', async () => {
    await expect(database.getAll('contacts')).rejects.toEqual(locked)
    await expect(database.get('contacts', address(1))).rejects.toEqual(locked)
    await expect(database.put('contacts', contact(2))).rejects.toEqual(locked)
    await expect(database.getAllFromIndex('transfers', 'block')).rejects.toEqual(locked)
    const both = database.transaction(['transactions', 'contacts'], 'readwrite')
    await both.objectStore('transactions').put(transaction(3, { inFlight: 1 }))
    await expect(both.objectStore('contacts').put(contact(3))).rejects.toEqual(locked)
    await expect(both.done).rejects.toBeDefined()
    expect(await raw.count('transactions')).toBe(2)
    await expect(database.put('tokens', { key: '1:0x' } as never)).rejects.toEqual(locked)
    expect(await database.getAll('tokens')).toEqual([])
  })

  it('of the others what is needed is read and written; the unlock encrypts what has ended by then', async () => {
    expect((await database.getAll('transactions')).map(({ id }) => id)).toEqual(['row-2'])
    expect(await database.get('transactions', 'row-1')).toBeUndefined()
    expect(await database.getAllFromIndex('transactions', 'account', IDBKeyRange.bound([1], [1, []]))).toHaveLength(1)
    const cursor = await database.transaction('transactions').store.index('recent').openCursor(null, 'prev')
    expect([cursor?.value.id, await cursor?.continue()]).toEqual(['row-2', null])
    await database.put('transactions', transaction(2, { level: 'final' }))
    expect(await onDisk()).toContain('row-2')

    cipher = newCipher()
    await sweep()
    expect(await onDisk()).not.toContain('row-2')
    expect((await database.getAll('transactions')).map(({ id }) => id)).toEqual(['row-2'])
  })

  it('a lock in the middle of a transaction loses what is needed as little as before it', async () => {
    cipher = newCipher()
    const writing = database.transaction(['transactions', 'nonces'], 'readwrite')
    await writing.objectStore('nonces').get('1:0:0x')
    cipher = null
    await writing.objectStore('transactions').put(transaction(4, { inFlight: 1 }))
    await writing.done
    const closing = database.transaction('contacts', 'readwrite')
    await expect(closing.store.put(contact(4))).rejects.toEqual(locked)
    expect(await database.get('transactions', 'row-4')).toEqual(transaction(4, { inFlight: 1 }))
  })
})

it('payees that were remembered while locked are added to those that were known', async () => {
  const payee = (n: number) => ({ networkId: firstNetworkOf(1), token: address(1), payee: address(n) })
  const site = { origin: 'https://shop.example', switchedOn: false, payees: [payee(1), payee(2)], createdAt: 1 }
  await database.put('paymentSites', site)
  const open = cipher
  cipher = null
  await database.put('paymentSites', { ...site, payees: [payee(2), payee(3)], createdAt: 2 })
  cipher = open
  await sweep()
  expect(await database.getAll('paymentSites')).toEqual([{ ...site, payees: [payee(1), payee(2), payee(3)] }])
  expect(await onDisk()).not.toContain('shop.example')
})

/** @returns an end that comes at one of the writes: the disk is full then */
function failAtWrite(wanted: number): () => void {
  const methods = ['put', 'delete', 'add'] as const
  const originals = methods.map(name => [name, IDBObjectStore.prototype[name]] as const)
  let writes = 0
  for (const [name, original] of originals)
    IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...given: never[]) {
      writes += 1
      if (writes === wanted) throw new DOMException('The disk is full.', 'QuotaExceededError')
      return Reflect.apply(original, this, given)
    }
  return () => {
    for (const [name, original] of originals) Object.assign(IDBObjectStore.prototype, { [name]: original })
  }
}

const everything = async () => [await database.getAll('contacts'), await database.getAll('transactions')]

/** Sweeps until one ends, each cut off so many writes later than the one before. @returns how many were cut off */
async function cutOffAtEvery(writes: number, rows: unknown): Promise<number> {
  for (let failures = 0; ; failures += 1) {
    const end = failAtWrite(1 + failures * writes)
    const failed = await sweep().then(
      () => false,
      () => true,
    )
    end()
    expect(await everything()).toEqual(rows)
    if (!failed) return failures
  }
}

describe('rows of earlier versions', () => {
  beforeEach(async () => {
    for (let n = 1; n <= 60; n++) {
      await raw.put('contacts', contact(n))
      await raw.put('transactions', transaction(n, n % 20 === 0 ? { inFlight: 1 } : {}))
    }
  })

  it('are encrypted step by step; cut off or refused at any write, nothing is lost, and the next sweep goes on', async () => {
    const before = await everything()
    expect(await cutOffAtEvery(7, before)).toBeGreaterThan(5)
    const readable = IDBKeyRange.upperBound('~')
    expect(await raw.getAllKeys('contacts', readable)).toEqual([])
    expect(await raw.getAllKeys('transactions', readable)).toEqual(['row-20', 'row-40', 'row-60'])
    expect(unreadable).toEqual([])
  })

  it('are left for later where the wallet is locked on the way, and set aside where they are damaged', async () => {
    await raw.put('contacts', { address: address(7), name: 7 } as never)
    const open = cipher
    let pauses = 0
    const lockOnTheWay = async () => {
      pauses += 1
      if (pauses === 2) cipher = null
    }
    await encryptReadableRows(raw, {
      ...{ stores, names: encryptedStoreNames },
      ...{ cipher: () => cipher, isWhole, now: () => 5, pause: lockOnTheWay, renewed: async () => undefined },
      onUnreadable: () => undefined,
    })
    cipher = open
    expect(await database.count('contacts')).toBe(59)
    expect(await raw.count('contacts', IDBKeyRange.upperBound('~'))).toBeGreaterThan(0)
    await sweep()
    expect(await raw.count('contacts', IDBKeyRange.upperBound('~'))).toBe(0)
    expect(await database.getAll('contacts')).toHaveLength(59)
    // The set-aside row itself is encrypted too; its export has it.
    expect(await raw.getAll('damaged')).toMatchObject([{ store: 'contacts', key: null, row: expect.any(Uint8Array) }])
    expect(JSON.parse((await readSetAside(raw, cipher)).text)).toEqual([
      { store: 'contacts', at: 5, key: address(7), row: { address: address(7), name: 7 } },
    ])
    expect(JSON.parse((await readSetAside(raw, null)).text)).toMatchObject([{ key: null, row: null }])
  })
})

describe('rows of a former key', () => {
  beforeEach(async () => {
    for (let n = 1; n <= 250; n++) await database.put('contacts', contact(n))
    await database.put('transactions', transaction(1))
    await raw.add('damaged', { store: 'contacts', key: 'x', row: { name: 'Rosalind' }, at: 5 })
    await sweep()
  })
  const opened = async () => {
    const rows = [await database.getAll('contacts'), JSON.parse((await readSetAside(raw, cipher)).text)]
    return rows.flat().filter(row => row.key !== null).length
  }

  it('are encrypted anew step by step; cut off at any write, nothing is lost, and the next sweep goes on', async () => {
    const before = await everything()
    const [first] = keys
    rekey()
    expect(await everything()).toEqual(before)
    expect(await cutOffAtEvery(60, before)).toBeGreaterThan(3)
    expect(keys).toHaveLength(1)
    expect(await opened()).toBe(251)
    expect(unreadable).toEqual([])
    // The key of before opens nothing any more.
    cipher = createRowCipher(first ?? new Uint8Array(32))
    expect(await opened()).toBe(0)
    expect(await database.getAll('transactions')).toEqual([])
  })

  it('of two changes in a row open, and those that are written meanwhile, by whoever began before, are not lost', async () => {
    const begun = database.transaction('contacts', 'readwrite')
    const known = await begun.store.get(address(3))
    rekey()
    await begun.store.put({ ...contact(3), name: `${known?.name} and more` })
    await begun.done
    rekey()
    const pending = database.put('contacts', contact(300))
    let steps = 0
    await encryptReadableRows(raw, {
      ...{ stores, names: encryptedStoreNames, cipher: () => cipher, isWhole, now: () => 5 },
      onUnreadable: (store, key) => void unreadable.push(`${store} ${key}`),
      async pause() {
        // A change of the password in the middle: the key of before is needed still.
        if (++steps === 2) rekey()
      },
      renewed: () => expect.unreachable('rows of the key before are left'),
    })
    await pending
    expect(keys).toHaveLength(4)
    await sweep()
    expect(keys).toHaveLength(1)
    expect(await database.get('contacts', address(3))).toEqual(contact(3, 'Friend 3 and more'))
    expect(await database.count('contacts')).toBe(251)
    expect(await raw.count('contacts')).toBe(251)
    expect(unreadable).toEqual([])
  })
})

describe('a row that was changed on the disk', () => {
  type Encrypted = { address: string; encrypted: Uint8Array }
  const change = async (step: (row: Encrypted, other: Encrypted) => object) => {
    const [first, second] = (await raw.getAll('contacts')) as unknown as Encrypted[]
    if (first !== undefined && second !== undefined) await raw.put('contacts', step(first, second) as never)
  }
  const setAside = async () => {
    const read = { cipher: () => cipher, now: () => 5 }
    for (const each of unreadable.splice(0)) await setUnreadableAside(raw, 'contacts', each.split(' ')[1] ?? '', read)
    return (await raw.getAll('damaged')).map(({ store }) => store)
  }
  beforeEach(async () => {
    await database.put('contacts', contact(1))
    await database.put('contacts', contact(2))
  })

  it.each([
    ['swapped with another', (row: Encrypted, other: Encrypted) => ({ ...row, encrypted: other.encrypted })],
    ['cut', (row: Encrypted) => ({ ...row, encrypted: row.encrypted.slice(0, 60) })],
    ['cut to nothing', (row: Encrypted) => ({ ...row, encrypted: new Uint8Array() })],
    [
      'changed in one bit',
      (row: Encrypted) => ({ ...row, encrypted: row.encrypted.with(70, (row.encrypted[70] ?? 0) ^ 1) }),
    ],
    ['given another field', (row: Encrypted) => ({ ...row, createdAt: 3 })],
    ['taken from another version', (row: Encrypted) => ({ ...row, layout: 1 })],
  ])('is set aside and hides only itself: %s', async (_, step) => {
    await change(step)
    expect(await database.getAll('contacts')).toHaveLength(1)
    expect(await setAside()).toEqual(['contacts'])
    expect(await database.getAll('contacts')).toHaveLength(1)
    expect(unreadable).toEqual([])
  })

  it('is set aside where it is from another wallet, and not where it was written anew meanwhile', async () => {
    cipher = newCipher()
    expect(await database.getAll('contacts')).toEqual([])
    await database.put('contacts', contact(1))
    expect(await setAside()).toEqual(['contacts', 'contacts'])
    expect(await database.getAll('contacts')).toEqual([contact(1)])
    const [row] = await raw.getAllKeys('contacts')
    unreadable.push(`contacts ${row}`)
    expect(await setAside()).toHaveLength(2)
    expect(await database.getAll('contacts')).toEqual([contact(1)])
  })
})
