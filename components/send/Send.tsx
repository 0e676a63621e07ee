import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { RecipientChooser } from '@/components/contacts/RecipientChooser'
import { readAddress } from '@/components/elements/address-entry'
import { readAmount } from '@/components/elements/amount-entry'
import { Form } from '@/components/elements/Form'
import { Notice } from '@/components/elements/Notice'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { withChecksum } from '@/components/format/address'
import { t } from '@/components/i18n'
import { toQuantity } from '@/lib/base/hex'
import { assetsOf } from './assets'
import { writeDraft } from './draft'
import { NonceField } from './NonceField'
import { readNonce } from './nonce'
import { RecipientField } from './RecipientField'
import { RecipientWarnings } from './RecipientWarnings'
import { SendAmount } from './SendAmount'
import { useDraft } from './use-draft'
import './send.css'

/** Recipient, amount and asset. What is sent is decided on the wallet's own approval, which follows. */
export function Send({ onBack, onProposed }: { onBack(): void; onProposed(approvalId: string): void }) {
  const client = useClient()
  const selection = useSlice('selection')
  const balance = useSlice('balance')
  const tokens = useSlice('tokens') ?? []
  const networks = useSlice('networks') ?? []
  const nativeSymbol = networks.find(candidate => candidate.id === selection?.networkId)?.symbol ?? ''
  const [typed, type] = useDraft(selection)
  const [all, setAll] = useState(false)
  const [number, setNumber] = useState('')
  const [choosing, setChoosing] = useState(false)
  const assets = assetsOf(nativeSymbol, balance ?? null, tokens)
  const asset = assets.find(each => each.token === typed.token) ?? assets[0]
  if (asset === undefined) return null

  const recipient = readAddress(typed.to)
  const amount = readAmount(typed.amount, asset)
  const tooMuch = !all && amount.value !== null && asset.spendable !== null && amount.value > asset.spendable
  const nonce = readNonce(number)
  async function propose(): Promise<void> {
    if (recipient.address === null || !nonce.ok || (!all && amount.value === null)) return
    const { approvalId } = await client.call('send.propose', {
      to: recipient.address,
      value: all || amount.value === null ? null : toQuantity(amount.value),
      token: asset?.token ?? null,
      nonce: nonce.nonce,
    })
    await writeDraft(null)
    onProposed(approvalId)
  }
  return (
    <main className="screen">
      <ScreenHead title={t('send')} onBack={onBack} />
      <Form
        button={t('send_review')}
        testId="review"
        className="send screen-body"
        isReady={recipient.address !== null && nonce.ok && (all || (amount.value !== null && !tooMuch))}
        submit={propose}
      >
        <RecipientField entry={recipient} onText={to => type({ to })} onChoose={() => setChoosing(true)} />
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
        <NonceField text={number} isWrong={!nonce.ok} onText={setNumber} />
      </Form>
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
