import { t } from '@/components/app'
import { shortAddress } from '@/components/format/address'
import type { Likeness } from './alike'

export function likenessWords(likeness: Likeness): string {
  switch (likeness.kind) {
    case 'native':
      return t('token_like_native', { symbol: likeness.symbol })
    case 'token':
      return t('token_like_other', { symbol: likeness.symbol, address: shortAddress(likeness.address) })
    case 'letters':
      return t('token_odd_letters')
    case 'nameless':
      return t('token_says_no_name')
  }
}
