import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import { createManualClock, type ManualClock } from '@/lib/base/manual-clock.fixture'
import { RpcError } from '@/lib/base/rpc/errors'
import { createFaultLog, type FaultLog, mostFaults } from './fault-log'
import { setDamagedRowsAside, shapeCheck } from './inspection'
import { type Database, openDatabase } from './open'
import { paymentRowSchemas } from './payment-shapes'

const ownOrigin = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop/'
let database: Database
let clock: ManualClock
let log: FaultLog
beforeEach(async () => {
  database = await openDatabase(`faults-${crypto.randomUUID()}`)
  clock = createManualClock()
  log = createFaultLog({ clock, ownOrigin })
})
afterEach(async () => {
  database.close()
  await deleteDB(database.name)
})

/** Resolves when a write that is due now has been made. */
async function written(): Promise<void> {
  clock.advance(1_000)
  await log.list()
}

test('a fault is stored with its place, its kind, its network and its time', async () => {
  log.keepIn(database)
  log.report('endpoint', new RpcError('timeout', 'The endpoint did not answer in time'), firstNetworkOf(8453))
  await written()
  expect(await database.getAll('faults')).toMatchObject([
    { where: 'endpoint', kind: 'RpcError/timeout', networkId: 8453, at: 1_700_000_000_000, count: 1 },
  ])
})

test('equal faults are one line with a count, also over the end of a worker', async () => {
  log.keepIn(database)
  for (let times = 0; times < 3; times++) log.report('socket', new RpcError('unreachable', `try ${times}`))
  await written()
  const next = createFaultLog({ clock, ownOrigin })
  next.keepIn(database)
  next.report('socket', new RpcError('unreachable', 'again'))
  expect(await next.list()).toMatchObject([
    { where: 'socket', kind: 'RpcError/unreachable', firstAt: 1_700_000_000_000, at: 1_700_000_001_000, count: 4 },
  ])
  expect(await database.count('faults')).toBe(1)
})

test('an error is noted once, by the place that meets it first, also as the cause of another', async () => {
  const error = new RpcError('not-json-rpc', 'a web page')
  log.report('endpoint', error)
  log.report('balances', error)
  log.report('screen-call', new Failure('endpoint-not-json-rpc', {}, { cause: error }))
  expect(await log.list()).toMatchObject([{ where: 'endpoint', count: 1 }])
})

test('what was reported before the database was open is stored once it is', async () => {
  log.report('database', new DOMException('no', 'UnknownError'))
  expect(await log.list()).toHaveLength(1)
  log.keepIn(database)
  await written()
  expect(await database.count('faults')).toBe(1)
})

test('without a fault nothing is read, written or timed', async () => {
  let timers = 0
  const countTimer = (): (() => void) => {
    timers++
    return () => undefined
  }
  const idle = createFaultLog({ clock: { now: clock.now, after: countTimer }, ownOrigin })
  const untouched = new Proxy(database, { get: () => expect.unreachable() })
  idle.keepIn(untouched)
  expect(timers).toBe(0)
})

test('the newest kinds are kept', async () => {
  log.keepIn(database)
  for (let networkId = 1; networkId <= mostFaults + 30; networkId++) {
    clock.advance(10)
    log.report('networks', new Failure('network-unknown'), firstNetworkOf(networkId))
  }
  await written()
  const kept = await log.list()
  expect(kept).toHaveLength(mostFaults)
  expect(kept[0]?.networkId).toBe(mostFaults + 30)
  expect(kept.at(-1)?.networkId).toBe(31)
  clock.advance(1_000)
  log.report('networks', new Failure('network-unknown'), firstNetworkOf(1))
  await written()
  expect(await database.count('faults')).toBe(mostFaults)
  expect((await log.list())[0]?.networkId).toBe(1)
})

test('a thousand faults in a row are a few writes', async () => {
  let writes = 0
  const counted = new Proxy(database, {
    get(target, property) {
      if (property === 'transaction') writes++
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  log.keepIn(counted)
  for (let times = 0; times < 1_000; times++) {
    log.report('worker', new TypeError('again'))
    clock.advance(2)
    await Promise.resolve()
  }
  expect((await log.list())[0]?.count).toBe(1_000)
  expect(writes).toBeLessThanOrEqual(4)
})

test('a database that refuses the write costs no fault and throws nothing', async () => {
  log.keepIn(database)
  database.close()
  log.report('keys', new Error('first'))
  await written()
  expect(await log.list()).toMatchObject([{ where: 'keys', count: 1 }])
  log.report('keys', new Error('second'))
  await written()
  expect((await log.list()).reduce((total, { count }) => total + count, 0)).toBe(2)
  database = await openDatabase(database.name)
  log.keepIn(database)
  await written()
  expect(await database.count('faults')).toBeGreaterThan(0)
})

test('clearing empties the log and the store', async () => {
  log.keepIn(database)
  log.report('keys', new Error('first'))
  await written()
  await log.clear()
  expect(await log.list()).toEqual([])
  expect(await database.count('faults')).toBe(0)
})

test('a value that throws when it is looked at is a fault like any other', async () => {
  log.report('worker', new Proxy({}, { get: () => expect.unreachable(), has: () => expect.unreachable() }))
  expect(await log.list()).toMatchObject([{ where: 'worker', kind: 'no-error' }])
})

test('what is stored has the shape that is inspected at the start of the browser', async () => {
  log.keepIn(database)
  log.report('worker', new TypeError('Failed to fetch', { cause: new RpcError('node-error', 'x', { code: -32_000 }) }))
  log.report('payments', 'a thrown text', firstNetworkOf(1))
  await written()
  expect(await database.count('faults')).toBe(2)
  expect(
    await setDamagedRowsAside(
      database,
      systemClock,
      shapeCheck(() => paymentRowSchemas),
    ),
  ).toEqual({})
})
