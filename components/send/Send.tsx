import { useEffect, useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { lookAlike } from '@/components/contacts/alike'
import { RecipientChooser } from '@/components/contacts/RecipientChooser'
import { useNames } from '@/components/contacts/use-names'
import { AddressText } from '@/components/elements/AddressText'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { judgeAddress, withChecksum } from '@/components/format/address'
import { parseAmount } from '@/components/format/amount'
import { locale, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { toQuantity } from '@/lib/values/hex'
import { AmountField } from './AmountField'
import { assetsOf } from './assets'
import { readDraft, type SendDraft, writeDraft } from './draft'
import { NonceField } from './NonceField'
import { readNonce } from './nonce'
import { RecipientField } from './RecipientField'
import './send.css'

type Typed = Pick<SendDraft, 'to' | 'amount' | 'token'>

/** Recipient, amount and asset; the decision itself is the wallet's own approval, shown after this. */
export function Send({ onBack, onProposed }: { onBack(): void; onProposed(approvalId: string): void }) {
  const client = useClient()
  const selection = useSlice('selection')
  const balance = useSlice('balance')
  const tokens = useSlice('tokens') ?? []
  const networks = useSlice('networks') ?? []
  const accounts = useSlice('accounts') ?? []
  const contacts = useSlice('contacts') ?? []
  const nameOf = useNames()
  const nativeSymbol = networks.find(candidate => candidate.chainId === selection?.chainId)?.symbol ?? ''
  const [typed, setTyped] = useState<Typed>({ to: '', amount: '', token: null })
  const [all, setAll] = useState(false)
  const [number, setNumber] = useState('')
  const [left, setLeft] = useState(false)
  const [choosing, setChoosing] = useState(false)

  const chainId = selection?.chainId
  const from = selection?.address
  useEffect(() => {
    if (chainId === undefined || from === undefined) return
    let current = true
    void readDraft(chainId, from, Date.now()).then(draft => {
      if (!current || draft === null) return
      setTyped(now => (now.to === '' && now.amount === '' ? draft : now))
    })
    return () => {
      current = false
    }
  }, [chainId, from])

  function type(change: Partial<Typed>): void {
    const { to, amount, token } = { ...typed, ...change }
    setTyped({ to, amount, token })
    if (chainId !== undefined && from !== undefined)
      void writeDraft({ chainId, from, to, amount, token, at: Date.now() })
  }

  const assets = assetsOf(nativeSymbol, balance ?? null, tokens)
  const [native] = assets
  const asset = assets.find(each => each.token === typed.token) ?? native
  const recipient = judgeAddress(typed.to)
  const value = parseAmount(typed.amount, asset?.decimals ?? 18, locale())
  const tooMuch = !all && value.ok && asset !== undefined && asset.spendable !== null && value.value > asset.spendable
  const nonce = readNonce(number)
  const complete = recipient.ok && nonce.ok && (all || (value.ok && !tooMuch))
  const alike = recipient.ok ? lookAlike(recipient.address, [...accounts, ...contacts]) : null
  const same = (address: string | undefined) =>
    recipient.ok && address?.toLowerCase() === recipient.address.toLowerCase()

  const propose = useAction(async () => {
    if (!recipient.ok || !nonce.ok || (!all && !value.ok)) return
    const { approvalId } = await client.call('send.propose', {
      to: recipient.address,
      value: all || !value.ok ? null : toQuantity(value.value),
      token: asset?.token ?? null,
      nonce: nonce.nonce,
    })
    await writeDraft(null)
    onProposed(approvalId)
  })

  if (asset === undefined) return null
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
        <RecipientField
          text={typed.to}
          judged={recipient}
          left={left}
          name={recipient.ok ? nameOf(recipient.address) : null}
          onLeave={() => setLeft(true)}
          onChoose={() => setChoosing(true)}
          onText={to => {
            setLeft(false)
            type({ to })
          }}
        />
        <AmountField
          amount={typed.amount}
          parsed={value}
          all={all}
          tooMuch={tooMuch}
          asset={asset}
          assets={assets}
          onAmount={amount => type({ amount })}
          onAll={setAll}
          onAsset={token => type({ token })}
        />
        {alike !== null && (
          <Notice tone="danger" live>
            {t('contact_alike', { name: alike.name })} <AddressText address={alike.address} />
          </Notice>
        )}
        {same(from) && <Notice tone="note">{t('send_to_self')}</Notice>}
        {tokens.some(token => same(token.address)) && <Notice tone="danger">{t('send_to_token_contract')}</Notice>}
        {asset.found && <Notice tone="caution">{t('send_found_token')}</Notice>}
        <NonceField text={number} isWrong={!nonce.ok} onText={setNumber} />
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
      {choosing && (
        <RecipientChooser
          onClose={() => setChoosing(false)}
          onChoose={address => {
            setChoosing(false)
            type({ to: withChecksum(address) })
          }}
        />
      )}
    </main>
  )
}
