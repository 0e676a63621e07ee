import { describe, expect, it } from 'vitest'
import { itemsOf, namedItems, needsList } from './moved-items'

const moving = (tokenId: string, count: string) =>
  itemsOf({ code: 'move-items', values: { tokenId, count }, counterparty: null })
const kinds = (many: number) => Array.from({ length: many }, (_, index) => ({ tokenId: `${index}`, count: 1n }))

describe('the items that a transaction moves', () => {
  it('are told apart by kind, in the order of the call', () => {
    expect(moving('7', '40')).toEqual([{ tokenId: '7', count: 40n }])
    expect(moving('7,8,7', '1,40,2')).toEqual([
      { tokenId: '7', count: 1n },
      { tokenId: '8', count: 40n },
      { tokenId: '7', count: 2n },
    ])
    expect(moving('', '')).toEqual([])
    expect(itemsOf({ code: 'move-item', values: { tokenId: '7' }, counterparty: null })).toBeNull()
  })

  it('are named in the sentence while they are few; it never leaves only one kind to the list', () => {
    const shown = (many: number) => {
      const { named, unnamed } = namedItems(kinds(many))
      return [named.length, unnamed, needsList(kinds(many))]
    }
    expect([1, 2, 4, 5, 400].map(shown)).toEqual([
      [1, 0, false],
      [2, 0, false],
      [4, 0, false],
      [3, 2, true],
      [3, 397, true],
    ])
  })

  it('are listed in full where the sentence has only the ends of a long number', () => {
    const items = [
      { tokenId: '1', count: 1n },
      { tokenId: `${10n ** 70n + 5n}`, count: 2n },
    ]
    expect(namedItems(items).named.map(({ tokenId }) => tokenId)).toEqual(['1', '100000…000005'])
    expect(needsList(items)).toBe(true)
  })
})
