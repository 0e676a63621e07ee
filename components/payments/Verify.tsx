import { useState } from 'react'
import type { Hash } from 'viem'
import { t, useClient, useSlice } from '@/components/app'
import { Fold, Form } from '@/components/elements'
import {
  AddressField,
  AmountField,
  SelectField,
  TextField,
  useAddressEntry,
  useAmountEntry,
} from '@/components/elements/later'
import { Failure } from '@/lib/base/failure'
import { memoFromText } from '@/lib/payments/shared/memo'
import type { ExpectedPayment, Verification } from '@/lib/payments/shared/verification'
import { useAssets } from './desk/use-assets'
import type { DeskPageProps } from './desk-page'
import { VerificationResult } from './VerificationResult'

/** The choice of the network's own currency. */
const native = 'native'

/** Verifies a payment by its transaction's hash: each expected field is compared with the chain. */
export function Verify({ hash: given = '' }: DeskPageProps & { hash?: string }) {
  const client = useClient()
  const selection = useSlice('selection')
  const tokens = useSlice('tokens') ?? []
  const chainId = (useSlice('networks') ?? []).find(({ id }) => id === selection?.networkId)?.chainId ?? 0
  const depth = useSlice('settings')?.confirmations ?? 12
  const [hash, setHash] = useState(given)
  const [address, setAddress] = useState<string>('')
  const assets = useAssets()
  const asset = address === '' ? undefined : assets.find(({ token }) => (token ?? native) === address)
  const money = tokens.filter(({ hidden, source }) => !hidden && source !== 'found').map(token => token.address)
  const [amount, enterAmount] = useAmountEntry(asset ?? null)
  const [payer, enterPayer] = useAddressEntry()
  const [payee, enterPayee] = useAddressEntry()
  const [memoText, setMemo] = useState('')
  const [isTried, setTried] = useState(false)
  const [result, setResult] = useState<{ verification: Verification; depth: number } | null>(null)
  const asked = hash.trim()
  const memo = memoText.trim() === '' ? null : readMemo(memoText.trim())
  const isHashWrong = !isHash(asked)
  const isMemoWrong = memoText.trim() !== '' && memo === null
  const isWrong = [isHashWrong, isMemoWrong, payer.error, payee.error, asset !== undefined && amount.error].some(
    Boolean,
  )

  async function verify(): Promise<void> {
    setTried(true)
    if (selection == null || isWrong) return
    const expected: ExpectedPayment = { depth, money }
    if (asset !== undefined) expected.token = asset.token
    if (asset !== undefined && amount.value !== null) expected.amount = amount.value
    if (payer.address !== null) expected.payer = payer.address
    if (payee.address !== null) expected.payee = payee.address
    if (memo !== null) expected.memo = memo
    // Loaded when it is needed: its schemas of receipts are large.
    const { callsForHidden, headCall, verifyAnswers } = await import('@/lib/payments/shared/verification')
    const { results } = await client.call('chain.read', {
      networkId: selection.networkId,
      calls: [
        { method: 'eth_getTransactionReceipt', params: [asked] },
        { method: 'eth_getTransactionByHash', params: [asked] },
        headCall(chainId),
      ],
    })
    const [receipt, transaction, head] = results.map(item => {
      if (!item.ok) throw new Failure(item.failure.code, item.failure.details)
      return item.result
    })
    const answers = { receipt, transaction, head }
    const verification = verifyAnswers(asked, answers, expected)
    const calls = callsForHidden(verification, receipt, expected)
    if (calls.length === 0) return setResult({ verification, depth })
    const further = await client.call('chain.read', { networkId: selection.networkId, calls })
    const gain = further.results.map(item => (item.ok ? item.result : null))
    setResult({ verification: verifyAnswers(asked, { ...answers, gain }, expected), depth })
  }

  /** Changes a field; the result is of what was entered before. */
  const changing = (set: (text: string) => void) => (text: string) => {
    set(text)
    setTried(false)
    setResult(null)
  }
  return (
    <section className="desk-section" aria-label={t('verify')}>
      <p className="quiet">{t('verify_lead')}</p>
      <Form card button={t('verify')} testId="verify" submitAtOnce={given !== ''} submit={verify}>
        <TextField
          label={t('verify_hash')}
          error={isTried && isHashWrong ? t('verify_hash_wrong') : undefined}
          testId="verify-hash"
          kind="code"
          maxLength={100}
          value={hash}
          onChange={changing(setHash)}
        />
        <Fold title={t('verify_expected')} testId="verify-expected">
          <SelectField
            label={t('verify_token')}
            testId="verify-token"
            choices={[
              { value: '', label: t('verify_any_token') },
              ...assets.map(({ token, symbol }) => ({ value: token ?? native, label: symbol })),
            ]}
            value={address}
            onChange={changing(value => {
              setAddress(value)
              enterAmount('')
            })}
          />
          {asset !== undefined && (
            <AmountField
              label={t('verify_amount')}
              testId="verify-amount"
              entry={amount}
              onChange={changing(enterAmount)}
            />
          )}
          <AddressField label={t('verify_payer')} testId="verify-payer" entry={payer} onChange={changing(enterPayer)} />
          <AddressField label={t('verify_payee')} testId="verify-payee" entry={payee} onChange={changing(enterPayee)} />
          <TextField
            label={t('request_reference')}
            error={isTried && isMemoWrong ? t('verify_memo_wrong') : undefined}
            testId="verify-memo"
            maxLength={100}
            value={memoText}
            onChange={changing(setMemo)}
          />
        </Fold>
      </Form>
      {result !== null && <VerificationResult {...result} wanted={result.depth} tokens={tokens} />}
    </section>
  )
}

function readMemo(text: string): Hash | null {
  return isHash(text) ? text : memoFromText(text)
}

function isHash(text: string): text is Hash {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}
