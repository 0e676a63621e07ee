import { Switch } from '@/components/elements/Setting'
import { t } from '@/components/i18n'
import { readOrigin } from '@/components/sites/SiteName'
import type { PaymentLimitView, PaymentOptionView } from '@/lib/messaging/http402'
import { type Quantity, toQuantity } from '@/lib/values/hex'

/** The limit for 24 hours, in payments of this size. */
const timesADay = 10n

/** Amounts in the token's smallest unit. */
export interface WantedLimit {
  most: Quantity
  perDay: Quantity
}

export function limitOf({ stake }: PaymentOptionView): WantedLimit {
  return { most: stake, perDay: toQuantity(BigInt(stake) * timesADay) }
}

/**
 * Offered with a payment: Approve also allows the page's next payments of at most this size to this seller. Nothing is
 * stored before Approve.
 */
export function PayWithoutAsking({
  page,
  seller,
  option,
  limit,
  allowed,
  isBuilding,
  words,
  onWant,
}: {
  page: string
  seller: string
  option: PaymentOptionView
  /** The limit so far. */
  limit: PaymentLimitView | null
  /** What Approve would allow as the decision stands. */
  allowed: WantedLimit | null
  /** The decision is being changed to what the person wants. */
  isBuilding: boolean
  words(value: string): string
  onWant(limit: WantedLimit | null): void
}) {
  const offered = limitOf(option)
  const names = { page: readOrigin(page).host, seller: readOrigin(seller).host }
  const isSame = limit !== null && limit.networkId === option.networkId && limit.token === option.token
  return (
    <>
      {isSame && (
        <p className="quiet" data-testid="payment-limit">
          {t('payment_limit_now', {
            most: words(limit.most),
            spent: words(limit.spentInDay),
            day: words(limit.perDay),
          })}
        </p>
      )}
      <Switch
        label={t(page === seller ? 'payment_automatic' : 'payment_automatic_pair', names)}
        note={t('payment_automatic_note', { most: words(offered.most), day: words(offered.perDay) })}
        checked={allowed !== null}
        disabled={isBuilding}
        testId="payment-automatic"
        onChange={isOn => onWant(isOn ? offered : null)}
      />
    </>
  )
}
