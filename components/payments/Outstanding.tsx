import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { Link } from 'wouter'
import { format, t, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { useTokens } from '@/components/decision/use-tokens'
import { Button, Buttons, EmptyState, Item, List, Notice } from '@/components/elements'
import { SiteName } from '@/components/sites/SiteName'
import { isSameAddress } from '@/lib/base/hex'
import type { AuthorizationView } from '@/lib/language/payments'
import { type Exposure, exposures, inThisPeriod, isOpen, isOutstanding } from '@/lib/payments/shared/exposure'
import { DeskWait } from './desk-page'
import { ReadTo } from './reading'
import { StateBadge } from './State'
import { useCautiousNow } from './use-cautious-now'
import { neverEnds, type WordsContext, whatBecame, whatItAllowed, whatItAllows } from './words'

/** The signed authorizations by which money can still be taken, and their sums. */
export function Outstanding() {
  const rows = useSlice('authorizations')
  const reading = useSlice('authorizationsRead') ?? null
  const selection = useSlice('selection')
  const [isPastShown, showPast] = useState(false)
  const { nowSeconds, skewSeconds } = useCautiousNow(rows?.some(row => isOpen(row.state)) === true)
  const tokenOf = useTokens(selection?.networkId)
  const nameOf = useNames()
  if (rows === undefined) return <DeskWait />
  const context: WordsContext = { tokenOf: address => tokenOf(address as `0x${string}`), nameOf, nowSeconds }
  const current = rows.map(row => inThisPeriod(row, nowSeconds))
  const open = current.filter(isOutstanding)
  const past = current.filter(row => !isOutstanding(row))
  return (
    <section className="desk-section" aria-label={t('payments_outstanding')}>
      {skewSeconds !== null && (
        <Notice tone="caution">
          {t(skewSeconds > 0 ? 'clock_ahead' : 'clock_behind', {
            time: format.duration(Math.abs(skewSeconds) * 1_000),
          })}
        </Notice>
      )}
      <ReadTo reading={reading} />
      <Exposures rows={open} context={context} />
      {open.length === 0 ? (
        <EmptyState card>{t('payments_outstanding_empty')}</EmptyState>
      ) : (
        <List testId="outstanding">
          {open.map(row => (
            <Authorization key={row.id} row={row} context={context} />
          ))}
        </List>
      )}
      {past.length > 0 && !isPastShown && (
        <Button look="quiet" testId="show-past" onClick={() => showPast(true)}>
          {t('payments_past_show', { count: format.integer(past.length) })}
        </Button>
      )}
      {past.length > 0 && isPastShown && (
        <>
          <h2 className="desk-heading">{t('payments_past')}</h2>
          <List>
            {past.map(row => (
              <Authorization key={row.id} row={row} context={context} />
            ))}
          </List>
        </>
      )}
    </section>
  )
}

function Exposures({ rows, context }: { rows: readonly AuthorizationView[]; context: WordsContext }) {
  const tokens = useSlice('tokens') ?? []
  const sums = exposures(rows)
  if (sums.length === 0) return null
  const balanceOf = ({ token }: Exposure) => {
    const pending = tokens.find(({ address }) => isSameAddress(address, token))?.pending ?? null
    return pending === null ? null : BigInt(pending)
  }
  const words = (amount: bigint, { token }: Exposure) => {
    const known = context.tokenOf(token)
    return known === null ? format.integer(amount) : `${format.amount(amount, known.decimals, 'exact')} ${known.symbol}`
  }
  return (
    <>
      {sums.map(sum => {
        const balance = balanceOf(sum)
        const exceeds = balance !== null && sum.signed > balance && !sum.isUnlimited
        const symbol = context.tokenOf(sum.token)?.symbol ?? ''
        return exceeds ? (
          <Notice key={sum.token} tone="danger">
            {t('payments_exposure_exceeds', { symbol, signed: words(sum.signed, sum), balance: words(balance, sum) })}
          </Notice>
        ) : null
      })}
      <dl className="card card-body exposure" data-testid="exposure">
        <dt className="exposure-title">{t('payments_exposure')}</dt>
        {sums.map(sum => {
          const balance = balanceOf(sum)
          return (
            <dd key={sum.token} className="exposure-row">
              <span className="exposure-amount">
                {sum.isUnlimited ? t('payments_exposure_all') : words(sum.signed, sum)}
              </span>
              <span className="quiet">
                {balance !== null && t('payments_exposure_balance', { amount: words(balance, sum) })}
                {sum.deposited > 0n && <> {t('payments_exposure_elsewhere', { amount: words(sum.deposited, sum) })}</>}
              </span>
            </dd>
          )
        })}
      </dl>
    </>
  )
}

function Authorization({ row, context }: { row: AuthorizationView; context: WordsContext }) {
  const isPast = !isOpen(row.state)
  const became = whatBecame(row, context)
  return (
    <Item data-authorization={row.id} data-state={row.state}>
      <p className="entry-head">
        <span className="entry-title">
          {row.origin === null ? t('authorization_at_desk') : <SiteName origin={row.origin} />}
        </span>
        <StateBadge row={row} />
      </p>
      <p className={isPast ? 'item-line quiet' : undefined}>
        {isPast ? whatItAllowed(row, context) : whatItAllows(row, context)}
      </p>
      {became !== null && <p className="item-line quiet">{became}</p>}
      {neverEnds(row) && <p className="item-line authorization-never">{t('authorization_never_ends')}</p>}
      <Buttons>
        <Link href={`/payments/authorization/${encodeURIComponent(row.id)}`} className="link">
          {t('authorization_details')}
          <ChevronRight className="mirrored" size={14} aria-hidden="true" />
        </Link>
      </Buttons>
    </Item>
  )
}
