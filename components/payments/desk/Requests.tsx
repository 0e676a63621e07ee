import { useState } from 'react'
import type { Address } from 'viem'
import { format, t, useAction, useClient, useSlice } from '@/components/app'
import { Button, Buttons, FailureNotice, Form, Item, List, StopMark } from '@/components/elements'
import { AmountField, CopyButton, TextField, useAmountEntry } from '@/components/elements/later'
import { DeskWait } from '@/components/payments/desk-page'
import { ReadTo } from '@/components/payments/reading'
import { State } from '@/components/payments/State'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { isSameAddress, toQuantity } from '@/lib/base/hex'
import type { PaymentRequestView } from '@/lib/language/desk'
import type { TransferView } from '@/lib/language/payments'
import { memoFromText, textFromMemo } from '@/lib/payments/shared/memo'
import { writePaymentLink } from '@/lib/payments/shared/payment-link'
import { AskMaximum } from './AskMaximum'
import { AssetField, ReferenceField } from './fields'
import { LinkCode } from './LinkCode'
import { useAssets } from './use-assets'
import { useDepth } from './use-depth'
import './desk.css'

/** Payment requests: a link and a code to scan for each, and whether it was paid. */
export function Requests() {
  const desk = useSlice('desk')
  const reading = useSlice('books')?.reading ?? null
  const [isClosedShown, showClosed] = useState(false)
  const [added, setAdded] = useState<string | null>(null)
  if (desk === undefined) return <DeskWait />
  const open = desk.requests.filter(({ closedAt }) => closedAt === null)
  const closed = desk.requests.filter(({ closedAt }) => closedAt !== null)
  return (
    <section className="desk-section" aria-label={t('requests')}>
      <NewRequest onAdded={setAdded} />
      <ReadTo reading={reading} />
      <AskMaximum />
      {open.length > 0 && (
        <List testId="requests">
          {open.map(request => (
            <Request key={request.id} request={request} isNew={request.id === added} />
          ))}
        </List>
      )}
      {closed.length > 0 && (
        <Button look="quiet" onClick={() => showClosed(!isClosedShown)}>
          {t(isClosedShown ? 'requests_closed_hide' : 'requests_closed_show', { count: format.integer(closed.length) })}
        </Button>
      )}
      {isClosedShown && (
        <List>
          {closed.map(request => (
            <Request key={request.id} request={request} isNew={false} />
          ))}
        </List>
      )}
    </section>
  )
}

function NewRequest({ onAdded }: { onAdded(id: string): void }) {
  const client = useClient()
  const assets = useAssets()
  const [chosen, setToken] = useState<Address | null | undefined>()
  // A payment in a token is found whoever looks when, one in the chain's own money by its amount alone.
  const first = assets.find(({ token: address, found }) => address !== null && !found)?.token ?? null
  const token = chosen === undefined ? first : chosen
  const asset = assets.find(each => each.token === token) ?? assets[0]
  const [amount, enterAmount] = useAmountEntry(asset)
  const [label, setLabel] = useState('')
  const [reference, setReference] = useState('')
  const memo = reference === '' || token === null ? null : memoFromText(reference)
  const isMemoWrong = token !== null && reference !== '' && memo === null
  return (
    <Form
      card
      button={t('request_add')}
      testId="request-add"
      isReady={label.trim() !== '' && !isMemoWrong && (amount.isEmpty || (amount.value ?? 0n) > 0n)}
      submit={async () => {
        const { id } = await client.call('request.add', {
          token,
          amount: amount.value === null ? null : toQuantity(amount.value),
          memo,
          label: label.trim(),
        })
        onAdded(id)
        enterAmount('')
        setLabel('')
        setReference('')
      }}
    >
      <TextField label={t('request_label')} testId="request-label" maxLength={100} value={label} onChange={setLabel} />
      <div className="desk-pair">
        <AmountField
          label={t('request_amount')}
          hint={t('request_amount_note')}
          testId="request-amount"
          entry={amount}
          onChange={enterAmount}
        />
        <AssetField
          label={t('request_asset')}
          assets={assets}
          token={token}
          onToken={setToken}
          testId="request-asset"
        />
      </div>
      {token === null && (
        <p className="quiet">{t(amount.isEmpty ? 'request_not_matched' : 'request_matched_by_amount')}</p>
      )}
      <ReferenceField
        token={token}
        value={reference}
        onChange={setReference}
        testId="request-reference"
        maxLength={64}
        isWrong={isMemoWrong}
      />
    </Form>
  )
}

function Request({ request, isNew }: { request: PaymentRequestView; isNew: boolean }) {
  const client = useClient()
  const selection = useSlice('selection')
  const assets = useAssets()
  const paidBy = useSlice('books')?.paid.find(paid => paid.request === request.id)?.transfer ?? null
  const [isCodeShown, showCode] = useState(isNew)
  const close = useAction(() => client.call('request.close', { id: request.id }))
  const asset = assets.find(each => isSameAddress(each.token, request.token))
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
          purpose: request.label,
        })
  return (
    <Item data-request={request.id}>
      <p className="entry-head">
        <span className="entry-title">{cleanForeignText(request.label, 100)}</span>
        <PaidState request={request} transfer={paidBy} />
      </p>
      <p>
        <strong className="amount">{wanted}</strong>
        {memo !== null && <span className="quiet"> · {t('request_memo', { memo: cleanForeignText(memo, 66) })}</span>}
      </p>
      {isCodeShown && link !== null && <LinkCode link={link} testId="request-link" />}
      {request.closedAt === null && link !== null && (
        <Buttons>
          <Button size="small" aria-expanded={isCodeShown} testId="request-show" onClick={() => showCode(!isCodeShown)}>
            {t(isCodeShown ? 'request_code_hide' : 'request_code_show')}
          </Button>
          <CopyButton text={link} label={t('request_copy')} wide size="small" />
          <Button look="quiet" size="small" testId="request-close" action={close} label={t('request_close')} />
        </Buttons>
      )}
      <FailureNotice failure={close.failure} />
    </Item>
  )
}

/** Whether a payment request was paid, and how deep that payment is. */
function PaidState({ request, transfer }: { request: PaymentRequestView; transfer: TransferView | null }) {
  const depth = useDepth()
  // The chain's own money could be of any amount, so no transfer is matched.
  if (request.token === null && request.amount === null) return <State>{t('paid_not_matched')}</State>
  const by = request.token === null ? request.paidBy : transfer
  if (by === null) {
    return <State data-paid="no">{t('paid_open')}</State>
  }
  const { blockNumber, isSealed } = by
  const blocks = blockNumber === null ? (isSealed ? null : 0) : depth.of({ blockNumber, isSealed })
  if (blocks === 0) {
    return (
      <State className="state-marked" data-paid="preconfirmed" role="status">
        <StopMark look="preconfirmed" size={16} />
        {t('paid_preconfirmed')}
      </State>
    )
  }
  const isDeep = blocks !== null && blocks >= depth.wanted
  return (
    <State
      tone={isDeep ? 'good' : 'plain'}
      className="state-marked"
      data-paid={isDeep ? 'deep' : 'sealed'}
      role="status"
    >
      <StopMark look="sealed" size={16} />
      {isDeep || blocks === null
        ? t('paid_sealed')
        : t('paid_sealed_depth', { blocks: format.integer(blocks), wanted: format.integer(depth.wanted) })}
    </State>
  )
}
