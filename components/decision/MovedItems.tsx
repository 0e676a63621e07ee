import { format, locale, plural, t } from '@/components/i18n'
import type { Description } from '@/lib/reading/calls/description'
import { type ItemsOfKind, itemsOf, namedItems, needsList } from './moved-items'

/** «3 of item 7, 40 of item 8, and 2 more kinds»: part of a sentence. */
export function itemsWords(items: readonly ItemsOfKind[]): string {
  if (items.length === 0) return t('items_none')
  const { named, unnamed } = namedItems(items)
  const words = named.map(({ tokenId, count }) => t('items_of_kind', { tokenId, count: format.integer(count) }))
  if (unnamed > 0) words.push(plural('items_more_kinds', unnamed))
  return new Intl.ListFormat(locale()).format(words)
}

/** Every token id that moves and its count, where the sentence leaves some out. */
export function MovedItems({ description }: { description: Description }) {
  const items = itemsOf(description)
  if (items === null || !needsList(items)) return null
  return (
    <details className="legs" open={items.length <= 5}>
      <summary>{t('items_moved')}</summary>
      <ol className="legs-list">
        {items.map(({ tokenId, count }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list, and one kind may be in it twice
          <li key={index} className="leg leg-of-item">
            <span>{t('allowance_item', { id: tokenId })}</span>
            <span className="leg-amount">{format.integer(count)}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
