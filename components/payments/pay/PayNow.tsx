import { useState } from 'react'
import type { Address } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import { locale, t, usePropose } from '@/components/app'
import { RecipientField } from '@/components/contacts/RecipientField'
import { useRecipient } from '@/components/contacts/recipient'
import { Form } from '@/components/elements'
import { AmountField, useAmountEntry } from '@/components/elements/later'
import { editableAmount } from '@/components/format/amount'
import { AssetField, ReferenceField } from '@/components/payments/desk/fields'
import { useAssets } from '@/components/payments/desk/use-assets'
import { StatedPurpose } from '@/components/sites/StatedPurpose'
import { isSameAddress, toQuantity } from '@/lib/base/hex'
import { memoFromText, textFromMemo } from '@/lib/payments/shared/memo'
import type { PaymentLink } from '@/lib/payments/shared/payment-link'
import { tokenAbi } from '@/lib/reading/calls/payment-abi'

interface PayNowProps {
  /** Fills the form in. */
  link: PaymentLink | null
  isPayable: boolean
  /** The origin of the page that has the link. */
  linkOrigin: string | undefined
}

/** A transfer, typed or from a payment link, with a reference where the token carries one. */
export function PayNow({ link, isPayable, linkOrigin }: PayNowProps) {
  const propose = usePropose()
  const assets = useAssets()
  const [token, setToken] = useState<Address | null>(link?.token ?? null)
  const asset = assets.find(each => isSameAddress(each.token, token)) ?? assets[0]
  const [recipient, enterRecipient] = useRecipient(link?.to)
  const [amount, enterAmount] = useAmountEntry(
    asset,
    link?.amount == null ? '' : editableAmount(link.amount, asset?.decimals ?? 18, locale()),
  )
  const [reference, setReference] = useState(link?.memo == null ? '' : (textFromMemo(link.memo) ?? link.memo))
  const tooMuch = amount.value !== null && asset?.spendable != null && amount.value > asset.spendable
  const memo = token === null || reference === '' ? null : (hashOf(reference) ?? memoFromText(reference))
  const isMemoWrong = token !== null && reference !== '' && memo === null

  const statedPurpose = link?.purpose

  async function submit(): Promise<void> {
    const to = recipient.address
    if (to === null || amount.value === null) return
    await propose(
      'send.propose',
      token !== null && memo !== null
        ? {
            to: token,
            value: '0x0',
            data: encodeFunctionData({
              abi: tokenAbi,
              functionName: 'transferWithMemo',
              args: [to, amount.value, memo],
            }),
            ...{ linkOrigin, statedPurpose },
          }
        : { to, value: toQuantity(amount.value), token, linkOrigin, statedPurpose },
    )
  }

  return (
    <Form
      card
      button={t('send_review')}
      testId="pay-review"
      isReady={recipient.address !== null && (amount.value ?? 0n) > 0n && !tooMuch && !isMemoWrong && isPayable}
      submit={submit}
    >
      {statedPurpose !== undefined && (
        <p className="quiet">
          <StatedPurpose purpose={statedPurpose} />
        </p>
      )}
      <RecipientField suggests testId="pay-to" entry={recipient} onChange={enterRecipient} />
      <div className="desk-pair">
        <AmountField
          label={t('amount')}
          error={tooMuch ? t('amount_above_balance') : undefined}
          testId="pay-amount"
          entry={amount}
          onChange={enterAmount}
        />
        <AssetField assets={assets} token={asset?.token ?? null} onToken={setToken} testId="pay-asset" />
      </div>
      <ReferenceField
        token={token}
        value={reference}
        onChange={setReference}
        testId="pay-reference"
        maxLength={66}
        isWrong={isMemoWrong}
      />
    </Form>
  )
}

/** A reference that is 32 bytes in hex and not text. */
function hashOf(reference: string): `0x${string}` | null {
  return /^0x[0-9a-fA-F]{64}$/.test(reference) ? `0x${reference.slice(2)}` : null
}
