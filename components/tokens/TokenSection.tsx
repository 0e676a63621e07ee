import ChevronRight from 'lucide-react/icons/chevron-right'
import { useSlice } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { plural, t } from '@/components/i18n'
import { useAfterPaint } from '@/components/use-after-paint'
import { imitated } from '@/lib/risk/look-alike-token'
import { likenessWords } from './likeness-words'
import { onlyFound, vouchedFor } from './order'
import { TokenRow } from './TokenRow'
import { useMoney } from './use-money'

/** More than fit the popup. The rest follows once the first picture is there. */
const rowsAtFirst = 12

/** The account's listed tokens. Tokens that only arrived are counted apart until the person lists them. */
export function TokenSection({ onManage }: { onManage(): void }) {
  const tokens = useSlice('tokens') ?? []
  const money = useMoney()
  const vouched = vouchedFor(tokens)
  const found = onlyFound(tokens)
  const isPainted = useAfterPaint()
  return (
    <section className="tokens" aria-labelledby="tokens">
      <header className="section-head">
        <h2 id="tokens">{t('tokens')}</h2>
        <Button look="link" testId="tokens-manage" onClick={onManage}>
          {t(vouched.length === 0 ? 'token_add' : 'tokens_manage')}
        </Button>
      </header>
      {vouched.length > 0 && (
        <ul className="token-list">
          {vouched.slice(0, isPainted ? undefined : rowsAtFirst).map(token => {
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
      {found.length > 0 && (
        <Button look="row" className="tokens-found" testId="tokens-found" onClick={onManage}>
          {plural('tokens_found', found.length)}
          <ChevronRight className="mirrored" size={16} aria-hidden="true" />
        </Button>
      )}
    </section>
  )
}
