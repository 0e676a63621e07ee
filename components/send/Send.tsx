import { useEffect, useState } from 'react'
import { locale, t, useClient, useGo, useReview, useSlice } from '@/components/app'
import { ConditionsFold } from '@/components/conditions/ConditionsFold'
import { nothingTyped, readConditions } from '@/components/conditions/typed'
import { RecipientField } from '@/components/contacts/RecipientField'
import { readRecipient, useNamed } from '@/components/contacts/recipient'
import { Fold, Form, Notice } from '@/components/elements'
import { readAddress, readAmount, ScreenHead, TextField, useHere } from '@/components/elements/later'
import { editableAmount } from '@/components/format/amount'
import { ConnectionBanner } from '@/components/overview/ConnectionBanner'
import { isSameAddress, toQuantity } from '@/lib/base/hex'
import type { Slices } from '@/lib/language/ui'
import { assetsOf } from './assets'
import { readDraft, type SendDraft, writeDraft } from './draft'
import { readNonce } from './nonce'
import { RecipientWarnings } from './RecipientWarnings'
import { SendAmount } from './SendAmount'
import './send.css'

/** Recipient, amount and asset. What is sent is decided on the wallet's own approval, which follows. */
export function Send() {
  const go = useGo()
  const client = useClient()
  const review = useReview()
  const selection = useSlice('selection')
  const balance = useSlice('balance')
  const tokens = useSlice('tokens') ?? []
  const networks = useSlice('networks') ?? []
  const nativeSymbol = networks.find(candidate => candidate.id === selection?.networkId)?.symbol ?? ''
  const [typed, type] = useDraft(selection)
  const [all, setAll] = useState(false)
  const [number, setNumber] = useState('')
  const [condition, setCondition] = useState(nothingTyped)
  const here = useHere()
  const named = useNamed()
  const assets = assetsOf(nativeSymbol, balance ?? null, tokens)
  const asset = assets.find(each => each.token === typed.token) ?? assets[0]
  if (asset === undefined) return null

  const recipient = readRecipient(typed.to, named, here)
  const amount = readAmount(typed.amount, asset)
  const tooMuch = !all && amount.value !== null && asset.spendable !== null && amount.value > asset.spendable
  const nonce = readNonce(number)
  const { conditions, wrong } = readConditions(condition, selection?.address ?? '0x')
  /** Fills in what the link of a plain transfer on this network says. @returns whether the text was such a link */
  function fill(text: string): boolean {
    const transfer = readAddress(text, here).link?.transfer
    const paid = assets.find(each => isSameAddress(each.token, transfer?.token))
    if (transfer == null || transfer.memo !== null || paid === undefined) return false
    const amount = transfer.amount === null ? typed.amount : editableAmount(transfer.amount, paid.decimals, locale())
    setAll(false)
    type({ to: transfer.to, amount, token: paid.token })
    return true
  }

  async function submit(): Promise<void> {
    if (recipient.address === null || !nonce.ok || (!all && amount.value === null)) return
    const { approvalId } = await client.call('send.propose', {
      to: recipient.address,
      value: all || amount.value === null ? null : toQuantity(amount.value),
      token: asset?.token ?? null,
      nonce: nonce.nonce,
      ...(conditions.length === 0 ? {} : { conditions }),
    })
    await writeDraft(null)
    review(approvalId)
  }
  return (
    <main className="screen">
      <ScreenHead title={t('send')} onBack={() => go('/')} />
      <Form
        button={t('send_review')}
        testId="review"
        className="send screen-body"
        isReady={
          recipient.address !== null && nonce.ok && wrong.length === 0 && (all || (amount.value !== null && !tooMuch))
        }
        submit={submit}
      >
        <ConnectionBanner />
        <RecipientField
          testId="send-to"
          autoFocus
          suggests
          leadsOn
          entry={recipient}
          onChange={to => {
            // A link that is typed is not at its end yet.
            const isWhole = to.length > typed.to.length + 1
            if (!isWhole || !fill(to)) type({ to })
          }}
          onPasted={fill}
        />
        <SendAmount
          entry={amount}
          all={all}
          tooMuch={tooMuch}
          asset={asset}
          assets={assets}
          onAmount={text => type({ amount: text })}
          onAll={setAll}
          onAsset={token => type({ token })}
        />
        {recipient.address !== null && <RecipientWarnings address={recipient.address} />}
        {asset.found && <Notice tone="caution">{t('send_found_token')}</Notice>}
        {selection !== null && selection !== undefined && (
          <ConditionsFold
            networkId={selection.networkId}
            symbol={nativeSymbol}
            typed={condition}
            wrong={wrong}
            onTyped={change => setCondition({ ...condition, ...change })}
          />
        )}
        <NonceField text={number} isWrong={!nonce.ok} onText={setNumber} />
      </Form>
    </main>
  )
}

/** The transaction's nonce, folded: most people leave it to the wallet. */
function NonceField({ text, isWrong, onText }: { text: string; isWrong: boolean; onText(text: string): void }) {
  return (
    <Fold title={t('send_number')} testId="send-number-fold">
      <TextField
        label={t('raw_nonce')}
        hint={t('send_number_hint')}
        error={isWrong ? t('send_number_wrong') : undefined}
        testId="send-number"
        kind="number"
        maxLength={20}
        value={text}
        onChange={onText}
      />
    </Fold>
  )
}

type Typed = Pick<SendDraft, 'to' | 'amount' | 'token'>

/** What was typed for the selected account and network, restored after the popup closed, and the way to change it. */
function useDraft(selection: Slices['selection'] | undefined): [typed: Typed, type: (change: Partial<Typed>) => void] {
  const [typed, setTyped] = useState<Typed>({ to: '', amount: '', token: null })
  const networkId = selection?.networkId
  const from = selection?.address
  useEffect(() => {
    if (networkId === undefined || from === undefined) return
    let current = true
    void readDraft(networkId, from, Date.now()).then(draft => {
      if (!current || draft === null) return
      setTyped(now => (now.to === '' && now.amount === '' ? draft : now))
    })
    return () => {
      current = false
    }
  }, [networkId, from])
  return [
    typed,
    change => {
      const { to, amount, token } = { ...typed, ...change }
      setTyped({ to, amount, token })
      if (networkId !== undefined && from !== undefined)
        void writeDraft({ networkId, from, to, amount, token, at: Date.now() })
    },
  ]
}
