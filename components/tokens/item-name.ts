import { t } from '@/components/app'
import { shortNumber } from '@/components/decision/effect-words'
import { cleanForeignText } from '@/lib/base/foreign-text'

/** «Art #7»: the collection as its contract calls itself, or «Item #7». */
export function itemName({ name, symbol = '', id }: { name: string; symbol?: string; id: string }): string {
  const collection = cleanForeignText(name === '' ? symbol : name, 40)
  const number = shortNumber(id)
  return collection === '' ? t('item_nameless', { number }) : t('item_named', { collection, number })
}
