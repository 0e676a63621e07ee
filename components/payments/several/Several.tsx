import { format, plural, t, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { Fold, Item, List } from '@/components/elements'
import { shortAddress } from '@/components/format/address'
import { useAssets } from '@/components/payments/desk/use-assets'
import { DeskWait } from '@/components/payments/desk-page'
import { OutcomeBadge } from '@/components/payments/State'
import { currencyAddress } from '@/lib/base/currency-address'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { isSameAddress } from '@/lib/base/hex'
import type { PayoutView } from '@/lib/language/desk'
import { SeveralForm } from './SeveralForm'
import '@/components/payments/desk/desk.css'
import './several.css'

/** Pays several at once: an amount each, or shares of one amount. */
export function Several() {
  const desk = useSlice('desk')
  if (desk === undefined) return <DeskWait />
  return (
    <section className="desk-section" aria-label={t('several')}>
      <SeveralForm payouts={desk.payouts} />
      {desk.payouts.length > 0 && (
        <List testId="payouts">
          {desk.payouts.map(payout => (
            <PastPayout key={payout.key} payout={payout} />
          ))}
        </List>
      )}
    </section>
  )
}

/** A payment to several as it was made, and what became of it. */
function PastPayout({ payout }: { payout: PayoutView }) {
  const nameOf = useNames()
  const paidIn = payout.token === currencyAddress ? null : payout.token
  const token = useAssets().find(each => isSameAddress(each.token, paidIn))
  const sum = payout.legs.reduce((total, { amount }) => total + BigInt(amount), 0n)
  const words = (amount: bigint) =>
    token === undefined
      ? t('amount_of_unknown_token', { amount: format.integer(amount) })
      : `${format.amount(amount, token.decimals, 'exact')} ${token.symbol}`
  const isPartly = payout.outcome === 'partly'
  return (
    <Item data-payout={payout.label}>
      <p className="entry-head">
        <span className="entry-title">{cleanForeignText(payout.label, 100)}</span>
        <OutcomeBadge outcome={payout.outcome} />
      </p>
      <Fold
        open={isPartly}
        title={
          <>
            <strong className="amount">{words(sum)}</strong>
            <span className="quiet"> · {plural('several_payees', payout.legs.length)}</span>
          </>
        }
      >
        <ol className="desk-legs">
          {payout.legs.map(({ to, amount, outcome }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list, and one recipient may be in it twice
            <li key={index} className="desk-leg">
              <span dir="auto">{nameOf(to) ?? <bdi>{shortAddress(to)}</bdi>}</span>
              <span>{words(BigInt(amount))}</span>
              {isPartly && <OutcomeBadge outcome={outcome} />}
            </li>
          ))}
        </ol>
      </Fold>
    </Item>
  )
}
