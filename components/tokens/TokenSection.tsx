import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { plural, t, useGo, useSlice } from '@/components/app'
import { Button } from '@/components/elements'
import { imitated } from '@/lib/reading/risk/look-alike-token'
import { likenessWords } from './likeness-words'
import { onlyFound, shortList, vouchedFor } from './order'
import { TokenRow } from './TokenRow'
import { useMoney } from './use-money'

/** More than fit the popup. What was paid last stands below them. */
const mostRows = 15

/**
 * The account's listed tokens, a few of them where they are many. Tokens that only arrived are counted apart until the
 * person lists them.
 */
export function TokenSection() {
  const go = useGo()
  const tokens = useSlice('tokens') ?? []
  const money = useMoney()
  const vouched = vouchedFor(tokens)
  const found = onlyFound(tokens)
  const shown = shortList(vouched, mostRows)
  const more = vouched.length - shown.length
  return (
    <section className="tokens" aria-labelledby="tokens">
      <header className="section-head">
        <h2 id="tokens">{t('tokens')}</h2>
        <Button
          look="link"
          testId="tokens-manage"
          about={vouched.length === 0 ? undefined : t('tokens')}
          onClick={() => go('/tokens')}
        >
          {t(vouched.length === 0 ? 'token_add' : 'tokens_manage')}
        </Button>
      </header>
      {vouched.length > 0 && (
        <ul className="token-list">
          {shown.map(token => {
            const other = imitated(token, money)
            return (
              <TokenRow
                key={token.address}
                token={token}
                note={other === null ? undefined : <span className="token-warning">{likenessWords(other)}</span>}
              />
            )
          })}
        </ul>
      )}
      {more > 0 && (
        <More testId="tokens-more" onClick={() => go('/tokens')}>
          {plural('tokens_more', more)}
        </More>
      )}
      {found.length > 0 && (
        <More testId="tokens-found" onClick={() => go('/tokens')}>
          {plural('tokens_found', found.length)}
        </More>
      )}
    </section>
  )
}

/** A row that leads to the tokens that are not shown here. */
function More({ children, ...button }: { children: ReactNode; testId: string; onClick(): void }) {
  return (
    <Button look="row" className="tokens-more" {...button}>
      {children}
      <ChevronRight className="mirrored" size={16} aria-hidden="true" />
    </Button>
  )
}
