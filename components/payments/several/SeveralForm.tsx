import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { Address, Hash } from 'viem'
import { format, plural, t, usePropose, useSlice } from '@/components/app'
import { RecipientField } from '@/components/contacts/RecipientField'
import { useNamed } from '@/components/contacts/recipient'
import { Button, Buttons, Form, IconButton, Notice } from '@/components/elements'
import { AmountField, FileButton, Segments, TextField, useAmountEntry, useHere } from '@/components/elements/later'
import { AssetField } from '@/components/payments/desk/fields'
import { readPayouts } from '@/components/payments/desk/read-contracts'
import { useAssets } from '@/components/payments/desk/use-assets'
import { useCallContract } from '@/components/payments/desk/use-chain-read'
import { currencyAddress } from '@/lib/base/currency-address'
import { fileText } from '@/lib/base/file-text'
import { toQuantity } from '@/lib/base/hex'
import type { PayoutView } from '@/lib/language/desk'
import { knownPayouts } from '@/lib/payments/shared/known-payouts'
import { readPastedRows } from '@/lib/payments/shared/payout-rows'
import { mostLegs, splitAmount } from '@/lib/payments/shared/splits'
import { type ReadRow, useRows } from './rows'
import { type Call, type Leg, nativeCalls, payoutCalls, referenceOf, transferCalls } from './several-calls'

type By = 'amounts' | 'shares'

/** Percent with two decimals: an amount of basis points. */
const percent = { symbol: '%', decimals: 2 }
const largestFile = 100_000

