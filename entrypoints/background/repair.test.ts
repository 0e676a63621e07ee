import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import { createdWallet, createMachine, firstAddress, memoryStore, password } from '@/lib/keys/keyring.fixture'
import { copyOf, emptyVault } from '@/lib/keys/vault/vault'
import type { UiService } from '@/lib/language/worker/ui-edge'
import { createFaultLog } from '@/lib/storage/fault-log'
import { startOrRepair } from './repair'
import type { Service } from './service'

const nothing = async () => undefined
const service: Service = {
  payments: () => expect.unreachable(),
  wake: nothing,
  lock: nothing,
  windowClosed: nothing,
}
const sealed = { iv: 'aa'.repeat(12), ciphertext: 'bb' }
const derivation = { name: 'argon2id', salt: 'aa'.repeat(16), memoryKiB: 16, iterations: 1, parallelism: 1 } as const
const vault = copyOf(
  emptyVault({ id: 'dd'.repeat(16), createdAt: 1, derivation, dataKey: sealed, prfSalt: 'cc'.repeat(32) }),
)

const key = `0x${'5f'.repeat(32)}`

/** Starts the wallet, which fails once. @returns what pages are served meanwhile */
async function failingWith(error: unknown, mirror: unknown) {
  const mirrorStore = memoryStore()
  if (mirror !== undefined) await mirrorStore.set('vault-mirror', mirror)
  const faults = createFaultLog({ clock: systemClock, ownOrigin: 'chrome-extension://here/' })
  const served = Promise.withResolvers<UiService>()
  const fails = [error]
  const starting = startOrRepair({ uiPorts: { serve: served.resolve }, faults, mirrorStore }, async () => {
    if (fails.length > 0) throw fails.pop()
    return service
  })
  const { procedures, slices } = await served.promise
  return { procedures, starting, session: await slices.read('session') }
}

describe('a wallet that does not start', () => {
  it('says what failed and starts again, and offers no deletion, unless the database itself cannot be opened', async () => {
    const full = new DOMException('The disk is full.', 'QuotaExceededError')
    for (const error of [full, new TypeError('a fault of our own')]) {
      const { procedures, starting, session } = await failingWith(error, vault)
      expect(session).toMatchObject({ vault: 'start-failed' })
      expect(await procedures['database.start-failure']?.({})).toEqual({
        reason: `${error.name}: ${error.message}`,
        vaultCopy: 'valid',
      })
      expect(procedures['database.rebuild']).toBeUndefined()
      await procedures['database.start-again']?.({})
      expect(await starting).toBe(service)
    }
  })

  it('leaves a database of a newer version alone', async () => {
    const { procedures, session } = await failingWith(new Failure('vault-newer'), vault)
    expect(session).toMatchObject({ vault: 'newer' })
    expect(procedures['database.rebuild']).toBeUndefined()
  })
})

describe('the backup of a wallet that does not start', () => {
  it('opens on another device with the same password, and no password is asked to save it', async () => {
    const own = await createdWallet()
    await own.keyring.importKey(key)
    const mirror = await own.machine.mirrorStore.get('vault-mirror')
    for (const error of [new TypeError('ours'), new Failure('database-damaged', { reason: 'UnknownError' })]) {
      const { procedures } = await failingWith(error, mirror)
      const saved = await procedures['database.vault-copy']?.({})
      const other = (await createMachine()).start()
      await other.importBackup(saved?.backup ?? '', password)
      expect(await other.accounts()).toMatchObject([{ address: firstAddress, kind: 'phrase' }, { kind: 'key' }])
      const [, imported] = await other.accounts()
      expect(await other.revealKey(password, imported?.address ?? '0x')).toBe(key)
    }
  })

  it('is made of a copy whose checksum alone is wrong, and opens with the password', async () => {
    const own = await createdWallet()
    const mirror = Object.assign({}, await own.machine.mirrorStore.get('vault-mirror'), { checksum: '00' })
    const { procedures } = await failingWith(new TypeError('ours'), mirror)
    const saved = await procedures['database.vault-copy']?.({})
    const other = (await createMachine()).start()
    await other.importBackup(saved?.backup ?? '', password)
    expect(await other.accounts()).toMatchObject([{ address: firstAddress, kind: 'phrase' }])
  })

  it.each([
    ['absent', undefined],
    ['damaged', { ...vault, text: vault.text.slice(1) }],
  ])('is not made of a copy of the vault that is %s', async (vaultCopy, mirror) => {
    const { procedures } = await failingWith(new TypeError('ours'), mirror)
    await expect(procedures['database.vault-copy']?.({})).rejects.toMatchObject({
      code: 'vault-damaged',
      details: { vaultCopy },
    })
  })
})

describe('a database that cannot be opened', () => {
  const damaged = new Failure('database-damaged', { reason: 'UnknownError' })

  it('is replaced where a whole copy of the vault was read back', async () => {
    const { procedures, starting, session } = await failingWith(damaged, vault)
    expect(session).toMatchObject({ vault: 'database-damaged' })
    await procedures['database.rebuild']?.({ confirmation: 'rebuild' })
    expect(await starting).toBe(service)
  })

  it.each([
    ['absent', undefined],
    ['damaged', { ...vault, text: vault.text.slice(1) }],
    ['doubted', { ...vault, checksum: '00' }],
  ])(
    'keeps its data while the copy of the vault is %s, until the person says that it may go all the same',
    async (state, mirror) => {
      const { procedures, starting } = await failingWith(damaged, mirror)
      expect(await procedures['database.start-failure']?.({})).toEqual({ reason: 'UnknownError', vaultCopy: state })
      await expect(procedures['database.rebuild']?.({ confirmation: 'rebuild' })).rejects.toMatchObject({
        code: 'vault-damaged',
      })
      await procedures['database.rebuild']?.({ confirmation: 'rebuild-without-keys' })
      expect(await starting).toBe(service)
    },
  )
})
