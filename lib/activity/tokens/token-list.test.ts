import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { RowCipher } from '@/lib/base/row-cipher'
import { createRowCipher } from '@/lib/keys/vault/row-cipher'
import { withEncryptedRows } from '@/lib/storage/encrypted/database'
import { encryptedStore } from '@/lib/storage/encrypted/store'
import { openDatabase } from '@/lib/storage/open'
import type { TokenRecord } from '@/lib/storage/records'
import { createTokenList, tokenKey } from './token-list'

const networkId = firstNetworkOf(1)
const row = (digit: string): TokenRecord => {
  const address = `0x${digit.repeat(40)}` as const
  return {
    ...{ key: tokenKey(networkId, address), networkId, address, symbol: 'TUSD', name: 'Test Dollar', decimals: 6 },
    ...{ source: 'person', hidden: false },
  }
}

/** A list over encrypted rows; `lock` takes the key away, as the wallet does. */
async function setUp() {
  const key = createRowCipher(crypto.getRandomValues(new Uint8Array(32)))
  let cipher: RowCipher | null = key
  let reads = 0
  const raw = await openDatabase(crypto.randomUUID())
  const parts = { cipher: () => cipher, encryptedStore, onUnreadable: () => expect.unreachable('every row opens') }
  const database = withEncryptedRows(raw, parts)
  const counted = new Proxy(database, {
    get(target, name) {
      if (name === 'getAll') reads += 1
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const connectionOf = () => expect.unreachable('no chain is asked')
  const list = createTokenList({ database: counted, connectionOf })
  return {
    list,
    symbols: async () => (await list.list(networkId)).map(({ address }) => address[2]),
    reads: () => reads,
    lock(isLocked: boolean) {
      cipher = isLocked ? null : key
      list.forget()
    },
  }
}

it('is read once, and again when a row changes', async () => {
  const { list, symbols, reads } = await setUp()
  await list.restore([row('1'), row('2')])
  expect(await symbols()).toEqual(['1', '2'])
  expect(await symbols()).toEqual(['1', '2'])
  expect(await list.metadata(networkId, row('2').address)).toMatchObject({ symbol: 'TUSD' })
  expect(reads()).toBe(1)
  await list.hide(networkId, row('1').address, true)
  expect((await list.list(networkId)).map(({ hidden }) => hidden)).toEqual([true, false])
  await list.restore([row('3')])
  expect(await symbols()).toEqual(['1', '2', '3'])
})

it('is empty while the wallet is locked, and whole after the unlock', async () => {
  const { list, symbols, lock } = await setUp()
  await list.restore([row('1')])
  expect(await symbols()).toEqual(['1'])
  lock(true)
  expect(await symbols()).toEqual([])
  lock(false)
  expect(await symbols()).toEqual(['1'])
})
