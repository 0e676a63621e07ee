import { useState } from 'react'
import type { Address } from 'viem'
import { useClient, useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { AddressField } from '@/components/elements/AddressField'
import { AmountField } from '@/components/elements/AmountField'
import { useAddressEntry } from '@/components/elements/address-entry'
import { useAmountEntry } from '@/components/elements/amount-entry'
import { Form } from '@/components/elements/Form'
import { Notice } from '@/components/elements/Notice'
import { SelectField } from '@/components/elements/Select'
import type { MessageKey } from '@/components/i18n'
import { t } from '@/components/i18n'
import { AssetField } from '@/components/payments/desk/fields'
import { useAssets } from '@/components/payments/desk/use-assets'
import { useCallContract } from '@/components/payments/desk/use-chain-read'
import type { DeskPageProps } from '@/components/payments/desk-page'
import { type AuthorizationFormKind, authorizationData } from './authorization-data'
import { useHasCode } from './use-has-code'

const minute = 60
const day = 86_400
const validities = [
  { seconds: 15 * minute, label: 'valid_15_minutes' },
  { seconds: 60 * minute, label: 'valid_1_hour' },
  { seconds: day, label: 'valid_1_day' },
  { seconds: 7 * day, label: 'valid_7_days' },
] as const
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

const payeeLabels = {
  authorization: 'send_to',
  permit: 'promise_checkout',
  'spend-permission': 'promise_spender',
} as const satisfies Record<AuthorizationFormKind, MessageKey>

/**
 * A payment authorization: who may take how much, once or every period, until when. It is signed in the decision
 * window.
 */
export function AuthorizationForm({ kind, onProposed }: DeskPageProps & { kind: AuthorizationFormKind }) {
  const client = useClient()
  const selection = useSlice('selection')
  const call = useCallContract(selection?.networkId)
  const assets = useAssets().filter(({ token }) => token !== null)
  const nameOf = useNames()
  const [payee, enterPayee] = useAddressEntry()
  const [token, setToken] = useState<Address | null>(null)
  const asset = assets.find(each => each.token === token) ?? assets[0]
  const [amount, enterAmount] = useAmountEntry(asset)
  const [validSeconds, setValid] = useState<number>(validities[0].seconds)
  const [periodSeconds, setPeriod] = useState<number>(periods[2].seconds)
  const [durationSeconds, setDuration] = useState<number>(durations[1].seconds)
  const [receive, setReceive] = useState(false)
  const [hasNoDomain, setNoDomain] = useState(false)
  const isPayeeContract = useHasCode(kind === 'permit' ? payee.address : null)
  const isSmartAccount = useHasCode(kind === 'spend-permission' ? (selection?.address ?? null) : null)

  async function propose(): Promise<void> {
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
        receive,
      },
      call,
    )
    setNoDomain(typedData === null)
    if (typedData === null) return
    const { approvalId } = await client.call('authorization.propose', { typedData })
    onProposed(approvalId)
  }

  return (
    <Form
      card
      button={t('send_review')}
      testId="promise-review"
      isReady={selection != null && asset?.token != null && payee.address !== null && (amount.value ?? 0n) > 0n}
      submit={propose}
    >
      {assets.length === 0 && <Notice tone="note">{t('promise_no_tokens')}</Notice>}
      <AddressField
        label={t(payeeLabels[kind])}
        hint={payee.address === null ? undefined : (nameOf(payee.address) ?? undefined)}
        testId="promise-to"
        entry={payee}
        onChange={enterPayee}
      />
      {isPayeeContract === false && <Notice tone="danger">{t('promise_no_contract')}</Notice>}
      {isSmartAccount === false && <Notice tone="caution">{t('promise_plain_account')}</Notice>}
      <div className="desk-pair">
        <AmountField
          label={t(kind === 'authorization' ? 'amount' : kind === 'permit' ? 'promise_most' : 'promise_each_time')}
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
      {kind === 'authorization' && (
        <label className="desk-check">
          <input type="checkbox" checked={receive} onChange={event => setReceive(event.target.checked)} />
          {t('promise_receive')}
        </label>
      )}
      {hasNoDomain && (
        <Notice tone="danger" live>
          {t('promise_no_domain', { symbol: asset?.symbol ?? '' })}
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
