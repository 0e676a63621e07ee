import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { recordFaults } from '@/lib/base/faults.fixture'
import { openDatabase } from '@/lib/storage/open'
import { watchDisk } from '@/test/full-disk'
import { createRequests, requestKey } from './requests'

it('a page gets the answer to what was done also where it cannot be stored', async () => {
  const database = await openDatabase(crypto.randomUUID())
  const faults = recordFaults()
  const requests = createRequests({ database, clock: systemClock, faults })
  const key = requestKey('https://shop.example', crypto.randomUUID())
  await requests.begin(key, 'https://shop.example', 'eth_sendTransaction')
  const waiting = requests.wait(key)
  const disk = watchDisk(database.name, () => true)
  const answer = { result: '0x01' }
  expect(await requests.answer(key, answer)).toEqual(answer)
  expect(await waiting).toEqual(answer)
  expect(faults.seen).toMatchObject([{ where: 'sites', error: { name: 'QuotaExceededError' } }])
  disk.free()
  // Another worker finds out from the journal, and its answer is stored.
  expect(await requests.answer(key, answer)).toEqual(answer)
  expect(await requests.get(key)).toMatchObject({ answer: JSON.stringify(answer) })
})
