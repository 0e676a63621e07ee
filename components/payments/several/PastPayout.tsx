import { useNames } from '@/components/contacts/use-names'
import { Item } from '@/components/elements/Card'
import { Fold } from '@/components/elements/Fold'
import { shortAddress } from '@/components/format/address'
import { format, plural, t } from '@/components/i18n'
import { OutcomeBadge } from '@/components/payments/desk/OutcomeBadge'
import { useAssets } from '@/components/payments/desk/use-assets'
import { currencyAddress } from '@/lib/base/currency-address'
import { isSameAddress } from '@/lib/base/hex'
import type { PayoutView } from '@/lib/language/desk'

/** A payment to several as it was made, and what became of it. */
export function PastPayout({ payout }: { payout: PayoutView }) {
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
        <span className="entry-title">{payout.label}</span>
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
