import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { useNames } from '@/components/contacts/use-names'
import { AddressText } from '@/components/elements/AddressText'
import { shortAddress } from '@/components/format/address'
import { format, t } from '@/components/i18n'
import { fillTemplate } from '@/components/Sentence'
import { isAddress } from '@/lib/base/checksum'
import type { NetworkId } from '@/lib/base/network-id'
import type { PaymentCall } from '@/lib/reading/calls/payment-calls'
import { paymentTemplate } from './payment-template'
import { usePaymentToken } from './use-payment-token'

interface PaymentProps {
  call: PaymentCall
  contract: Address | null
  networkId: NetworkId
}

/** What a call of a payment contract does, with exact amounts. */
export function PaymentSentence({ call, contract, networkId }: PaymentProps) {
  const nameOf = useNames()
  const { address, known } = usePaymentToken(call, contract, networkId)
  const parts: Record<string, ReactNode> = {}
  for (const [name, value] of Object.entries(call.values)) {
    if (isAddress(value, { strict: false })) {
      parts[name] = <strong>{nameOf(value) ?? <bdi>{shortAddress(value)}</bdi>}</strong>
    } else if (name === 'period' || name === 'delay') parts[name] = format.period(BigInt(value))
    else parts[name] = format.integer(BigInt(value))
  }
  for (const [name, amount] of Object.entries(call.amounts)) {
    parts[name] = <strong className="amount">{amountWords(amount, known, address)}</strong>
  }
  return <>{fillTemplate(paymentTemplate(call), parts)}</>
}

/** The recipients and amounts of a call that pays several. */
export function PaymentLegs({ call, contract, networkId }: PaymentProps) {
  const nameOf = useNames()
  const { known } = usePaymentToken(call, contract, networkId)
  if (call.legs.length === 0) return null
  return (
    <details className="legs" open={call.legs.length <= 5}>
      <summary>{t('payment_legs')}</summary>
      <ol className="legs-list">
        {call.legs.map(({ to, amount, basisPoints }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list, and one recipient may be in it twice
          <li key={index} className="leg">
            <span>
              <span className="counterparty-name">{nameOf(to)}</span>
              <AddressText address={to} />
            </span>
            <span className="leg-amount">
              {amountWords(amount, known, null)}
              {basisPoints !== undefined && <span className="quiet"> · {percent(basisPoints)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

function amountWords(
  amount: bigint,
  token: { symbol: string; decimals: number } | null,
  address: Address | null,
): string {
  if (token !== null) return `${format.amount(amount, token.decimals, 'exact')} ${token.symbol}`
  const bare = t('amount_of_unknown_token', { amount: format.integer(amount) })
  return address === null ? bare : `${bare}, ${t('token_unknown', { address: shortAddress(address) })}`
}

function percent(basisPoints: number): string {
  return `${format.amount(BigInt(basisPoints), 2, 'exact')}\u202f%`
}
