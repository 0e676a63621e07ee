import { useId, useState } from 'react'
import type { Address, Hex } from 'viem'
import { useClient, useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { Notice } from '@/components/elements/Notice'
import { judgeAddress } from '@/components/format/address'
import { addressErrorWords } from '@/components/format/address-error'
import { parseAmount } from '@/components/format/amount'
import type { MessageKey } from '@/components/i18n'
import { locale, t } from '@/components/i18n'
import { AssetField, amountErrorWords, SubmitButton, TextField } from '@/components/payments/desk/fields'
import { useAssets } from '@/components/payments/desk/use-assets'
import { useCallContract } from '@/components/payments/desk/use-chain-read'
import type { DeskPageProps } from '@/components/payments/places'
import { useAction } from '@/components/use-action'
import { authorization, permit, spendPermission } from '@/lib/payments/authorization-templates'
import { readPermitNonce, readTokenDomain } from './read-token'
import { useHasCode } from './use-has-code'

export type AuthorizationFormKind = 'authorization' | 'permit' | 'spend-permission'

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
  const call = useCallContract(selection?.chainId ?? 0)
  const assets = useAssets().filter(({ token }) => token !== null)
  const nameOf = useNames()
  const [to, setTo] = useState('')
  const [token, setToken] = useState<Address | null>(null)
  const [amount, setAmount] = useState('')
  const [valid, setValid] = useState<number>(validities[0].seconds)
  const [period, setPeriod] = useState<number>(periods[2].seconds)
  const [duration, setDuration] = useState<number>(durations[1].seconds)
  const [receive, setReceive] = useState(false)
  const [hasNoDomain, setNoDomain] = useState(false)
  const payee = judgeAddress(to)
  const asset = assets.find(each => each.token === token) ?? assets[0]
  const parsed = parseAmount(amount, asset?.decimals ?? 18, locale())
  const isPayeeContract = useHasCode(kind === 'permit' && payee.ok ? payee.address : null)
  const isSmartAccount = useHasCode(kind === 'spend-permission' ? (selection?.address ?? null) : null)
  const isReady = selection != null && asset?.token != null && payee.ok && parsed.ok && parsed.value > 0n

  const propose = useAction(async () => {
    if (selection == null || asset?.token == null || !payee.ok || !parsed.ok) return
    setNoDomain(false)
    const typedData = await promise(selection, asset.token, payee.address, parsed.value)
    if (typedData === null) {
      setNoDomain(true)
      return
    }
    const { approvalId } = await client.call('authorization.propose', { typedData })
    onProposed(approvalId)
  })

  async function promise(
    { chainId, address }: { chainId: number; address: Address },
    contract: Address,
    other: Address,
    value: bigint,
  ): Promise<string | null> {
    const now = Math.floor(Date.now() / 1_000)
    if (kind === 'spend-permission') {
      return spendPermission(chainId, {
        account: address,
        spender: other,
        token: contract,
        allowance: value,
        periodSeconds: period,
        start: now,
        end: now + duration,
        salt: BigInt(randomBytes()),
      })
    }
    const domain = await readTokenDomain(call, chainId, contract)
    if (domain === null) return null
    if (kind === 'authorization') {
      return authorization(domain, {
        from: address,
        to: other,
        value,
        now,
        validSeconds: valid,
        nonce: randomBytes(),
        receive,
      })
    }
    const nonce = await readPermitNonce(call, contract, address)
    if (nonce === null) return null
    return permit(domain, { owner: address, spender: other, value, nonce, now, validSeconds: valid })
  }

  return (
    <form
      className="card desk-form"
      onSubmit={event => {
        event.preventDefault()
        if (isReady) void propose.run()
      }}
    >
      {assets.length === 0 && <Notice tone="note">{t('promise_no_tokens')}</Notice>}
      <TextField
        label={t(payeeLabels[kind])}
        value={to}
        onChange={setTo}
        testId="promise-to"
        isCode
        placeholder="0x"
        hint={payee.ok ? (nameOf(payee.address) ?? undefined) : undefined}
        error={to === '' ? undefined : addressErrorWords(payee)}
      />
      {isPayeeContract === false && <Notice tone="danger">{t('promise_no_contract')}</Notice>}
      {isSmartAccount === false && <Notice tone="caution">{t('promise_plain_account')}</Notice>}
      <div className="desk-pair">
        <TextField
          label={t(kind === 'authorization' ? 'amount' : kind === 'permit' ? 'promise_most' : 'promise_each_time')}
          value={amount}
          onChange={setAmount}
          testId="promise-amount"
          inputMode="decimal"
          unit={asset?.symbol}
          error={asset === undefined ? undefined : amountErrorWords(parsed, asset)}
        />
        <AssetField assets={assets} token={token ?? asset?.token ?? null} onToken={setToken} testId="promise-asset" />
      </div>
      {kind === 'spend-permission' ? (
        <div className="desk-halves">
          <Choice
            label={t('promise_period')}
            choices={periods}
            value={period}
            onChange={setPeriod}
            testId="promise-period"
          />
          <Choice
            label={t('promise_duration')}
            choices={durations}
            value={duration}
            onChange={setDuration}
            testId="promise-duration"
          />
        </div>
      ) : (
        <Choice
          label={t('promise_valid')}
          choices={validities}
          value={valid}
          onChange={setValid}
          testId="promise-valid"
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
      <FailureNotice failure={propose.failure} />
      <SubmitButton label={t('send_review')} testId="promise-review" isReady={isReady} isBusy={propose.busy} />
    </form>
  )
}

function Choice({
  label,
  choices,
  value,
  onChange,
  testId,
}: {
  label: string
  choices: readonly { seconds: number; label: MessageKey }[]
  value: number
  onChange(seconds: number): void
  testId: string
}) {
  const id = useId()
  return (
    <Field id={id} label={label}>
      <select
        id={id}
        className="input select"
        aria-describedby={`${id}-note`}
        data-testid={testId}
        value={value}
        onChange={event => onChange(Number(event.target.value))}
      >
        {choices.map(choice => (
          <option key={choice.seconds} value={choice.seconds}>
            {t(choice.label)}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** 32 of them. */
function randomBytes(): Hex {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`
}
