import QrCodeIcon from 'lucide-react/icons/qr-code'
import { useId, useState } from 'react'
import type { Address } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import { useClient, useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { judgeAddress } from '@/components/format/address'
import { addressErrorWords } from '@/components/format/address-error'
import { editableAmount, parseAmount } from '@/components/format/amount'
import type { MessageKey } from '@/components/i18n'
import { locale, t } from '@/components/i18n'
import {
  AssetField,
  amountErrorWords,
  ReferenceField,
  SubmitButton,
  TextField,
} from '@/components/payments/desk/fields'
import { useAssets } from '@/components/payments/desk/use-assets'
import type { DeskPageProps } from '@/components/payments/places'
import { useAction } from '@/components/use-action'
import { tokenAbi } from '@/lib/decoding/payment-abi'
import { memoFromText, textFromMemo } from '@/lib/payments/memo'
import type { PaymentLinkFault } from '@/lib/payments/payment-link'
import { readPaymentLink } from '@/lib/payments/payment-link'
import { toQuantity } from '@/lib/values/hex'
import { readCode } from './read-code'

const linkFaults = {
  'not-a-link': 'link_not_a_link',
  'named-recipient': 'link_named',
  checksum: 'link_checksum',
  chain: 'link_chain',
  amount: 'link_amount',
  'other-call': 'link_other_call',
} as const satisfies Record<PaymentLinkFault, MessageKey>

/** A transfer right now, typed or from a payment link, with a reference where the token carries one. */
export function PayNow({ onProposed }: DeskPageProps) {
  const client = useClient()
  const selection = useSlice('selection')
  const networks = useSlice('networks') ?? []
  const assets = useAssets()
  const nameOf = useNames()
  const pictureId = useId()
  const [hasNoCode, setNoCode] = useState(false)
  const [link, setLink] = useState('')
  const [to, setTo] = useState('')
  const [token, setToken] = useState<Address | null>(null)
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const read = link.trim() === '' ? null : readPaymentLink(link)
  const isElsewhere = read?.ok === true && read.link.chainId !== null && read.link.chainId !== selection?.chainId
  const asset = assets.find(each => each.token === token) ?? assets[0]
  const unlisted = read?.ok === true && read.link.token !== null && assetOf(read.link.token) === undefined
  const recipient = judgeAddress(to)
  const parsed = parseAmount(amount, asset?.decimals ?? 18, locale())
  const tooMuch = parsed.ok && asset?.spendable != null && parsed.value > asset.spendable
  const memo = token === null || reference === '' ? null : (memoOf(reference) ?? memoFromText(reference))
  const isMemoWrong = token !== null && reference !== '' && memo === null
  const isReady =
    recipient.ok && parsed.ok && parsed.value > 0n && !tooMuch && !isMemoWrong && !isElsewhere && !unlisted

  function assetOf(address: Address) {
    return assets.find(each => each.token?.toLowerCase() === address.toLowerCase())
  }

  function take(text: string): void {
    setLink(text)
    const result = readPaymentLink(text)
    if (!result.ok) return
    const { link: asked } = result
    const wanted = asked.token === null ? assets[0] : assetOf(asked.token)
    setTo(asked.to)
    setToken(wanted?.token ?? null)
    setAmount(asked.amount === null ? '' : editableAmount(asked.amount, wanted?.decimals ?? 18, locale()))
    setReference(asked.memo === null ? '' : (textFromMemo(asked.memo) ?? asked.memo))
  }

  const propose = useAction(async () => {
    if (!recipient.ok || !parsed.ok) return
    const transfer = { to: recipient.address, value: toQuantity(parsed.value), token }
    const { approvalId } = await client.call(
      'send.propose',
      token !== null && memo !== null
        ? {
            to: token,
            value: '0x0',
            data: encodeFunctionData({
              abi: tokenAbi,
              functionName: 'transferWithMemo',
              args: [recipient.address, parsed.value, memo],
            }),
          }
        : transfer,
    )
    onProposed(approvalId)
  })

  return (
    <form
      className="card desk-form"
      onSubmit={event => {
        event.preventDefault()
        if (isReady) void propose.run()
      }}
    >
      <TextField
        label={t('pay_link')}
        value={link}
        onChange={take}
        testId="pay-link"
        isCode
        maxLength={2_000}
        placeholder="ethereum:0x…"
        hint={t('pay_link_note')}
        error={read !== null && !read.ok ? t(linkFaults[read.fault]) : undefined}
      />
      <label htmlFor={pictureId} className="button button-small desk-file">
        <QrCodeIcon size={14} aria-hidden="true" />
        {t('pay_code')}
        <input
          id={pictureId}
          className="visually-hidden"
          type="file"
          accept="image/*"
          data-testid="pay-code"
          onChange={event => {
            const file = event.target.files?.[0]
            if (file === undefined) return
            void readCode(file).then(text => {
              setNoCode(text === null)
              if (text !== null) take(text)
            })
          }}
        />
      </label>
      {hasNoCode && (
        <Notice tone="caution" live>
          {t('pay_code_none')}
        </Notice>
      )}
      {isElsewhere && read.link.chainId !== null && (
        <Notice tone="caution">
          <p>
            {t('pay_elsewhere', {
              network:
                networks.find(({ chainId }) => chainId === read.link.chainId)?.name ?? `chain ${read.link.chainId}`,
            })}
          </p>
          {networks.some(({ chainId }) => chainId === read.link.chainId) && (
            <button
              type="button"
              className="button button-small"
              onClick={() => void client.call('select', { chainId: read.link.chainId ?? 0 })}
            >
              {t('pay_switch')}
            </button>
          )}
        </Notice>
      )}
      {unlisted && !isElsewhere && <Notice tone="caution">{t('pay_unlisted')}</Notice>}
      <TextField
        label={t('send_to')}
        value={to}
        onChange={setTo}
        testId="pay-to"
        isCode
        placeholder="0x"
        hint={recipient.ok ? (nameOf(recipient.address) ?? undefined) : undefined}
        error={to === '' ? undefined : addressErrorWords(recipient)}
      />
      <div className="desk-pair">
        <TextField
          label={t('amount')}
          value={amount}
          onChange={setAmount}
          testId="pay-amount"
          inputMode="decimal"
          unit={asset?.symbol}
          error={
            tooMuch ? t('amount_above_balance') : asset === undefined ? undefined : amountErrorWords(parsed, asset)
          }
        />
        <AssetField assets={assets} token={token} onToken={setToken} testId="pay-asset" />
      </div>
      <ReferenceField
        token={token}
        value={reference}
        onChange={setReference}
        testId="pay-reference"
        maxLength={66}
        hint={t('pay_reference_note')}
        isWrong={isMemoWrong}
      />
      <FailureNotice failure={propose.failure} />
      <SubmitButton label={t('send_review')} testId="pay-review" isReady={isReady} isBusy={propose.busy} />
    </form>
  )
}

/** A reference that is no text stands as it is. */
function memoOf(reference: string): `0x${string}` | null {
  return /^0x[0-9a-fA-F]{64}$/.test(reference) ? `0x${reference.slice(2)}` : null
}
