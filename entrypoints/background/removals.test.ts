import type { Address } from 'viem'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browser } from 'wxt/browser'
import { systemClock } from '@/lib/base/clock'
import { firstNetworkOf } from '@/lib/base/network-id'
import { createSites } from '@/lib/decisions/sites/sites'
import { inputs } from '@/lib/language/procedures.fixture'
import { eraseDatabase, openDatabase } from '@/lib/storage/open'
import { type StoreName, storeNames } from '@/lib/storage/stores'
import { killAfterWrites } from './killing.fixture'
import { startTestWorker } from './worker.fixture'

const { password, phrase } = inputs['vault.create']
const otherPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const privateKey = `0x${'5f'.repeat(32)}`
const origin = 'https://shop.example'

let revive = (): void => undefined
afterEach(() => revive())

/** A wallet in use, unlocked; a website may see all its accounts. */
let wallet: { rows: [StoreName, unknown[]][]; local: Record<string, unknown>; session: Record<string, unknown> }
let all: Address[]
let phraseId: string
let second: string
let keyAddress: string

beforeAll(async () => {
  const worker = await startTestWorker()
  const tab = worker.open('tab')
  const result = async (procedure: string, input: unknown): Promise<Record<string, string>> => {
    const answer = await tab.ask(procedure, input)
    if (answer.kind !== 'result') throw new Error(JSON.stringify(answer))
    return answer.output as Record<string, string>
  }
  await result('vault.create', { password, phrase })
  second = String((await result('account.add', {})).address)
  keyAddress = String((await result('account.import-key', { privateKey })).address).toLowerCase()
  phraseId = String((await result('phrase.add', { phrase: otherPhrase })).phraseId)
  const database = await openDatabase()
  all = (await database.getAll('accounts')).map(({ address }) => address)
  await createSites({ database, clock: systemClock }).connect(origin, all, firstNetworkOf(8453))
  wallet = {
    rows: await Promise.all(
      storeNames.map(async (name): Promise<[StoreName, unknown[]]> => [name, await database.getAll(name)]),
    ),
    local: await browser.storage.local.get(null),
    session: await browser.storage.session.get(null),
  }
  database.close()
})

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

type Call = [procedure: string, input: unknown]
const withoutPassword = (): Call => ['account.remove', { address: second }]
const withItsKey = (): Call => ['account.remove', { address: keyAddress, password }]

/** The worker is killed after so many writes of a removal, and the next one is started. */
async function removedUntil(last: number, [procedure, input]: Call) {
  await restore()
  const worker = await startTestWorker(false)
  const killing = killAfterWrites(last)
  revive = killing.revive
  const end = await Promise.race([killing.killed, worker.open('tab').ask(procedure, input)])
  revive()
  await startTestWorker(false)
  const database = await openDatabase()
  const own = (await database.getAll('accounts')).map(({ address }) => address)
  const [site] = await database.getAll('sites')
  database.close()
  return { own, granted: site?.accounts ?? [], end, local: await browser.storage.local.get(null) }
}

describe('after a removal, wherever the worker is killed on the way', () => {
  it.each([
    ['an account of a phrase that has others', withoutPassword],
    ['an account with its key', withItsKey],
  ])(
    'no website may see an account that is gone: %s',
    async (_, call) => {
      const kept = { withAccount: 0, withoutAccount: 0 }
      for (let last = 0; ; last += 1) {
        const { own, granted, end, local } = await removedUntil(last, call())
        // The websites keep every account that the wallet still has.
        expect(granted, `killed after ${last} writes`).toEqual(all.filter(address => own.includes(address)))
        expect(local, `killed after ${last} writes`).not.toHaveProperty('removing-accounts')
        if (end !== 'killed') {
          expect(end.kind).toBe('result')
          expect(own).toHaveLength(all.length - 1)
          break
        }
        kept[own.length === all.length ? 'withAccount' : 'withoutAccount'] += 1
      }
      expect(kept.withAccount).toBeGreaterThan(0)
      expect(kept.withoutAccount).toBeGreaterThan(0)
    },
    120_000,
  )
})

it('a phrase that is removed takes its accounts from the websites', async () => {
  const { own, granted, end } = await removedUntil(Number.POSITIVE_INFINITY, ['phrase.remove', { phraseId, password }])
  expect(end).toMatchObject({ kind: 'result' })
  expect(own).toHaveLength(all.length - 1)
  expect(granted).toEqual(own)
})

it('a removal that is refused takes nothing from a website', async () => {
  const refused: Call = ['account.remove', { address: keyAddress, password: 'not the password' }]
  const { own, granted, end, local } = await removedUntil(Number.POSITIVE_INFINITY, refused)
  expect(end).toMatchObject({ kind: 'failure' })
  expect([own, granted]).toEqual([all, all])
  expect(local).not.toHaveProperty('removing-accounts')
})
