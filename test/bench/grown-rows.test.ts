import { describe, expect, test } from 'vitest'
import { shapeCheck } from '../../lib/storage/inspection.ts'
import { paymentRowSchemas } from '../../lib/storage/payment-shapes.ts'
import { storeNames } from '../../lib/storage/stores.ts'
import { grown, grownRows, notGrown, oldTransactions, type Row } from './grown-rows.ts'

const of = { chainId: 84_538_453, account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } as const
const isWhole = shapeCheck(() => paymentRowSchemas)
const keyOf = (store: string, row: Row) => {
  const names = {
    accounts: 'address',
    contacts: 'address',
    sites: 'origin',
    paymentSites: 'origin',
    epochs: 'networkId',
  }
  const name = { ...names, fees: 'networkId' }[store] ?? ('id' in row ? 'id' : 'key')
  return String(row[name])
}

const rows = await grownRows(100, of)

describe('the rows of a wallet in long use', () => {
  test('are of every store that grows', () => {
    expect([...Object.keys(rows), ...notGrown].sort()).toEqual([...storeNames].sort())
  })

  test.each(Object.entries(rows))('of %s have the shape of their store, each with a key of its own', (store, list) => {
    expect(list).toHaveLength(grown[store as keyof typeof grown])
    const name = storeNames.find(each => each === store)
    expect(list.filter(row => name === undefined || !isWhole(name, row))).toEqual([])
    expect(new Set(list.map(row => keyOf(store, row))).size).toBe(list.length)
  })

  test('are a hundredth of that for a factor of 1', async () => {
    const few = await grownRows(1, of)
    for (const [store, list] of Object.entries(few))
      expect(list).toHaveLength(Math.ceil(grown[store as keyof typeof grown] / 100))
  })

  test('are transactions alone where only these are asked for', async () => {
    const transactions = await oldTransactions(of, 3)
    expect(transactions.map(row => isWhole('transactions', row))).toEqual([true, true, true])
  })
})
