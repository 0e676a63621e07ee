import { format, locale, type MessageKey, plural, t } from '@/components/app'
import { shortAddress } from '@/components/format/address'
import { unlimitedAllowance } from '@/lib/base/effects'
import type { AuthorizationView } from '@/lib/language/payments'
import type { TokenView } from '@/lib/language/ui'
import { isOpen, periodAt } from '@/lib/payments/shared/exposure'

/** What the sentences about a signed payment need to know besides it. */
export interface WordsContext {
  tokenOf(address: string): Pick<TokenView, 'symbol' | 'decimals'> | null
  nameOf(address: string): string | null
  /** Unix seconds, the more cautious of the chain's clock and the device's. */
  nowSeconds: number
}

export const stateNames = {
  live: 'authorization_live',
  used: 'authorization_used',
  'partly-used': 'authorization_partly_used',
  cancelled: 'authorization_cancelled',
  expired: 'authorization_expired',
  unknown: 'authorization_unknown',
} as const satisfies Record<AuthorizationView['state'], MessageKey>

export function amountWords(amount: bigint, row: AuthorizationView, { tokenOf }: WordsContext): string {
  const { token } = row
  const known = token === null ? null : tokenOf(token)
  const symbol = known?.symbol ?? (token === null ? '' : t('token_unknown', { address: shortAddress(token) }))
  if (amount >= unlimitedAllowance) return t('amount_unlimited', { symbol })
  if (known === null)
    return `${t('amount_of_unknown_token', { amount: format.integer(amount) })}${symbol && `, ${symbol}`}`
  return `${format.amount(amount, known.decimals, 'exact')} ${symbol}`
}

/** «The shop may take 5 USDV once, until 15:04 (in 14 min)». */
export function whatItAllows(row: AuthorizationView, context: WordsContext): string {
  const { kind, amount, period, validAfterSeconds } = row
  if (kind === 'cancel-authorization') return t('authorization_cancellation')
  const who = whoTakes(row, context)
  if (amount === null) return join([t('authorization_delegation', { who }), ...untilWords(row, context)])
  const words = amountWords(BigInt(amount), row, context)
  const sentence =
    period !== null
      ? t('authorization_period', { who, amount: words, period: format.period(BigInt(period)) })
      : t(once[kind] ?? 'authorization_allowance', { who, amount: words })
  const isLater = validAfterSeconds !== null && validAfterSeconds > context.nowSeconds
  return join([
    sentence,
    ...(isLater ? [t('authorization_from', { time: momentWords(validAfterSeconds) })] : []),
    ...untilWords(row, context),
  ])
}

/** The same of one that is over: what it was, without a countdown. */
export function whatItAllowed(row: AuthorizationView, context: WordsContext): string {
  const { kind, amount } = row
  if (kind === 'cancel-authorization') return t('authorization_cancellation')
  const who = whoTakes(row, context)
  if (amount === null) return t('authorization_delegation', { who })
  return t('authorization_past', { who, amount: amountWords(BigInt(amount), row, context) })
}

/** Money can be taken again and again, and nothing says until when. */
export function neverEnds({ period, validBeforeSeconds, state }: AuthorizationView): boolean {
  return period !== null && validBeforeSeconds === null && (state === 'live' || state === 'partly-used')
}

const once: Readonly<Record<string, MessageKey>> = {
  'transfer-authorization': 'authorization_once',
  'receive-authorization': 'authorization_once',
  'permit2-transfer': 'authorization_up_to',
  'permit2-x402-exact': 'authorization_once',
  'permit2-x402-upto': 'authorization_up_to',
  'permit2-x402-deposit': 'authorization_once',
  'permit2-unknown-witness': 'authorization_up_to',
}

function whoTakes({ spender, kind }: AuthorizationView, { nameOf }: WordsContext): string {
  // Anybody may hand a transfer authorization in; who gets the money is fixed.
  if (spender === null) return t('authorization_anybody')
  return nameOf(spender) ?? (kind === 'escrow-payment' ? spender : shortAddress(spender))
}

function untilWords(row: AuthorizationView, { nowSeconds }: WordsContext): string[] {
  const { validBeforeSeconds, deadlineSeconds, isOnChain } = row
  const isRegisteredFirst = !isOnChain && deadlineSeconds !== null && deadlineSeconds !== validBeforeSeconds
  const words = isRegisteredFirst
    ? [
        t('authorization_submit_by', {
          time: momentWords(deadlineSeconds),
          left: format.remaining((deadlineSeconds - nowSeconds) * 1_000),
        }),
      ]
    : []
  if (validBeforeSeconds === null) return [...words, t('authorization_without_end')]
  const left = format.remaining((validBeforeSeconds - nowSeconds) * 1_000)
  return [...words, t('authorization_until', { time: momentWords(validBeforeSeconds), left })]
}

/** What became of it so far. */
export function whatBecame(row: AuthorizationView, context: WordsContext): string | null {
  const { state, amount, kind } = row
  const used = BigInt(row.used)
  const remaining = row.remaining === null ? null : BigInt(row.remaining)
  const words = (value: bigint) => amountWords(value, row, context)
  if (kind === 'cancel-authorization') return null
  if (kind === 'delegation' && state !== 'unknown') {
    const uses = row.evidence.filter(({ event }) => event === 'taken').length
    return uses === 0 ? null : plural('authorization_delegation_used', uses)
  }
  const period = isOpen(state) ? periodAt(row, context.nowSeconds) : null
  if (period !== null && remaining !== null && amount !== null) {
    const [taken, left] = [words(BigInt(amount) - remaining), words(remaining)]
    return period.next === null
      ? t('authorization_left_in_last_period', { used: taken, amount: left })
      : t('authorization_left_in_period', { used: taken, amount: left, time: momentWords(period.next) })
  }
  switch (state) {
    case 'live':
      return null
    case 'partly-used': {
      const taken =
        amount === null ? words(used) : t('authorization_taken', { used: words(used), amount: words(BigInt(amount)) })
      if (remaining === null) return taken
      return join([
        taken,
        row.validBeforeSeconds === null
          ? t('authorization_left_over', { amount: words(remaining) })
          : t('authorization_left', { amount: words(remaining) }),
      ])
    }
    case 'used':
      return t('authorization_taken_all', { used: words(used) })
    case 'cancelled':
    case 'expired':
      if (remaining !== null && remaining > 0n) return t('authorization_reclaimable', { amount: words(remaining) })
      return used === 0n ? t('authorization_not_taken') : t('authorization_taken_all', { used: words(used) })
    case 'unknown':
      return remaining === 0n ? t('authorization_spent_note') : t('authorization_unknown_note')
  }
}

/** Today's by its time, any other by its date too. */
export function momentWords(seconds: number): string {
  const at = new Date(seconds * 1_000)
  const isToday = at.toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(locale(), {
    ...(isToday ? {} : { dateStyle: 'medium' as const }),
    timeStyle: 'short',
  }).format(at)
}

function join(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(', ')
}
