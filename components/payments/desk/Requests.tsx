import { useState } from 'react'
import type { Address } from 'viem'
import { useClient, useSlice } from '@/components/client-context'
import { CopyButton } from '@/components/elements/CopyButton'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { QrCode } from '@/components/elements/QrCode'
import { parseAmount } from '@/components/format/amount'
import { format, locale, t } from '@/components/i18n'
import { DeskWait } from '@/components/payments/DeskWait'
import type { DeskPageProps } from '@/components/payments/places'
import { useAction } from '@/components/use-action'
import type { PaymentRequestView } from '@/lib/messaging/desk'
import { memoFromText, textFromMemo } from '@/lib/payments/memo'
import { writePaymentLink } from '@/lib/payments/payment-link'
import { toQuantity } from '@/lib/values/hex'
import './desk.css'
import { AssetField, amountErrorWords, ReferenceField, SubmitButton, TextField } from './fields'
import { PaidState } from './PaidState'
import { useAssets } from './use-assets'
import { useReconciled } from './use-reconciled'

/** Asking for money: a link and a code to scan, and whether it came. */
export function Requests(_page: DeskPageProps) {
  const desk = useSlice('desk')
  const [isClosedShown, showClosed] = useState(false)
  if (desk === undefined) return <DeskWait />
  const open = desk.requests.filter(({ closedAt }) => closedAt === null)
  const closed = desk.requests.filter(({ closedAt }) => closedAt !== null)
  return (
    <section className="desk-section" aria-label={t('requests')}>
      <p className="quiet">{t('requests_lead')}</p>
      <NewRequest />
      {open.length === 0 ? (
        <p className="card empty">{t('requests_empty')}</p>
      ) : (
        <ul className="card list" data-testid="requests">
          {open.map(request => (
            <Request key={request.id} request={request} />
          ))}
        </ul>
      )}
      {closed.length > 0 && (
        <button type="button" className="button button-quiet" onClick={() => showClosed(!isClosedShown)}>
          {t(isClosedShown ? 'requests_closed_hide' : 'requests_closed_show', { count: format.integer(closed.length) })}
        </button>
      )}
      {isClosedShown && (
        <ul className="card list">
          {closed.map(request => (
            <Request key={request.id} request={request} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NewRequest() {
  const client = useClient()
  const assets = useAssets()
  const [token, setToken] = useState<Address | null>(null)
  const [amount, setAmount] = useState('')
  const [label, setLabel] = useState('')
  const [reference, setReference] = useState('')
  const asset = assets.find(each => each.token === token) ?? assets[0]
  const parsed = parseAmount(amount, asset?.decimals ?? 18, locale())
  const memo = reference === '' || token === null ? null : memoFromText(reference)
  const isMemoWrong = token !== null && reference !== '' && memo === null
  const amountError = asset === undefined ? undefined : amountErrorWords(parsed, asset)
  const isComplete = label.trim() !== '' && !isMemoWrong && (parsed.ok ? parsed.value > 0n : parsed.reason === 'empty')
  const add = useAction(async () => {
    await client.call('request.add', {
      token,
      amount: parsed.ok ? toQuantity(parsed.value) : null,
      memo,
      label: label.trim(),
    })
    setAmount('')
    setLabel('')
    setReference('')
  })
  return (
    <form
      className="card desk-form"
      onSubmit={event => {
        event.preventDefault()
        if (isComplete) void add.run()
      }}
    >
      <TextField label={t('request_label')} value={label} onChange={setLabel} testId="request-label" maxLength={100} />
      <div className="desk-pair">
        <TextField
          label={t('request_amount')}
          value={amount}
          onChange={setAmount}
          testId="request-amount"
          inputMode="decimal"
          hint={t('request_amount_note')}
          error={amountError}
          unit={asset?.symbol}
        />
        <AssetField
          label={t('request_asset')}
          assets={assets}
          token={token}
          onToken={setToken}
          testId="request-asset"
        />
      </div>
      <ReferenceField
        token={token}
        value={reference}
        onChange={setReference}
        testId="request-reference"
        maxLength={64}
        hint={t('request_reference_note')}
        isWrong={isMemoWrong}
      />
      <FailureNotice failure={add.failure} />
      <SubmitButton label={t('request_add')} testId="request-add" isReady={isComplete} isBusy={add.busy} />
    </form>
  )
}

function Request({ request }: { request: PaymentRequestView }) {
  const client = useClient()
  const selection = useSlice('selection')
  const assets = useAssets()
  const { paidBy } = useReconciled()
  const [isCodeShown, showCode] = useState(false)
  const close = useAction(() => client.call('request.close', { id: request.id }))
  const asset = assets.find(each => each.token?.toLowerCase() === request.token?.toLowerCase())
  const wanted =
    request.amount === null
      ? t('request_any_amount', { symbol: asset?.symbol ?? '' })
      : `${format.amount(BigInt(request.amount), asset?.decimals ?? 18, 'exact')} ${asset?.symbol ?? ''}`
  const memo = request.memo === null ? null : (textFromMemo(request.memo) ?? request.memo)
  const link =
    selection == null
      ? null
      : writePaymentLink({
          chainId: selection.chainId,
          to: selection.address,
          token: request.token,
          amount: request.amount === null ? null : BigInt(request.amount),
          memo: request.memo,
        })
  return (
    <li className="item" data-request={request.id}>
      <div className="item-body">
        <p className="desk-row-head">
          <span className="desk-row-title">{request.label}</span>
          <PaidState request={request} transfer={paidBy(request.id)} />
        </p>
        <p>
          <strong className="amount">{wanted}</strong>
          {memo !== null && <span className="quiet"> · {t('request_memo', { memo })}</span>}
        </p>
        {isCodeShown && link !== null && (
          <div className="request-code">
            <QrCode text={link} size={200} label={t('request_code')} />
            <p className="desk-link" dir="ltr" data-testid="request-link">
              {link}
            </p>
          </div>
        )}
        <div className="item-actions">
          {request.closedAt === null && link !== null && (
            <>
              <button
                type="button"
                className="button button-small"
                aria-expanded={isCodeShown}
                data-testid="request-show"
                onClick={() => showCode(!isCodeShown)}
              >
                {t(isCodeShown ? 'request_code_hide' : 'request_code_show')}
              </button>
              <CopyButton text={link} label={t('request_copy')} />
              <button
                type="button"
                className="button button-small button-quiet"
                data-testid="request-close"
                onClick={() => void close.run()}
              >
                {t('request_close')}
              </button>
            </>
          )}
        </div>
        <FailureNotice failure={close.failure} />
      </div>
    </li>
  )
}
