import type { ReactNode } from 'react'
import { format, t } from '@/components/app'
import { preconfirmedDelta } from '@/components/balance/delta'
import { LetterMark, StopMark } from '@/components/elements'
import type { TokenView } from '@/lib/language/ui'
import { tokenWords } from './token-words'
import './tokens.css'

/** A token with its sealed balance and, under it, the change that is only pre-confirmed. */
export function TokenRow({ token, note, children }: { token: TokenView; note?: ReactNode; children?: ReactNode }) {
  const { symbol, name } = tokenWords(token)
  const delta = preconfirmedDelta(token)
  return (
    <li
      className={token.source === 'found' ? 'token token-found' : 'token'}
      data-testid="token-row"
      data-token={token.address.toLowerCase()}
      data-source={token.source}
      data-sealed={token.sealed ?? undefined}
      data-pending={token.pending ?? undefined}
    >
      <TokenMark address={token.address} symbol={symbol} found={token.source === 'found'} />
      <span className="token-words">
        <bdi className="token-symbol">{symbol}</bdi>
        <span className="token-note">{note ?? <bdi>{name}</bdi>}</span>
      </span>
      <span className="token-end">
        <span className="token-amount">
          {token.sealed === null ? (
            <span className="quiet">{token.hidden ? '' : t('token_amount_unknown')}</span>
          ) : (
            format.amount(BigInt(token.sealed), token.decimals, 'short')
          )}
        </span>
        {delta !== null && delta !== 0n && (
          <span className="token-delta">
            <StopMark look="preconfirmed" size={12} />
            <span className="visually-hidden">{t('level_preconfirmed')} </span>
            <span className="amount">{format.delta(delta, token.decimals)}</span>
          </span>
        )}
      </span>
      {children}
    </li>
  )
}

/** The token's first letters in a disc; for an unlisted token a question mark in a dashed ring. */
function TokenMark({ address, symbol, found }: { address: string; symbol: string; found: boolean }) {
  if (!found) return <LetterMark of={address} letters={[...symbol].slice(0, 2).join('')} />
  return (
    <span className="token-mark" aria-hidden="true">
      ?
    </span>
  )
}
