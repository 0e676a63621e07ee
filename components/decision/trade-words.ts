import { locale, t } from '@/components/i18n'
import type { Effect } from '@/lib/base/effects'
import { type AssetNames, amountWords } from './effect-words'

/** More assets than these are counted in the list of effects, not in the sentence. */
const mostNamed = 3

/** What an order gives and what it gets, each as a list in words: «item 7 of Art», «2 ETH», «nothing». */
export function tradeWords(effects: readonly Effect[], names: AssetNames): { gives: string; gets: string } {
  const listOf = (kind: 'pays' | 'receives') => {
    const words = effects.flatMap(effect =>
      effect.kind === kind
        ? [amountWords({ ...effect, kind: 'moves', from: null, to: null, source: 'stated' }, names)]
        : [],
    )
    const shown = words.length > mostNamed ? [...words.slice(0, mostNamed), '…'] : words
    return shown.length === 0 ? t('order_nothing') : new Intl.ListFormat(locale()).format(shown)
  }
  return { gives: listOf('pays'), gets: listOf('receives') }
}
