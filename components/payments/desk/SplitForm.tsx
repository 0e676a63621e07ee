import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { judgeAddress } from '@/components/format/address'
import { addressErrorWords } from '@/components/format/address-error'
import { parseAmount } from '@/components/format/amount'
import type { MessageKey } from '@/components/i18n'
import { format, locale, t } from '@/components/i18n'
import { type SplitFault, splitAmount, totalBasisPoints } from '@/lib/payments/splits'
import { amountErrorWords, SubmitButton, TextField } from './fields'
import type { PayoutFormProps } from './PayoutForm'
import { splitCalls } from './payout-calls'

interface Share {
  id: number
  to: string
  /** In percent, as typed. */
  share: string
}

const faults = {
  'no-legs': 'split_no_legs',
  'too-many-legs': 'split_too_many',
  'not-basis-points': 'split_not_basis_points',
  'not-a-whole': 'split_not_a_whole',
  'remainder-nowhere': 'split_no_legs',
} as const satisfies Record<SplitFault, MessageKey>

/** Shares of one amount. Every leg is shown as it will be paid, before anything is signed. */
export function SplitForm({ contract, reference, isBusy, onReady }: PayoutFormProps) {
  const [amount, setAmount] = useState('')
  const [shares, setShares] = useState<Share[]>([
    { id: 0, to: '', share: '' },
    { id: 1, to: '', share: '' },
  ])
  const [remainderId, setRemainderId] = useState(0)
  const token = contract?.token
  const parsed = parseAmount(amount, token?.decimals ?? 18, locale())
  const basisPoints = shares.map(({ share }) => {
    const percent = parseAmount(share, 2, locale())
    return percent.ok ? Number(percent.value) : 0
  })
  const sum = basisPoints.reduce((total, each) => total + each, 0)
  const remainderIndex = Math.max(
    0,
    shares.findIndex(({ id }) => id === remainderId),
  )
  const split = splitAmount(parsed.ok ? parsed.value : 0n, basisPoints, remainderIndex)
  const recipients = shares.map(({ to }) => judgeAddress(to))
  const isReady =
    contract !== null &&
    reference !== null &&
    parsed.ok &&
    parsed.value > 0n &&
    split.ok &&
    recipients.every(({ ok }) => ok) &&
    !isBusy
  const change = (id: number, part: Partial<Share>) =>
    setShares(all => all.map(each => (each.id === id ? { ...each, ...part } : each)))
  const words = (value: bigint) =>
    token === undefined ? '' : `${format.amount(value, token.decimals, 'exact')} ${token.symbol}`
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (!isReady || !split.ok) return
        const to = recipients.flatMap(each => (each.ok ? [each.address] : []))
        const legs = to.map((address, index) => ({
          to: address,
          amount: split.split.legs[index]?.amount ?? 0n,
          basisPoints: basisPoints[index] ?? 0,
        }))
        const payout = {
          contract: contract.address,
          token: contract.token.address,
          allowance: contract.allowance,
          reference,
        }
        onReady({
          legs: legs.map(leg => ({ to: leg.to, amount: leg.amount })),
          calls: splitCalls(payout, parsed.value, legs, remainderIndex),
        })
      }}
    >
      <TextField
        label={t('split_amount')}
        value={amount}
        onChange={setAmount}
        testId="split-amount"
        inputMode="decimal"
        unit={token?.symbol}
        error={token === undefined ? undefined : amountErrorWords(parsed, token)}
      />
      <ol className="split-shares">
        {shares.map(({ id, to, share }, index) => {
          const judged = recipients[index]
          const leg = split.ok ? split.split.legs[index] : undefined
          return (
            <li key={id} className="split-share">
              <TextField
                label={t('split_recipient', { number: index + 1 })}
                value={to}
                onChange={value => change(id, { to: value })}
                testId={`split-to-${index}`}
                isCode
                placeholder="0x"
                error={judged === undefined || to === '' ? undefined : addressErrorWords(judged)}
              />
              <TextField
                label={t('split_share')}
                value={share}
                onChange={value => change(id, { share: value })}
                testId={`split-share-${index}`}
                inputMode="decimal"
                unit="%"
                hint={leg === undefined || !parsed.ok ? undefined : words(leg.amount)}
              />
              {shares.length > 1 && (
                <button
                  type="button"
                  className="icon-button split-remove"
                  aria-label={t('split_remove', { number: index + 1 })}
                  title={t('split_remove', { number: index + 1 })}
                  onClick={() => setShares(all => all.filter(each => each.id !== id))}
                >
                  <Trash2 size={16} aria-hidden="true" />
                </button>
              )}
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
            </li>
          )
        })}
      </ol>
      <div className="item-actions">
        <button
          type="button"
          className="button button-small"
          data-testid="split-add"
          onClick={() =>
            setShares(all => [...all, { id: Math.max(...all.map(({ id }) => id)) + 1, to: '', share: '' }])
          }
        >
          <Plus size={14} aria-hidden="true" />
          {t('split_add')}
        </button>
      </div>
      <p className={split.ok ? 'quiet' : 'field-error'} data-testid="split-sum" role="status">
        {split.ok || sum === 0
          ? t('split_whole', { sum: percentWords(sum) })
          : t(faults[split.fault], { sum: percentWords(sum) })}
      </p>
      <SubmitButton label={t('send_review')} testId="payout-review" isReady={isReady} isBusy={isBusy} />
    </form>
  )
}

function percentWords(basisPoints: number): string {
  return `${format.amount(BigInt(basisPoints), 2, 'exact')}\u202f% / ${format.integer(totalBasisPoints / 100)}\u202f%`
}
