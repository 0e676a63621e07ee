import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { AddressField } from '@/components/elements/AddressField'
import { AmountField } from '@/components/elements/AmountField'
import { type AddressEntry, readAddress } from '@/components/elements/address-entry'
import { type AmountEntry, readAmount, useAmountEntry } from '@/components/elements/amount-entry'
import { Button, Buttons, IconButton } from '@/components/elements/Button'
import { Form } from '@/components/elements/Form'
import type { MessageKey } from '@/components/i18n'
import { format, t } from '@/components/i18n'
import { type SplitFault, splitAmount, totalBasisPoints } from '@/lib/payments/splits'
import { splitCalls } from './payout-calls'
import type { PayoutFormProps } from './payout-form'

/** A share as typed, in percent. */
interface Share {
  id: number
  to: string
  share: string
}

/** Percent with two decimals: an amount of basis points. */
const percent = { symbol: '%', decimals: 2 }

const faults = {
  'no-legs': 'split_no_legs',
  'too-many-legs': 'split_too_many',
  'not-basis-points': 'split_not_basis_points',
  'not-a-whole': 'split_not_a_whole',
  'remainder-nowhere': 'split_no_legs',
} as const satisfies Record<SplitFault, MessageKey>

/** Splits one amount into shares. Every leg is shown as it will be paid, before anything is signed. */
export function SplitForm({ contract, reference, onReady }: PayoutFormProps) {
  const token = contract?.token
  const [amount, enterAmount] = useAmountEntry(token)
  const { rows, change, add, remove } = useShares()
  const [remainderId, setRemainderId] = useState(0)
  const basisPoints = rows.map(({ share }) => Number(share.value ?? 0n))
  const sum = basisPoints.reduce((total, each) => total + each, 0)
  const remainderIndex = Math.max(
    0,
    rows.findIndex(({ id }) => id === remainderId),
  )
  const split = splitAmount(amount.value ?? 0n, basisPoints, remainderIndex)
  const words = (value: bigint) =>
    token === undefined ? '' : `${format.amount(value, token.decimals, 'exact')} ${token.symbol}`

  async function submit(): Promise<void> {
    if (contract === null || reference === null || amount.value === null || !split.ok) return
    const legs = rows.flatMap(({ to }, index) => {
      if (to.address === null) return []
      const part = split.split.legs[index]?.amount ?? 0n
      return [{ to: to.address, amount: part, basisPoints: basisPoints[index] ?? 0 }]
    })
    const payout = {
      contract: contract.address,
      token: contract.token.address,
      allowance: contract.allowance,
      reference,
    }
    await onReady({
      legs: legs.map(leg => ({ to: leg.to, amount: leg.amount })),
      calls: splitCalls(payout, amount.value, legs, remainderIndex),
    })
  }
  return (
    <Form
      button={t('send_review')}
      testId="payout-review"
      isReady={
        contract !== null &&
        reference !== null &&
        (amount.value ?? 0n) > 0n &&
        split.ok &&
        rows.every(({ to }) => to.address !== null)
      }
      submit={submit}
    >
      <AmountField label={t('split_amount')} testId="split-amount" entry={amount} onChange={enterAmount} />
      <ol className="split-shares">
        {rows.map(({ id, to, share }, index) => (
          <ShareRow
            key={id}
            index={index}
            to={to}
            share={share}
            paid={split.ok && amount.value !== null ? words(split.split.legs[index]?.amount ?? 0n) : undefined}
            onChange={part => change(id, part)}
            onRemove={rows.length > 1 ? () => remove(id) : null}
          >
            {split.ok && split.split.remainder > 0n && (
              <label className="split-remainder">
                <input
                  type="radio"
                  name="split-remainder"
                  checked={index === remainderIndex}
                  onChange={() => setRemainderId(id)}
                />
                {t('split_remainder', { amount: words(split.split.remainder) })}
              </label>
            )}
          </ShareRow>
        ))}
      </ol>
      <Buttons>
        <Button size="small" icon={Plus} testId="split-add" onClick={add}>
          {t('split_add')}
        </Button>
      </Buttons>
      <p className={split.ok ? 'quiet' : 'field-error'} data-testid="split-sum" role="status">
        {split.ok || sum === 0
          ? t('split_whole', { sum: percentWords(sum) })
          : t(faults[split.fault], { sum: percentWords(sum) })}
      </p>
    </Form>
  )
}

/** The rows of shares, two at first, and the ways to change them. */
function useShares() {
  const [shares, setShares] = useState<Share[]>([
    { id: 0, to: '', share: '' },
    { id: 1, to: '', share: '' },
  ])
  return {
    rows: shares.map(({ id, to, share }) => ({ id, to: readAddress(to), share: readAmount(share, percent) })),
    change: (id: number, part: Partial<Share>) =>
      setShares(all => all.map(each => (each.id === id ? { ...each, ...part } : each))),
    add: () => setShares(all => [...all, { id: Math.max(...all.map(({ id }) => id)) + 1, to: '', share: '' }]),
    remove: (id: number) => setShares(all => all.filter(each => each.id !== id)),
  }
}

interface ShareRowProps {
  index: number
  to: AddressEntry
  share: AmountEntry
  /** The amount this share comes to, in words. */
  paid: string | undefined
  onChange(part: Partial<Share>): void
  /** `null` for the last share there is. */
  onRemove: (() => void) | null
  children: ReactNode
}

function ShareRow({ index, to, share, paid, onChange, onRemove, children }: ShareRowProps) {
  return (
    <li className="split-share">
      <AddressField
        label={t('split_recipient', { number: index + 1 })}
        testId={`split-to-${index}`}
        entry={to}
        onChange={text => onChange({ to: text })}
      />
      <AmountField
        label={t('split_share')}
        hint={paid}
        testId={`split-share-${index}`}
        entry={share}
        onChange={text => onChange({ share: text })}
      />
      {onRemove !== null && (
        <IconButton
          icon={Trash2}
          label={t('split_remove', { number: index + 1 })}
          className="split-remove"
          onClick={onRemove}
        />
      )}
      {children}
    </li>
  )
}

function percentWords(basisPoints: number): string {
  return `${format.amount(BigInt(basisPoints), 2, 'exact')}\u202f% / ${format.integer(totalBasisPoints / 100)}\u202f%`
}
