import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { Address } from 'viem'
import { t, useAction, useClient, useGo, useSlice } from '@/components/app'
import { Button, Dialog, EmptyState, FailureNotice, IconButton, Notice } from '@/components/elements'
import { ScreenHead } from '@/components/elements/later'
import { shortAddress } from '@/components/format/address'
import type { TokenView } from '@/lib/language/ui'
import { imitated } from '@/lib/reading/risk/look-alike-token'
import { AddToken } from './AddToken'
import { type Likeness, likenesses } from './alike'
import { ItemSection } from './ItemSection'
import { likenessWords } from './likeness-words'
import { hiddenOnes, onlyFound, vouchedFor } from './order'
import { TokenRow } from './TokenRow'
import { tokenWords } from './token-words'
import { useMoney } from './use-money'

function noteOn({ address }: TokenView, worst: Likeness | null | undefined) {
  return worst == null ? (
    <bdi>{shortAddress(address)}</bdi>
  ) : (
    <span className="token-warning">{likenessWords(worst)}</span>
  )
}

/** The tokens of the account (listed ones, ones that only arrived, hidden ones) and its items. */
export function TokensPage() {
  const go = useGo()
  const client = useClient()
  const tokens = useSlice('tokens') ?? []
  const money = useMoney()
  const [adding, setAdding] = useState(false)
  const keep = useAction((address: Address) => client.call('token.add', { address }))
  const hide = useAction((address: Address, hidden: boolean) => client.call('token.hide', { address, hidden }))
  const vouched = vouchedFor(tokens)
  const found = onlyFound(tokens)
  const hidden = hiddenOnes(tokens)
  const actions = (token: TokenView) => {
    const { symbol } = tokenWords(token)
    const label = t(token.hidden ? 'token_show_named' : 'token_hide_named', { symbol })
    return (
      <>
        <IconButton
          icon={token.hidden ? Eye : EyeOff}
          iconSize={18}
          label={label}
          testId={token.hidden ? 'token-show' : 'token-hide'}
          onClick={() => void hide.run(token.address, !token.hidden)}
        />
        {token.source === 'found' && !token.hidden && (
          <span className="token-actions">
            <Button size="small" about={symbol} testId="token-keep" onClick={() => void keep.run(token.address)}>
              {t('token_keep')}
            </Button>
          </span>
        )}
      </>
    )
  }
  return (
    <main className="screen">
      <ScreenHead
        title={t('tokens')}
        onBack={() => go('/')}
        aside={<Button size="small" icon={Plus} testId="token-add" onClick={() => setAdding(true)} label={t('add')} />}
      />
      <div className="screen-body token-groups">
        {vouched.length === 0 && <EmptyState>{t('tokens_empty')}</EmptyState>}
        {vouched.length > 0 && (
          <ul className="token-list">
            {vouched.map(token => (
              <TokenRow key={token.address} token={token} note={noteOn(token, imitated(token, money))}>
                {actions(token)}
              </TokenRow>
            ))}
          </ul>
        )}
        <ItemSection />
        {found.length > 0 && (
          <section aria-labelledby="tokens-found" data-testid="tokens-found-list">
            <h2 id="tokens-found">{t('tokens_found_title')}</h2>
            <Notice tone="caution">{t('tokens_found_note')}</Notice>
            <ul className="token-list">
              {found.map(token => (
                <TokenRow key={token.address} token={token} note={noteOn(token, likenesses(token, money)[0])}>
                  {actions(token)}
                </TokenRow>
              ))}
            </ul>
          </section>
        )}
        {hidden.length > 0 && (
          <section aria-labelledby="tokens-hidden">
            <h2 id="tokens-hidden">{t('tokens_hidden')}</h2>
            <ul className="token-list">
              {hidden.map(token => (
                <TokenRow key={token.address} token={token} note={<bdi>{shortAddress(token.address)}</bdi>}>
                  {actions(token)}
                </TokenRow>
              ))}
            </ul>
          </section>
        )}
        <FailureNotice failure={keep.failure ?? hide.failure} />
      </div>
      {adding && (
        <Dialog title={t('token_add')} onClose={() => setAdding(false)}>
          <AddToken onDone={() => setAdding(false)} />
        </Dialog>
      )}
    </main>
  )
}
