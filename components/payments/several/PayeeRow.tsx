import Trash2 from 'lucide-react/icons/trash-2'
import { AmountField } from '@/components/elements/AmountField'
import { IconButton } from '@/components/elements/Button'
import { t } from '@/components/i18n'
import { PayeeField } from '@/components/payments/desk/PayeeField'
import type { ReadRow } from './rows'

interface PayeeRowProps {
  index: number
  row: ReadRow
  /** What its share comes to. */
  hint: string | undefined
  onChange(part: { who: string } | { amount: string }): void
  onPasted(text: string): boolean
  /** `null` for the only row. */
  onRemove: (() => void) | null
}

export function PayeeRow({ index, row, hint, onChange, onPasted, onRemove }: PayeeRowProps) {
  const { payee, amount, isRepeated } = row
  const number = index + 1
  return (
    <li className="several-row">
      <PayeeField
        label={t('several_payee', { number })}
        testId={`several-to-${index}`}
        entry={isRepeated ? { ...payee, error: t('several_repeated') } : payee}
        onPasted={onPasted}
        onChange={who => onChange({ who })}
      />
      <AmountField
        label={t(amount.unit.symbol === '%' ? 'several_share' : 'amount')}
        hint={hint}
        testId={`several-amount-${index}`}
        entry={amount}
        onChange={text => onChange({ amount: text })}
      />
      {onRemove !== null && (
        <IconButton
          icon={Trash2}
          label={t('several_remove', { number })}
          className="several-remove"
          onClick={onRemove}
        />
      )}
    </li>
  )
}
