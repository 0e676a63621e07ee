import { useEffect, useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { Notice } from '@/components/elements/Notice'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { judgeAddress } from '@/components/format/address'
import { parseAmount } from '@/components/format/amount'
import type { MessageKey } from '@/components/i18n'
import { format, locale, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { toQuantity } from '@/lib/values/hex'
import { readDraft, writeDraft } from './draft'
import './send.css'

const addressErrors = {
  'not-an-address': 'address_not_an_address',
  'wrong-length': 'address_wrong_length',
  checksum: 'address_checksum',
} as const satisfies Record<string, MessageKey>

const amountErrors = {
  'not-a-number': 'amount_not_a_number',
  ambiguous: 'amount_ambiguous',
  'too-many-decimals': 'amount_too_many_decimals',
  'too-large': 'amount_too_large',
} as const satisfies Record<string, MessageKey>

/** Recipient and amount; the decision itself is the wallet's own approval, shown after this. */
export function Send({ onBack, onProposed }: { onBack(): void; onProposed(approvalId: string): void }) {
  const client = useClient()
  const selection = useSlice('selection')
  const balance = useSlice('balance')
  const networks = useSlice('networks') ?? []
  const accounts = useSlice('accounts') ?? []
  const network = networks.find(candidate => candidate.chainId === selection?.chainId)
  const symbol = network?.symbol ?? ''
  const [to, setTo] = useState('')
  const [amount, setAmount] = useState('')
  const [all, setAll] = useState(false)
  const [left, setLeft] = useState(false)

  const chainId = selection?.chainId
  const from = selection?.address
  useEffect(() => {
    if (chainId === undefined || from === undefined) return
    let current = true
    void readDraft(chainId, from, Date.now()).then(draft => {
      if (!current || draft === null) return
      setTo(typed => (typed === '' ? draft.to : typed))
      setAmount(typed => (typed === '' ? draft.amount : typed))
    })
    return () => {
      current = false
    }
  }, [chainId, from])

  function keep(next: { to: string; amount: string }): void {
    if (chainId !== undefined && from !== undefined) void writeDraft({ chainId, from, ...next, at: Date.now() })
  }

  const recipient = judgeAddress(to)
  const value = parseAmount(amount, 18, locale())
  const spendable = balance?.pending ?? balance?.sealed ?? null
  const tooMuch = !all && value.ok && spendable !== null && value.value > BigInt(spendable)
  const recipientName = recipient.ok
    ? accounts.find(account => account.address.toLowerCase() === recipient.address.toLowerCase())?.name
    : undefined
  const toError = !recipient.ok && recipient.reason !== 'empty' && left ? t(addressErrors[recipient.reason]) : undefined
  const amountError = all
    ? undefined
    : tooMuch
      ? t('amount_above_balance')
      : !value.ok && value.reason !== 'empty'
        ? t(amountErrors[value.reason])
        : undefined
  const complete = recipient.ok && (all || (value.ok && value.value >= 0n && !tooMuch))

  const propose = useAction(async () => {
    if (!recipient.ok || (!all && !value.ok)) return
    const { approvalId } = await client.call('send.propose', {
      to: recipient.address,
      value: all || !value.ok ? null : toQuantity(value.value),
    })
    await writeDraft(null)
    onProposed(approvalId)
  })

  return (
    <main className="screen">
      <ScreenHead title={t('send')} onBack={onBack} />
      <form
        className="send screen-body"
        onSubmit={event => {
          event.preventDefault()
          setLeft(true)
          if (complete) void propose.run()
        }}
      >
        <Field
          id="send-to"
          label={t('send_to')}
          error={toError}
          hint={
            recipient.ok
              ? recipient.checksum === 'matches'
                ? t('address_checksum_matches')
                : t('address_no_checksum')
              : undefined
          }
        >
          <textarea
            id="send-to"
            className="input address-input"
            rows={2}
            dir="ltr"
            // biome-ignore lint/a11y/noAutofocus: the first thing to fill in
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            placeholder="0x"
            aria-describedby="send-to-note"
            aria-invalid={toError === undefined ? undefined : true}
            data-testid="send-to"
            value={to}
            onBlur={() => setLeft(true)}
            onPaste={event => {
              // A pasted address replaces what is there and is cleaned at once.
              const pasted = judgeAddress(event.clipboardData.getData('text'))
              if (!pasted.ok) return
              event.preventDefault()
              setTo(pasted.address)
              keep({ to: pasted.address, amount })
            }}
            onChange={event => {
              const next = event.target.value.replace(/\n/g, '')
              setTo(next)
              setLeft(false)
              keep({ to: next, amount })
            }}
            onKeyDown={event => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }}
          />
        </Field>
        <p className="send-reading" aria-live="polite">
          {recipient.ok ? (
            <>
              {recipientName !== undefined && <span className="counterparty-name">{recipientName}</span>}
              <AddressText address={recipient.address} />
            </>
          ) : (
            <span className="quiet">{t('send_reading')}</span>
          )}
        </p>
        <Field
          id="send-amount"
          label={t('amount')}
          error={amountError}
          hint={
            all
              ? t('send_all_note')
              : spendable === null
                ? undefined
                : t('send_available', { amount: `${format.amount(BigInt(spendable), 18, 'short')} ${symbol}` })
          }
          aside={
            <button
              type="button"
              className="button button-small"
              aria-pressed={all}
              data-testid="send-all"
              onClick={() => setAll(!all)}
            >
              {t('send_all')}
            </button>
          }
        >
          <span className="input-with-unit">
            <input
              id="send-amount"
              className="input amount-input"
              inputMode="decimal"
              autoComplete="off"
              maxLength={90}
              placeholder={all ? t('send_everything') : '0'}
              aria-describedby="send-amount-note"
              aria-invalid={amountError === undefined ? undefined : true}
              data-testid="send-amount"
              value={all ? '' : amount}
              readOnly={all}
              onChange={event => {
                setAmount(event.target.value)
                keep({ to, amount: event.target.value })
              }}
            />
            <span className="input-unit">{symbol}</span>
          </span>
        </Field>
        {from !== undefined && recipient.ok && recipient.address.toLowerCase() === from.toLowerCase() && (
          <Notice tone="note">{t('send_to_self')}</Notice>
        )}
        <FailureNotice failure={propose.failure} />
        <div className="screen-foot">
          <button
            type="submit"
            className="button button-primary button-wide"
            data-testid="review"
            aria-disabled={!complete || propose.busy}
            aria-busy={propose.busy}
          >
            {t('send_review')}
          </button>
        </div>
      </form>
    </main>
  )
}
