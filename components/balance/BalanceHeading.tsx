import { format, locale, t, useSlice } from '@/components/app'
import { StopMark } from '@/components/elements'
import { splitAmount } from '@/components/format/amount'
import { preconfirmedDelta } from './delta'
import './balance.css'

/** The sealed balance and, under it, any change that is only pre-confirmed. The two are never added up. */
export function BalanceHeading() {
  const balance = useSlice('balance')
  const selection = useSlice('selection')
  const networks = useSlice('networks')
  const symbol = networks?.find(network => network.id === selection?.networkId)?.symbol ?? ''
  const parts = balance?.sealed == null ? null : splitAmount(BigInt(balance.sealed), 18, locale())
  const isUnreachable = useSlice('connection')?.reachable === false
  const delta = balance == null ? null : preconfirmedDelta(balance)
  return (
    <section className="balance" aria-label={t('balance_label')}>
      <p
        className={`balance-sealed ${sizeFor(parts)}`}
        data-testid="balance"
        data-sealed={balance?.sealed ?? undefined}
      >
        {parts === null ? (
          <span className={isUnreachable ? '' : 'balance-unknown'} role="img" aria-label={t('balance_unknown')}>
            {isUnreachable && '—'}
          </span>
        ) : (
          // Whole and fraction keep their order in right-to-left text.
          <bdi className="balance-number" dir="ltr">
            {parts.whole}
            <span className="balance-fraction">{parts.fraction}</span>
          </bdi>
        )}{' '}
        <span className="symbol">{symbol}</span>
      </p>
      <p className="balance-pending" data-testid="pending-balance" data-pending={balance?.pending ?? undefined}>
        {delta !== null && delta !== 0n && (
          <>
            <StopMark look="preconfirmed" size={16} />{' '}
            {t('balance_preconfirmed', { amount: `${format.delta(delta, 18)} ${symbol}` })}
          </>
        )}
        {isUnreachable && balance?.readAt != null && !delta && (
          <span>{t('balance_as_of', { time: format.dateTime(balance.readAt) })}</span>
        )}
      </p>
    </section>
  )
}

/** The class that sets long amounts smaller, on the same line height. */
function sizeFor(parts: { whole: string; fraction: string } | null): string {
  const length = parts === null ? 0 : parts.whole.length + parts.fraction.length
  return length > 14 ? 'balance-longest' : length > 10 ? 'balance-long' : ''
}
