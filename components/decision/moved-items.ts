import type { Description } from '@/lib/reading/calls/description'

/** So many of one kind of a collection (ERC-1155). */
export interface ItemsOfKind {
  tokenId: string
  count: bigint
}

/** What moves out of a collection, kind by kind; `null` where a transaction does something else. */
export function itemsOf({ code, values: { tokenId = '', count = '' } }: Description): ItemsOfKind[] | null {
  if (code !== 'move-items') return null
  if (tokenId === '') return []
  const counts = count.split(',')
  return tokenId.split(',').map((id, index) => ({ tokenId: id, count: BigInt(counts[index] ?? 0) }))
}

/** More than these a sentence does not name. */
const mostNamed = 3
/** A longer item number is shortened to its two ends inside a sentence. */
const longest = 14

/** The kinds a sentence names, with numbers that fit into it; and how many kinds it leaves to the list beneath. */
export function namedItems(items: readonly ItemsOfKind[]): { named: ItemsOfKind[]; unnamed: number } {
  const named = items.slice(0, items.length > mostNamed + 1 ? mostNamed : items.length)
  return { named: named.map(shortened), unnamed: items.length - named.length }
}

/** Whether a sentence of several kinds leaves something out. */
export function needsList(items: readonly ItemsOfKind[]): boolean {
  return items.length > 1 && (namedItems(items).unnamed > 0 || items.some(item => shortened(item) !== item))
}

function shortened(item: ItemsOfKind): ItemsOfKind {
  const { tokenId } = item
  return tokenId.length <= longest ? item : { ...item, tokenId: `${tokenId.slice(0, 6)}…${tokenId.slice(-6)}` }
}
