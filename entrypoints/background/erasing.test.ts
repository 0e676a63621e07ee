import { afterEach, beforeAll, expect, it } from 'vitest'
import { browser } from 'wxt/browser'
import { inputs } from '@/lib/language/procedures.fixture'
import { eraseDatabase, openDatabase } from '@/lib/storage/open'
import { type StoreName, storeNames } from '@/lib/storage/stores'
import { killAfterWrites } from './killing.fixture'
import { startTestWorker } from './worker.fixture'

const { password, phrase } = inputs['vault.create']
const friend = `0x${'be'.repeat(20)}`
const account = 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266'

let revive = (): void => undefined
afterEach(() => revive())

/** Everything that a wallet in use has stored, unlocked. */
let wallet: { rows: [StoreName, unknown[]][]; local: Record<string, unknown>; session: Record<string, unknown> }
beforeAll(async () => {
  const worker = await startTestWorker()
  const tab = worker.open('tab')
  await tab.ask('vault.create', { password, phrase })
  await tab.ask('contact.name', { contacts: [{ address: friend, name: 'Rosalind' }] })
  const database = await openDatabase()
  wallet = {
    rows: await Promise.all(
      storeNames.map(async (name): Promise<[StoreName, unknown[]]> => [name, await database.getAll(name)]),
    ),
    local: await browser.storage.local.get(null),
    session: await browser.storage.session.get(null),
  }
  database.close()
})

/** The wallet is told to erase itself and killed on the way. @returns what is stored after the next start */
async function erasedUntil(last: number): Promise<{ stored: string; isKilled: boolean }> {
  await restore()
  const worker = await startTestWorker(false)
  expect(await worker.stored()).toContain(account)
  const killing = killAfterWrites(last)
  revive = killing.revive
  const end = await Promise.race([killing.killed, worker.open('tab').ask('vault.erase', { confirmation: 'erase' })])
  revive()
  if (end !== 'killed') expect(end.kind).toBe('result')
  const next = await startTestWorker(false)
  return { stored: await next.stored(), isKilled: end === 'killed' }
}

async function restore(): Promise<void> {
  const database = await openDatabase()
  await eraseDatabase(database)
  for (const [name, rows] of wallet.rows) for (const row of rows) await database.put(name, row as never)
  database.close()
  for (const area of ['local', 'session'] as const) {
    await browser.storage[area].clear()
    await browser.storage[area].set(wallet[area])
  }
}

it('leaves nothing of the wallet, wherever the worker is killed on the way', async () => {
  let kills = 0
  for (let last = 1; ; last += kills < 30 ? 1 : 9) {
    const { stored, isKilled } = await erasedUntil(last)
    for (const left of [account, friend.slice(2), 'prelude-vault', 'encrypted', 'erasing', '"locked"'])
      expect(stored, `killed after ${last} writes`).not.toContain(left)
    if (!isKilled) break
    kills += 1
  }
  expect(kills).toBeGreaterThan(30)
}, 60_000)

it('has not begun where not even its mark could be written', async () => {
  const { stored } = await erasedUntil(0)
  expect(stored).toContain(account)
  expect(stored).toContain('prelude-vault')
})
