import ChevronRight from 'lucide-react/icons/chevron-right'
import { useSlice } from '@/components/client-context'
import { plural, t } from '@/components/i18n'
import { imitated } from '@/lib/risk/look-alike-token'
import { likenessWords } from './likeness-words'
import { onlyFound, vouchedFor } from './order'
import { TokenRow } from './TokenRow'
import { useMoney } from './use-money'

/** The tokens of the account at a glance. What merely arrived is counted apart: it is no money until a person says so. */
export function TokenSection({ onManage }: { onManage(): void }) {
  const tokens = useSlice('tokens') ?? []
  const money = useMoney()
  const vouched = vouchedFor(tokens)
  const found = onlyFound(tokens)
  return (
    <section className="tokens" aria-labelledby="tokens">
      <header className="section-head">
        <h2 id="tokens">{t('tokens')}</h2>
        <button type="button" className="link" data-testid="tokens-manage" onClick={onManage}>
          {t(vouched.length === 0 ? 'token_add' : 'tokens_manage')}
        </button>
      </header>
      {vouched.length > 0 && (
        <ul className="token-list">
          {vouched.map(token => {
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
        <button type="button" className="tokens-found" data-testid="tokens-found" onClick={onManage}>
          {plural('tokens_found', found.length)}
          <ChevronRight className="mirrored" size={16} aria-hidden="true" />
        </button>
      )}
    </section>
  )
}
