import { AmountField } from '@/components/elements/AmountField'
import { type AmountEntry, readAmount } from '@/components/elements/amount-entry'
import { Switch } from '@/components/elements/Setting'
import { editableAmount } from '@/components/format/amount'
import { locale, t } from '@/components/i18n'
import { readOrigin } from '@/components/sites/SiteName'
import { type Quantity, toQuantity } from '@/lib/base/hex'
import type { PaymentLimitView, PaymentOptionView } from '@/lib/language/http402'

/** The limit for 24 hours that is offered, in payments of this size. */
const timesADay = 10n

/** Amounts in the token's smallest unit. */
export interface WantedLimit {
  most: Quantity
  perDay: Quantity
}

/** The same as a person types it. */
export interface TypedLimit {
  most: string
  perDay: string
}

/** What was typed for an option; `null` unless it lets this payment through, and in a day no less than at once. */
export function readLimit(typed: TypedLimit, option: PaymentOptionView): WantedLimit | null {
  const { most, perDay } = entriesOf(typed, option)
  if (most.value === null || perDay.value === null) return null
  if (most.value < BigInt(option.stake) || perDay.value < most.value) return null
  return { most: toQuantity(most.value), perDay: toQuantity(perDay.value) }
}

function entriesOf({ most, perDay }: TypedLimit, option: PaymentOptionView): Record<keyof TypedLimit, AmountEntry> {
  const unit = unitOf(option)
  return { most: readAmount(most, unit), perDay: readAmount(perDay, unit) }
}

function typedFor(option: PaymentOptionView, { most, perDay }: Record<keyof WantedLimit, bigint>): TypedLimit {
  const { decimals } = unitOf(option)
  return { most: editableAmount(most, decimals, locale()), perDay: editableAmount(perDay, decimals, locale()) }
}

function unitOf({ symbol, decimals }: PaymentOptionView) {
  return { symbol: symbol ?? '', decimals: decimals ?? 0 }
}

/**
 * Offered with a payment: Approve also allows the page's next payments to this payee of the seller from this account,
 * up to the amounts in the fields.
 * Nothing is stored before Approve.
 */
export function PayWithoutAsking({
  page,
  seller,
  option,
  limits,
  allowed,
  typed,
  isBuilding,
  words,
  onWant,
}: {
  page: string
  seller: string
  option: PaymentOptionView
  /** The limits so far of the page, the seller and the account. */
  limits: readonly PaymentLimitView[]
  /** What Approve would allow as the decision stands. */
  allowed: WantedLimit | null
  /** `null` before the person chose anything. */
  typed: TypedLimit | null
  /** The decision is being changed to what the person wants. */
  isBuilding: boolean
  words(value: string): string
  onWant(limit: TypedLimit | null): void
}) {
  const stake = BigInt(option.stake)
  const offered = typedFor(option, { most: stake, perDay: stake * timesADay })
  const names = { page: readOrigin(page).host, seller: readOrigin(seller).host }
  const limit = limits.find(
    ({ networkId, token, payee }) => networkId === option.networkId && token === option.token && payee === option.payee,
  )
  return (
    <>
      {limit !== undefined && (
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
        note={t('payment_automatic_note')}
        checked={allowed !== null}
        disabled={isBuilding}
        testId="payment-automatic"
        onChange={isOn => onWant(isOn ? offered : null)}
      />
      {allowed !== null && (
        <LimitFields
          option={option}
          typed={typed ?? typedFor(option, { most: BigInt(allowed.most), perDay: BigInt(allowed.perDay) })}
          words={words}
          onType={onWant}
        />
      )}
    </>
  )
}

function LimitFields({
  option,
  typed,
  words,
  onType,
}: {
  option: PaymentOptionView
  typed: TypedLimit
  words(value: string): string
  onType(limit: TypedLimit): void
}) {
  const { most, perDay } = entriesOf(typed, option)
  const least = BigInt(option.stake)
  const below = (entry: AmountEntry, other: bigint) =>
    entry.isEmpty || (entry.value !== null && entry.value < other)
      ? t('payment_limit_least', { least: words(toQuantity(other)) })
      : undefined
  return (
    <div className="payment-limit">
      <AmountField
        label={t('payment_limit_most')}
        error={below(most, least)}
        testId="payment-limit-most"
        entry={most}
        onChange={text => onType({ ...typed, most: text })}
      />
      <AmountField
        label={t('payment_limit_day')}
        error={below(perDay, most.value !== null && most.value > least ? most.value : least)}
        testId="payment-limit-day"
        entry={perDay}
        onChange={text => onType({ ...typed, perDay: text })}
      />
    </div>
  )
}
