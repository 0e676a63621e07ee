import { format, t, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { shortAddress } from '@/components/format/address'
import type { TransactionView } from '@/lib/language/ui'
import { summarise } from './summary'

/** The words for a transaction: "Sent", "to Savings", and the amount with its symbol, each where there is one. */
export function useSummary(row: TransactionView) {
  const networks = useSlice('networks') ?? []
  const tokens = useSlice('tokens') ?? []
  const nameOf = useNames()
  const { title, amount, counterparty, isAbout } = summarise(row, { networks, tokens })
  const who = counterparty === null ? null : (nameOf(counterparty) ?? shortAddress(counterparty))
  const write = amount?.signed === true ? format.delta : shortly
  return {
    title,
    who: who === null ? null : t(isAbout ? 'activity_for' : 'activity_to', { who }),
    amount: amount && { text: write(amount.value, amount.decimals), symbol: amount.symbol },
  }
}

const shortly = (value: bigint, decimals: number) => format.amount(value, decimals, 'short')
