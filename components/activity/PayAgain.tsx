import { locale, t, useGo, useSlice } from '@/components/app'
import { Button } from '@/components/elements'
import { editableAmount } from '@/components/format/amount'
import { writeDraft } from '@/components/send/draft'
import { isSameAddress } from '@/lib/base/hex'
import type { TransactionView } from '@/lib/language/ui'
import type { Summary } from './summary'

/** Fills in Send as for this payment. Nothing for what was no payment, or was paid with a token that is not listed. */
export function PayAgain({ row, summary: { amount, counterparty } }: { row: TransactionView; summary: Summary }) {
  const go = useGo()
  const accounts = useSlice('accounts') ?? []
  const tokens = useSlice('tokens') ?? []
  const isWatched = accounts.some(({ address, kind }) => kind === 'watch' && isSameAddress(address, row.from))
  const token = row.data === '0x' ? null : row.to
  const isListed = token === null || tokens.some(each => isSameAddress(each.address, token) && !each.hidden)
  if (row.purpose !== 'send' || amount?.signed !== true || counterparty === null || !isListed || isWatched) return null
  const { networkId, from } = row
  const draft = { to: counterparty, amount: editableAmount(-amount.value, amount.decimals, locale()), token }
  const again = async () => {
    await writeDraft({ networkId, from, ...draft, at: Date.now() })
    go('/send')
  }
  return <Button testId="pay-again" onClick={() => void again()} label={t('pay_again')} />
}
