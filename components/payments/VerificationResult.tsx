import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Minus from 'lucide-react/icons/minus'
import X from 'lucide-react/icons/x'
import { format, t, useSlice } from '@/components/app'
import { AddressRow } from '@/components/contacts/AddressRow'
import { Card, Notice } from '@/components/elements'
import { Row, Rows } from '@/components/elements/later'
import { cleanForeignText, cleanSymbol } from '@/lib/base/foreign-text'
import { isSameAddress } from '@/lib/base/hex'
import type { TokenView } from '@/lib/language/ui'
import { textFromMemo } from '@/lib/payments/shared/memo'
import type { Verification } from '@/lib/payments/shared/verification'
import { useAssets } from './desk/use-assets'

const checkNames = {
  receipt: 'verify_check_receipt',
  success: 'verify_check_success',
  value: 'verify_check_value',
  money: 'verify_check_money',
  token: 'verify_token',
  payer: 'verify_payer',
  payee: 'verify_payee',
  amount: 'verify_check_amount',
  memo: 'request_reference',
  sealed: 'verify_check_sealed',
  depth: 'verify_check_depth',
} as const

/** How a check came out. `later`: see `comesLater`. */
const outcomes = {
  so: { look: 'check-so', Mark: Check, words: 'verify_so' },
  not: { look: 'check-not', Mark: X, words: 'verify_not_so' },
  later: { look: 'quiet', Mark: Clock, words: 'verify_not_yet_so' },
  unknown: { look: 'quiet', Mark: Minus, words: 'authorization_unknown' },
} as const

const fieldNames = {
  token: 'verify_token',
  payer: 'verify_payer',
  payee: 'verify_payee',
  amount: 'verify_amount',
  memo: 'request_reference',
} as const

/** With the next blocks, where it is not so yet. */
function comesLater(check: keyof typeof checkNames): boolean {
  return check === 'sealed' || check === 'depth'
}

interface VerificationResultProps {
  verification: Verification
  /** The confirmations that were asked for. */
  wanted: number
  tokens: readonly TokenView[]
}

/** What the chain says about a payment, check by check. */
export function VerificationResult({ verification, wanted, tokens }: VerificationResultProps) {
  const selection = useSlice('selection')
  const network = useSlice('networks')?.find(({ id }) => id === selection?.networkId)
  const currency = useAssets().find(asset => asset.token === null)
  const { payment, checks, isVerified, isPartial, notCompared, transfers, depth } = verification
  if (checks.length === 1) return <Notice tone="danger">{t('verify_none', { network: network?.name ?? '' })}</Notice>
  const token = tokens.find(({ address }) => isSameAddress(address, payment?.token)) ?? null
  const early = checks.filter(({ check }) => !comesLater(check))
  const isUnseen = early.some(({ isSo }) => isSo === null) && early.every(({ isSo }) => isSo !== false)
  const isOnlyEarly = payment !== null && early.every(({ isSo }) => isSo)
  return (
    <Card testId="verification" data-verified={isVerified} role="status">
      <p className="authorization-sentence">
        {t(
          isVerified
            ? 'verify_yes'
            : isUnseen
              ? 'verify_unseen'
              : !isOnlyEarly
                ? 'verify_no'
                : notCompared.length === Object.keys(fieldNames).length
                  ? 'verify_found'
                  : 'verify_not_yet',
          { symbol: currency?.symbol ?? '' },
        )}
      </p>
      {notCompared.length > 0 && (
        <p className="quiet">
          {t('verify_not_compared', { fields: notCompared.map(field => t(fieldNames[field])).join(', ') })}
        </p>
      )}
      <ul className="checks">
        {checks.map(({ check, isSo }) => {
          const isLate = isOnlyEarly && comesLater(check)
          const outcome = isSo === null ? 'unknown' : isSo ? 'so' : isLate ? 'later' : 'not'
          const { look, Mark, words } = outcomes[outcome]
          return (
            <li key={check} className={look} data-check={check} data-so={`${isSo}`}>
              <Mark size={16} aria-hidden="true" />
              <span>
                {t(isPartial && check === 'success' ? 'verify_check_part' : checkNames[check], {
                  depth: format.integer(depth ?? 0),
                  wanted: format.integer(wanted),
                })}
                <span className="visually-hidden">: {t(words)}</span>
              </span>
            </li>
          )
        })}
      </ul>
      {transfers > 1 && <p className="quiet">{t('verify_many', { count: format.integer(transfers) })}</p>}
      {payment !== null && (
        <Rows>
          <Row label={t('verify_amount')}>
            {payment.token === null
              ? `${format.amount(payment.amount, currency?.decimals ?? 18, 'exact')} ${currency?.symbol ?? ''}`
              : token === null
                ? t('amount_of_unknown_token', { amount: format.integer(payment.amount) })
                : `${format.amount(payment.amount, token.decimals, 'exact')} ${cleanSymbol(token.symbol)}`}
          </Row>
          {payment.payer !== null && <AddressRow label={t('verify_payer')} address={payment.payer} />}
          <AddressRow label={t('verify_payee')} address={payment.payee} />
          {payment.token !== null && (
            <AddressRow label={t('verify_token')} address={payment.token} name={token?.symbol ?? null} />
          )}
          {payment.memo !== null && (
            <Row label={t('request_reference')}>{cleanForeignText(textFromMemo(payment.memo) ?? payment.memo, 66)}</Row>
          )}
        </Rows>
      )}
    </Card>
  )
}
