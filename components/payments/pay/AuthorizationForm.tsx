import { useState } from 'react'
import type { Address } from 'viem'
import { t, usePropose, useSlice } from '@/components/app'
import { RecipientField } from '@/components/contacts/RecipientField'
import { useRecipient } from '@/components/contacts/recipient'
import { Form, Notice } from '@/components/elements'
import { AmountField, SelectField, useAmountEntry } from '@/components/elements/later'
import { AssetField } from '@/components/payments/desk/fields'
import { useAssets } from '@/components/payments/desk/use-assets'
import { useCallContract } from '@/components/payments/desk/use-chain-read'
import { validities } from '@/components/payments/desk/validities'
import { cleanSymbol } from '@/lib/base/foreign-text'
import { type AuthorizationFormKind, authorizationData } from './authorization-data'

const day = 86_400
const periods = [
  { seconds: day, label: 'every_day' },
  { seconds: 7 * day, label: 'every_week' },
  { seconds: 30 * day, label: 'every_30_days' },
] as const
const durations = [
  { seconds: 30 * day, label: 'for_30_days' },
  { seconds: 90 * day, label: 'for_90_days' },
  { seconds: 365 * day, label: 'for_a_year' },
] as const

/**
 * A payment authorization: who may take how much, once or every period, until when. It is signed in the decision
 * window.
 */
export function AuthorizationForm({ kind }: { kind: AuthorizationFormKind }) {
  const propose = usePropose()
  const selection = useSlice('selection')
  const call = useCallContract(selection?.networkId)
  const assets = useAssets().filter(({ token }) => token !== null)
  const [payee, enterPayee] = useRecipient()
  const [token, setToken] = useState<Address | null>(null)
  const asset = assets.find(each => each.token === token) ?? assets[0]
  const [amount, enterAmount] = useAmountEntry(asset)
  const [validSeconds, setValid] = useState<number>(validities[0].seconds)
  const [periodSeconds, setPeriod] = useState<number>(periods[2].seconds)
  const [durationSeconds, setDuration] = useState<number>(durations[1].seconds)
  const [hasNoDomain, setNoDomain] = useState(false)

  async function submit(): Promise<void> {
    if (selection == null || asset?.token == null || payee.address === null || amount.value === null) return
    setNoDomain(false)
    const typedData = await authorizationData(
      kind,
      {
        chainId: selection.chainId,
        account: selection.address,
        token: asset.token,
        payee: payee.address,
        amount: amount.value,
        validSeconds,
        periodSeconds,
        durationSeconds,
      },
      call,
    )
    setNoDomain(typedData === null)
    if (typedData === null) return
    await propose('authorization.propose', { typedData })
  }

  return (
    <Form
      card
      button={t('send_review')}
      testId="promise-review"
      isReady={selection != null && asset?.token != null && payee.address !== null && (amount.value ?? 0n) > 0n}
      submit={submit}
    >
      <p className="quiet">{t(kind === 'authorization' ? 'pay_later_lead' : 'pay_recurring_lead')}</p>
      {assets.length === 0 && <Notice tone="note">{t('promise_no_tokens')}</Notice>}
      <RecipientField suggests testId="promise-to" entry={payee} onChange={enterPayee} />
      <div className="desk-pair">
        <AmountField
          label={t(kind === 'authorization' ? 'amount' : 'promise_each_time')}
          testId="promise-amount"
          entry={amount}
          onChange={enterAmount}
        />
        <AssetField assets={assets} token={token ?? asset?.token ?? null} onToken={setToken} testId="promise-asset" />
      </div>
      {kind === 'spend-permission' ? (
        <div className="desk-halves">
          <SelectField
            label={t('promise_period')}
            testId="promise-period"
            choices={periods.map(choiceOf)}
            value={periodSeconds}
            onChange={setPeriod}
          />
          <SelectField
            label={t('promise_duration')}
            testId="promise-duration"
            choices={durations.map(choiceOf)}
            value={durationSeconds}
            onChange={setDuration}
          />
        </div>
      ) : (
        <SelectField
          label={t('promise_valid')}
          testId="promise-valid"
          choices={validities.map(choiceOf)}
          value={validSeconds}
          onChange={setValid}
        />
      )}
      {hasNoDomain && (
        <Notice tone="danger" live>
          {t('promise_no_domain', { symbol: cleanSymbol(asset?.symbol ?? '') })}
        </Notice>
      )}
    </Form>
  )
}

function choiceOf({
  seconds,
  label,
}: {
  seconds: number
  label: (typeof validities | typeof periods | typeof durations)[number]['label']
}) {
  return { value: seconds, label: t(label) }
}
