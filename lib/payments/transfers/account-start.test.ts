import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { preconfirmedReceipt, recordOf } from '@/lib/activity/sending/record.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { createRowCipher } from '@/lib/keys/vault/row-cipher'
import { withEncryptedRows } from '@/lib/storage/encrypted/database'
import { encryptedStore } from '@/lib/storage/encrypted/store'
import { openDatabase } from '@/lib/storage/open'
import { accountStart } from './account-start'

const networkId = firstNetworkOf(7)
const account = `0x${'aa'.repeat(20)}` as const
const place = { networkId, epoch: 0, account }

it('an account begins with the first thing that is known of it, also where rows are encrypted', async () => {
  const raw = await openDatabase(crypto.randomUUID())
  const cipher = createRowCipher(crypto.getRandomValues(new Uint8Array(32)))
  const database = withEncryptedRows(raw, { cipher: () => cipher, encryptedStore, onUnreadable: expect.unreachable })
  const nothing = { arrivals: [], past: [] }
  expect(await accountStart(database, place, nothing)).toBeNull()
  const receipt = { ...preconfirmedReceipt, blockHash: `0x${'12'.repeat(32)}` as const }
  const row = { networkId, from: account }
  // The first one was replaced: it is in no block.
  await database.put('transactions', recordOf({ ...row, id: 'a', nonce: 0 }))
  await database.put('transactions', recordOf({ ...row, id: 'b', nonce: 1, receipt: { ...receipt, blockNumber: 70n } }))
  await database.put('transactions', recordOf({ ...row, id: 'c', nonce: 2, receipt: { ...receipt, blockNumber: 90n } }))
  expect(await accountStart(database, place, nothing)).toBe(70)
  expect(await accountStart(database, place, { ...nothing, past: [{ blockNumber: 60n }] })).toBe(60)
  expect(await accountStart(database, place, { ...nothing, arrivals: [{ blockNumber: 50 }, {}] })).toBe(50)
  expect(await accountStart(database, { ...place, epoch: 1 }, nothing)).toBeNull()
  raw.close()
})