export function SeveralForm({ payouts }: { payouts: readonly PayoutView[] }) {
  const propose = usePropose()
  const selection = useSlice('selection')
  const call = useCallContract(selection?.networkId)
  const named = useNamed()
  const assets = useAssets()
  /** `undefined` before the choice: the first token, where there is one. */
  const [token, setToken] = useState<Address | null>()
  const asset = assets.find(each => (token === undefined ? each.token !== null : each.token === token)) ?? assets[0]
  const [by, setBy] = useState<By>('amounts')
  const [whole, enterWhole] = useAmountEntry(asset)
  const [name, setName] = useState('')
  const [isNoList, setNoList] = useState(false)
  const [usedAtContract, setUsedAtContract] = useState<Hash | null>(null)
  const rows = useRows()
  const unit = by === 'shares' ? percent : (asset ?? { symbol: '', decimals: 18 })
  const read = rows.read(unit, named, useHere())
  const sum = read.reduce((total, { amount }) => total + (amount.value ?? 0n), 0n)
  const legs = by === 'shares' ? sharesOf(whole.value, read) : legsOf(read)
  const reference = name.trim() === '' ? null : referenceOf(name)
  const isUsed =
    reference !== null &&
    (usedAtContract === reference || payouts.some(row => row.reference === reference && row.outcome !== 'failed'))
  const total = by === 'amounts' ? sum : (whole.value ?? 0n)
  const payable = read.filter(({ payee, isRepeated }) => payee.address !== null && !isRepeated)
  const payableSum = payable.reduce((all, { amount }) => all + (amount.value ?? 0n), 0n)
  const isTooMuch = asset?.spendable != null && total > asset.spendable
  const words = (value: bigint) => `${format.amount(value, asset?.decimals ?? 18, 'exact')} ${asset?.symbol ?? ''}`

  async function submit(): Promise<void> {
    if (selection == null || asset === undefined || reference === null || legs === null) return
    const plan = await planOf(legs, asset.token, reference, selection)
    // Somebody paid under this name before, from another wallet: only the contract remembers it.
    setUsedAtContract(plan === null ? reference : null)
    if (plan === null) return
    await propose('payout.propose', {
      kind: by === 'shares' ? 'split' : 'payout',
      ...plan,
      reference,
      label: name.trim(),
      token: asset.token ?? currencyAddress,
      legs: legs.map(({ to, amount }) => ({ to, amount: toQuantity(amount) })),
    })
  }

  /**
   * Through the network's payout contract, where it is there; otherwise a transfer for each payee.
   * @returns `null` where the contract paid under this reference before
   */
  async function planOf(
    paid: readonly Leg[],
    paidToken: Address | null,
    paidFor: Hash,
    { chainId, address: owner }: { chainId: number; address: Address },
  ): Promise<{ contract: Address; calls: Call[] } | null> {
    if (paidToken === null) return { contract: currencyAddress, calls: nativeCalls(paid) }
    const contract = knownPayouts(chainId, paidToken)
    const terms = { token: paidToken, owner, reference: paidFor }
    const found = contract === null ? null : await readPayouts(call, contract, terms)
    if (contract === null || found === null) return { contract: paidToken, calls: transferCalls(paidToken, paid) }
    return found.isUsed
      ? null
      : { contract, calls: payoutCalls({ ...terms, contract, allowance: found.allowance }, paid) }
  }

  function fill(id: number | null, text: string): boolean {
    const list = readPastedRows(text)
    if (list !== null) rows.fill(id, list, unit)
    return list !== null
  }

  return (
    <Form
      card
      button={t('send_review')}
      testId="several-review"
      isReady={selection != null && legs !== null && reference !== null && !isUsed && !isTooMuch}
      submit={submit}
    >
      <div className="desk-pair">
        <TextField
          label={t('several_for')}
          error={isUsed ? t('several_used') : undefined}
          testId="several-for"
          maxLength={100}
          value={name}
          onChange={setName}
        />
        <AssetField assets={assets} token={asset?.token ?? null} onToken={setToken} testId="several-asset" />
      </div>
      <Segments
        label={t('several_by')}
        name="several-by"
        choices={[
          { value: 'amounts', label: t('several_amounts') },
          { value: 'shares', label: t('several_shares') },
        ]}
        value={by}
        onChange={setBy}
      />
      {by === 'shares' && (
        <AmountField label={t('several_whole')} testId="several-whole" entry={whole} onChange={enterWhole} />
      )}
      <ol className="several-rows">
        {read.map((row, index) => (
          <PayeeRow
            key={row.id}
            index={index}
            row={row}
            hint={by === 'shares' && legs !== null ? words(legs[index]?.amount ?? 0n) : undefined}
            onChange={part => rows.change(row.id, part)}
            onPasted={text => fill(row.id, text)}
            onRemove={read.length > 1 ? () => rows.remove(row.id) : null}
          />
        ))}
      </ol>
      <Buttons>
        <Button size="small" icon={Plus} testId="several-add" onClick={rows.add} label={t('several_add')} />
        <FileButton
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          testId="several-file"
          onFile={file => {
            setNoList(file.size > largestFile)
            if (file.size <= largestFile)
              void file.arrayBuffer().then(bytes => setNoList(!fill(null, fileText(new Uint8Array(bytes)))))
          }}
        >
          {t('several_file')}
        </FileButton>
      </Buttons>
      {isNoList && <Notice tone="danger">{t('several_no_list')}</Notice>}
      {read.length > mostLegs && <Notice tone="danger">{t('several_too_many', { most: mostLegs })}</Notice>}
      <p className={isTooMuch ? 'field-error' : 'quiet'} data-testid="several-sum" role="status">
        {isTooMuch
          ? t('amount_above_balance')
          : by === 'shares'
            ? t('several_of_whole', { sum: `${format.amount(sum, 2, 'exact')}\u202f%` })
            : `${words(payableSum)} · ${plural('several_payees', payable.length)}`}
      </p>
    </Form>
  )
}

type Read = ReturnType<ReturnType<typeof useRows>['read']>

/** @returns `null` while any row cannot be paid */
function legsOf(rows: Read): Leg[] | null {
  const legs = rows.flatMap(({ payee, amount, isRepeated }) =>
    payee.address === null || isRepeated || (amount.value ?? 0n) === 0n
      ? []
      : [{ to: payee.address, amount: amount.value ?? 0n }],
  )
  return legs.length === rows.length && legs.length <= mostLegs ? legs : null
}

/** What the shares come to, each rounded down; the first payee takes the rest, which is less than one unit for each. */
function sharesOf(whole: bigint | null, rows: Read): Leg[] | null {
  const shares = legsOf(rows)
  if (shares === null || whole === null) return null
  const split = splitAmount(
    whole,
    shares.map(({ amount }) => Number(amount)),
    0,
  )
  if (!split.ok || split.split.legs.some(({ amount }) => amount === 0n)) return null
  return shares.map(({ to }, index) => ({ to, amount: split.split.legs[index]?.amount ?? 0n }))
}

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

function PayeeRow({ index, row, hint, onChange, onPasted, onRemove }: PayeeRowProps) {
  const { payee, amount, isRepeated } = row
  const number = index + 1
  return (
    <li className="several-row">
      <RecipientField
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
