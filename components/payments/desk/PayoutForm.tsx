import { useState } from 'react'
import { FileButton } from '@/components/elements/FileButton'
import { Form } from '@/components/elements/Form'
import { Notice } from '@/components/elements/Notice'
import { TextField } from '@/components/elements/TextField'
import type { MessageKey } from '@/components/i18n'
import { format, plural, t } from '@/components/i18n'
import type { PayoutRow, PayoutRowFault } from '@/lib/payments/payout-rows'
import { readPayoutRows } from '@/lib/payments/payout-rows'
import { mostLegs } from '@/lib/payments/splits'
import { payoutCalls } from './payout-calls'
import type { PayoutFormProps } from './payout-form'

const faults = {
  columns: 'payout_row_columns',
  address: 'payout_row_address',
  checksum: 'payout_row_checksum',
  'zero-address': 'payout_row_zero_address',
  amount: 'payout_row_amount',
  'too-many-decimals': 'payout_row_decimals',
  'zero-amount': 'payout_row_zero_amount',
  duplicate: 'payout_row_duplicate',
} as const satisfies Record<PayoutRowFault, MessageKey>

const largestFile = 100_000

/** A payout of given amounts: rows that are pasted or read from a file, each checked, and their sum. */
export function PayoutForm({ contract, reference, onReady }: PayoutFormProps) {
  const [text, setText] = useState('')
  const [isFileTooLarge, setFileTooLarge] = useState(false)
  const { rows, sum, fault } = readPayoutRows(text, contract?.token.decimals ?? 18)
  const faulty = rows.filter(row => row.fault !== null)
  const legs = rows.flatMap(({ leg }) => (leg === null ? [] : [leg]))
  return (
    <Form
      button={t('send_review')}
      testId="payout-review"
      isReady={contract !== null && reference !== null && fault === 'none'}
      submit={async () => {
        if (contract === null || reference === null) return
        const payout = {
          contract: contract.address,
          token: contract.token.address,
          allowance: contract.allowance,
          reference,
        }
        await onReady({ legs, calls: payoutCalls(payout, legs) })
      }}
    >
      <TextField
        label={t('payout_rows')}
        hint={t('payout_rows_note')}
        testId="payout-rows"
        kind="code"
        rows={6}
        maxLength={largestFile}
        placeholder="0x…,12.50"
        value={text}
        onChange={setText}
      />
      <FileButton
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        testId="payout-file"
        onFile={file => {
          setFileTooLarge(file.size > largestFile)
          if (file.size <= largestFile) void file.text().then(setText)
        }}
      >
        {t('payout_file')}
      </FileButton>
      {isFileTooLarge && <Notice tone="danger">{t('payout_file_large')}</Notice>}
      {faulty.length > 0 && <Faults rows={faulty} />}
      {fault === 'too-many' && <Notice tone="danger">{t('payout_too_many', { most: mostLegs })}</Notice>}
      {contract !== null && rows.length > 0 && (
        <p data-testid="payout-sum">
          <strong className="amount">
            {format.amount(sum, contract.token.decimals, 'exact')} {contract.token.symbol}
          </strong>
          <span className="quiet"> · {plural('payout_recipients', rows.length - faulty.length)}</span>
        </p>
      )}
    </Form>
  )
}

function Faults({ rows }: { rows: readonly PayoutRow[] }) {
  return (
    <Notice tone="danger" live>
      <p>{plural('payout_rows_wrong', rows.length)}</p>
      <ul className="desk-faults" data-testid="payout-faults">
        {rows.slice(0, 8).map(({ line, fault }) => (
          <li key={line}>{fault !== null && t('payout_row', { line, fault: t(faults[fault]) })}</li>
        ))}
      </ul>
    </Notice>
  )
}
