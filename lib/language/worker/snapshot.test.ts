import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browser } from 'wxt/browser'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { recordOf } from '@/lib/activity/sending/record.fixture'
import { toTransactionView } from '@/lib/activity/sending/view'
import { firstNetworkOf } from '@/lib/base/network-id'
import { type ArrivalView, balanceKeyOf, type Slices, type TransactionView } from '@/lib/language/ui'
import { createSnapshot } from './snapshot'

const session: Slices['session'] = { vault: 'unlocked', lockAt: 5_000, retryAt: null }
const ada: Slices['contacts'][number] = { address: `0x${'ad'.repeat(20)}`, name: 'Ada', createdAt: 1 }

beforeEach(() => {
  fakeBrowser.reset()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const arrivalOf = (id: string, at: number): ArrivalView => ({
  id,
  at,
  networkId: firstNetworkOf(1),
  account: `0x${'ad'.repeat(20)}`,
  ...{ token: null, from: null, amount: '0x1', hash: null, explorerUrl: null },
  ...{ level: 'sealed', isWithdrawn: false, sealedAt: at },
})

const untilWritten = () => vi.runAllTimersAsync()

const stored = () => browser.storage.session.get(null)

it('writes a slice again only when it says something else', async () => {
  const set = vi.spyOn(browser.storage.session, 'set')
  const snapshot = createSnapshot(browser.storage.session)
  snapshot.keep('session', session)
  snapshot.keep('contacts', [ada])
  await untilWritten()
  snapshot.keep('contacts', [{ ...ada }])
  snapshot.keep('networks', [])
  await untilWritten()
  snapshot.keep('contacts', [{ ...ada, name: 'Ada L.' }])
  await untilWritten()
  expect(set.mock.calls.map(([values]) => Object.keys(values))).toEqual([
    ['snapshot', 'snapshot:session', 'snapshot:contacts'],
    ['snapshot', 'snapshot:networks'],
    ['snapshot', 'snapshot:contacts'],
  ])
  expect(await stored()).toEqual({
    snapshot: { lockAt: 5_000 },
    'snapshot:session': session,
    'snapshot:contacts': [{ ...ada, name: 'Ada L.' }],
    'snapshot:networks': [],
  })
})

it('what an earlier worker kept stays until this one knows better', async () => {
  const earlier = createSnapshot(browser.storage.session)
  earlier.keep('session', session)
  earlier.keep('contacts', [ada])
  await untilWritten()
  const later = createSnapshot(browser.storage.session)
  later.keep('contacts', [])
  await untilWritten()
  expect(await stored()).toMatchObject({ 'snapshot:contacts': [ada] })
  later.keep('session', { ...session, lockAt: 9_000 })
  await untilWritten()
  expect(await stored()).toEqual({
    snapshot: { lockAt: 9_000 },
    'snapshot:session': { ...session, lockAt: 9_000 },
    'snapshot:contacts': [],
  })
})

it('nothing is left after the lock, and nothing is written until the unlock', async () => {
  const snapshot = createSnapshot(browser.storage.session)
  snapshot.keep('session', session)
  snapshot.keep('contacts', [ada])
  await untilWritten()
  snapshot.keep('networks', [])
  snapshot.keep('session', { ...session, vault: 'locked', lockAt: null })
  await snapshot.erase()
  expect(await stored()).toEqual({})
  snapshot.keep('contacts', [ada])
  await untilWritten()
  expect(await stored()).toEqual({})
  snapshot.keep('session', session)
  await untilWritten()
  expect(await stored()).toEqual({
    snapshot: { lockAt: 5_000 },
    'snapshot:session': session,
    'snapshot:contacts': [ada],
  })
})

it('of activity and arrivals it writes the newest rows, and knows all of them', async () => {
  const rowOf = (id: string, createdAt: number) =>
    toTransactionView(recordOf({ id, createdAt }), {
      ...{ preconfirms: true, explorerUrl: null, waitsForNonce: null, replaceable: false, receivedAt: null },
    })
  const rows = Array.from({ length: 150 }, (_, index) => rowOf(`row ${index}`, index))
  const snapshot = createSnapshot(browser.storage.session)
  snapshot.keep('session', session)
  snapshot.keep('activity', rows)
  snapshot.keep(
    'arrivals',
    Array.from({ length: 50 }, (_, index) => arrivalOf(`arrival ${index}`, index)),
  )
  await untilWritten()
  const kept = async () => (await stored())['snapshot:activity'] as TransactionView[]
  expect((await kept()).map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, index) => `row ${149 - index}`))
  expect((await stored())['snapshot:arrivals']).toEqual(
    Array.from({ length: 30 }, (_, index) => arrivalOf(`arrival ${49 - index}`, 49 - index)),
  )
  snapshot.keepRow({ ...rowOf('row 2', 2), level: 'final' })
  await untilWritten()
  expect((await kept()).map(({ id }) => id)).not.toContain('row 2')
  snapshot.keepRow(rowOf('new', 150))
  await untilWritten()
  expect((await kept()).slice(0, 2).map(({ id }) => id)).toEqual(['new', 'row 149'])
})

it('is erased at the lock, and written again after it, also where a write failed before', async () => {
  vi.spyOn(browser.storage.session, 'set').mockRejectedValueOnce(new Error('QUOTA_BYTES quota exceeded'))
  const snapshot = createSnapshot(browser.storage.session)
  snapshot.keep('session', session)
  await untilWritten()
  snapshot.keep('contacts', [ada])
  await untilWritten()
  expect(await stored()).toMatchObject({ 'snapshot:session': session, 'snapshot:contacts': [ada] })
  await snapshot.erase()
  expect(await stored()).toEqual({})
})

it('keeps the last balance of each account on each network, until the lock', async () => {
  const snapshot = createSnapshot(browser.storage.session)
  snapshot.keep('session', session)
  const [one, other] = [`0x${'ad'.repeat(20)}`, `0x${'be'.repeat(20)}`] as const
  const balanceOf = (address: typeof one, sealed: `0x${string}` | null): NonNullable<Slices['balance']> => ({
    ...{ networkId: firstNetworkOf(1), address, sealed, pending: sealed },
    ...{ readAt: sealed === null ? null : 7, receivedAt: null },
  })
  for (const balance of [
    balanceOf(one, '0x1'),
    balanceOf(other, null),
    balanceOf(other, '0x2'),
    balanceOf(one, null),
  ]) {
    snapshot.keep('balance', balance)
    await untilWritten()
  }
  const kept = await stored()
  expect([one, other].map(address => kept[balanceKeyOf({ networkId: firstNetworkOf(1), address })])).toEqual([
    balanceOf(one, '0x1'),
    balanceOf(other, '0x2'),
  ])
  await snapshot.erase()
  expect(await stored()).toEqual({})
})
