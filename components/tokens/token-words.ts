import { t } from '@/components/app'
import { cleanForeignText, cleanSymbol } from '@/lib/base/foreign-text'
import type { TokenView } from '@/lib/language/ui'

/** A contract's own symbol and name, cut to the width of a row. */
export function tokenWords({ symbol, name }: Pick<TokenView, 'symbol' | 'name'>): { symbol: string; name: string } {
  const shown = cleanSymbol(symbol)
  return { symbol: shown === '' ? t('token_nameless') : shown, name: cleanForeignText(name, 40) }
}
