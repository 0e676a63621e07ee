import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useState } from 'react'
import type { Address, Hash } from 'viem'
import { useClient, useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { AddressText } from '@/components/elements/AddressText'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { judgeAddress } from '@/components/format/address'
import { addressErrorWords } from '@/components/format/address-error'
import { parseAmount } from '@/components/format/amount'
import { format, locale, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { TokenView } from '@/lib/messaging/ui'
import { memoFromText, textFromMemo } from '@/lib/payments/memo'
import type { ExpectedPayment, Verification } from '@/lib/payments/transfers/verification'
import { Failure } from '@/lib/values/failure'
import { cleanForeignText } from '@/lib/values/foreign-text'
import type { DeskPageProps } from './places'

interface VerificationForm {
  hash: string
  token: string
  payer: string
  payee: string
  amount: string
  memo: string
}
type Problems = Partial<Record<keyof VerificationForm, string>>

/** A payment by its transaction's hash, held against the chain field by field. */
export function Verify({ hash = '' }: Partial<DeskPageProps> & { hash?: string }) {
  const client = useClient()
  const selection = useSlice('selection')
  const tokens = useSlice('tokens') ?? []
  const depth = useSlice('settings')?.confirmations ?? 12
  const [draft, setDraft] = useState<VerificationForm>({ hash, token: '', payer: '', payee: '', amount: '', memo: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [result, setResult] = useState<{ verification: Verification; depth: number } | null>(null)
  const token = tokens.find(({ address }) => address === draft.token) ?? null

  const verify = useAction(async (expected: ExpectedPayment) => {
    if (selection == null) return
    const asked = draft.hash.trim()
    // The schemas of receipts are as large as they are rarely needed here.
    const { verifyAnswers } = await import('@/lib/payments/transfers/verification')
    const { results } = await client.call('chain.read', {
      chainId: selection.chainId,
      calls: [
        { method: 'eth_getTransactionReceipt', params: [asked] },
        { method: 'eth_blockNumber', params: [] },
      ],
    })
    const [receipt, head] = results.map(item => {
      if (!item.ok) throw new Failure(item.failure.code, item.failure.details)
      return item.result
    })
    setResult({ verification: verifyAnswers(asked, receipt, head, expected), depth: expected.depth })
  })

  function submit(): void {
    const { expected, problems: found } = readDraft(draft, token, depth)
    setProblems(found)
    if (expected !== null) void verify.run(expected)
  }

  // Come from a transfer: its hash is there already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (hash !== '' && selection != null) submit()
  }, [])

  const set = (change: Partial<VerificationForm>) => {
    setDraft({ ...draft, ...change })
    setResult(null)
  }
  return (
    <section className="desk-section" aria-label={t('verify')}>
      <p className="quiet">{t('verify_lead')}</p>
      <form
        className="card desk-form"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <TextInput name="hash" label={t('verify_hash')} draft={draft} problems={problems} onChange={set} isCode />
        <p className="quiet">{t('verify_optional')}</p>
        <TokenInput tokens={tokens} value={draft.token} onChange={value => set({ token: value, amount: '' })} />
        {token !== null && (
          <TextInput name="amount" label={t('verify_amount')} draft={draft} problems={problems} onChange={set} />
        )}
        <TextInput name="payer" label={t('verify_payer')} draft={draft} problems={problems} onChange={set} isCode />
        <TextInput name="payee" label={t('verify_payee')} draft={draft} problems={problems} onChange={set} isCode />
        <TextInput name="memo" label={t('verify_memo')} draft={draft} problems={problems} onChange={set} />
        <button type="submit" className="button button-primary" data-testid="verify" disabled={verify.busy}>
          {t('verify_do')}
        </button>
        <FailureNotice failure={verify.failure} />
      </form>
      {result !== null && <Result {...result} wanted={result.depth} tokens={tokens} />}
    </section>
  )
}

function readDraft(
  draft: VerificationForm,
  token: TokenView | null,
  depth: number,
): { expected: ExpectedPayment | null; problems: Problems } {
  const problems: Problems = {}
  const expected: ExpectedPayment = { depth }
  if (!/^0x[0-9a-fA-F]{64}$/.test(draft.hash.trim())) problems.hash = t('verify_hash_wrong')
  if (token !== null) expected.token = token.address
  for (const name of ['payer', 'payee'] as const) {
    if (draft[name].trim() === '') continue
    const judged = judgeAddress(draft[name])
    if (judged.ok) expected[name] = judged.address
    else problems[name] = addressErrorWords(judged) ?? ''
  }
  if (token !== null && draft.amount.trim() !== '') {
    const amount = parseAmount(draft.amount, token.decimals, locale())
    if (amount.ok) expected.amount = amount.value
    else problems.amount = t('failure_invalid_amount')
  }
  if (draft.memo.trim() !== '') {
    const memo = readMemo(draft.memo.trim())
    if (memo === null) problems.memo = t('verify_memo_wrong')
    else expected.memo = memo
  }
  return { expected: Object.keys(problems).length === 0 ? expected : null, problems }
}

function readMemo(text: string): Hash | null {
  return isHash(text) ? text : memoFromText(text)
}

function isHash(text: string): text is Hash {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}

function TextInput({
  name,
  label,
  draft,
  problems,
  onChange,
  isCode = false,
}: {
  name: keyof VerificationForm
  label: string
  draft: VerificationForm
  problems: Problems
  onChange(change: Partial<VerificationForm>): void
  isCode?: boolean
}) {
  const id = useId()
  return (
    <Field id={id} label={label} error={problems[name]}>
      <input
        id={id}
        className={isCode ? 'input address-input' : 'input'}
        {...(isCode ? { dir: 'ltr' } : {})}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        inputMode={name === 'amount' ? 'decimal' : 'text'}
        aria-describedby={`${id}-note`}
        aria-invalid={problems[name] === undefined ? undefined : true}
        data-testid={`verify-${name}`}
        value={draft[name]}
        onChange={event => onChange({ [name]: event.target.value })}
      />
    </Field>
  )
}

function TokenInput({
  tokens,
  value,
  onChange,
}: {
  tokens: readonly TokenView[]
  value: string
  onChange(value: string): void
}) {
  const id = useId()
  return (
    <Field id={id} label={t('verify_token')}>
      <select
        id={id}
        className="input select"
        aria-describedby={`${id}-note`}
        data-testid="verify-token"
        value={value}
        onChange={event => onChange(event.target.value)}
      >
        <option value="">{t('verify_any_token')}</option>
        {tokens.map(({ address, symbol }) => (
          <option key={address} value={address}>
            {symbol}
          </option>
        ))}
      </select>
    </Field>
  )
}

const checkNames = {
  receipt: 'verify_check_receipt',
  success: 'verify_check_success',
  token: 'verify_check_token',
  payer: 'verify_check_payer',
  payee: 'verify_check_payee',
  amount: 'verify_check_amount',
  memo: 'verify_check_memo',
  sealed: 'verify_check_sealed',
  depth: 'verify_check_depth',
} as const

function Result({
  verification,
  wanted,
  tokens,
}: {
  verification: Verification
  wanted: number
  tokens: readonly TokenView[]
}) {
  const nameOf = useNames()
  const selection = useSlice('selection')
  const network = useSlice('networks')?.find(({ chainId }) => chainId === selection?.chainId)
  const { payment, checks, isVerified, transfers, depth } = verification
  if (checks.length === 1) return <Notice tone="danger">{t('verify_none', { network: network?.name ?? '' })}</Notice>
  const token = tokens.find(({ address }) => address.toLowerCase() === payment?.token) ?? null
  const isOnlyEarly =
    payment !== null && checks.every(({ check, isSo }) => isSo || check === 'sealed' || check === 'depth')
  return (
    <div className="card authorization-card" data-testid="verification" data-verified={isVerified} role="status">
      <p className="authorization-sentence">
        {t(isVerified ? 'verify_yes' : isOnlyEarly ? 'verify_not_yet' : 'verify_no')}
      </p>
      <ul className="checks">
        {checks.map(({ check, isSo }) => (
          <li key={check} className={isSo ? 'check-so' : 'check-not'} data-check={check} data-so={isSo}>
            {isSo ? <Check size={16} aria-hidden="true" /> : <X size={16} aria-hidden="true" />}
            <span>
              {t(checkNames[check], {
                depth: depth === null ? format.integer(0) : format.integer(depth),
                wanted: format.integer(wanted),
              })}
              <span className="visually-hidden">: {t(isSo ? 'verify_so' : 'verify_not_so')}</span>
            </span>
          </li>
        ))}
      </ul>
      {transfers > 1 && <p className="quiet">{t('verify_many', { count: format.integer(transfers) })}</p>}
      {payment !== null && (
        <Rows>
          <Row label={t('verify_amount')}>
            {token === null
              ? t('amount_of_unknown_token', { amount: format.integer(payment.amount) })
              : `${format.amount(payment.amount, token.decimals, 'exact')} ${token.symbol}`}
          </Row>
          <Party label={t('verify_payer')} address={payment.payer} name={nameOf(payment.payer)} />
          <Party label={t('verify_payee')} address={payment.payee} name={nameOf(payment.payee)} />
          <Party label={t('verify_token')} address={payment.token} name={token?.symbol ?? null} />
          {payment.memo !== null && (
            <Row label={t('transfers_reference')}>
              {cleanForeignText(textFromMemo(payment.memo) ?? payment.memo, 66)}
            </Row>
          )}
        </Rows>
      )}
    </div>
  )
}

function Party({ label, address, name }: { label: string; address: Address; name: string | null }) {
  return (
    <Row label={label} stacked>
      <span className="counterparty-name">{name}</span>
      <AddressText address={address} />
    </Row>
  )
}
