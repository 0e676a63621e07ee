import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { AddressField } from '@/components/elements/AddressField'
import { readAddress } from '@/components/elements/address-entry'
import { Card, Item, List } from '@/components/elements/Card'
import { Segments } from '@/components/elements/Segments'
import { TextField } from '@/components/elements/TextField'
import { shortAddress } from '@/components/format/address'
import { format, plural, t } from '@/components/i18n'
import { DeskWait } from '@/components/payments/DeskWait'
import type { DeskPageProps } from '@/components/payments/desk-page'
import type { PayoutView } from '@/lib/messaging/desk'
import { lowerCaseAddress, toQuantity } from '@/lib/values/hex'
import './desk.css'
import { OutcomeBadge } from './OutcomeBadge'
import { PayoutForm } from './PayoutForm'
import { referenceOf } from './payout-calls'
import type { ReadyPayout } from './payout-form'
import { SplitForm } from './SplitForm'
import { type PayoutContract, usePayoutContract } from './use-payout-contract'

/** Pays many recipients at once: given amounts, or shares of one amount. */
export function Payouts({ onProposed }: DeskPageProps) {
  const client = useClient()
  const desk = useSlice('desk')
  const [kind, setKind] = useState<PayoutView['kind']>('payout')
  const [typed, setTyped] = useState<string | null>(null)
  const [name, setName] = useState('')
  const entry = readAddress(typed ?? desk?.payouts[0]?.contract ?? '')
  const contract = usePayoutContract(entry.address === null ? null : lowerCaseAddress(entry.address))
  const isWrong = contract.state === 'not-a-payout-contract' || contract.state === 'unreachable'
  const reference = name.trim() === '' ? null : referenceOf(name)
  const isUsed =
    desk?.payouts.some(
      row => row.reference === reference && row.contract === contract.address && row.outcome !== 'failed',
    ) === true
  async function propose(ready: ReadyPayout): Promise<void> {
    if (contract.state !== 'ready' || reference === null) return
    const { approvalId } = await client.call('payout.propose', {
      kind,
      contract: contract.address,
      reference,
      label: name.trim(),
      token: contract.token.address,
      legs: ready.legs.map(({ to, amount }) => ({ to, amount: toQuantity(amount) })),
      calls: ready.calls,
    })
    onProposed(approvalId)
  }
  if (desk === undefined) return <DeskWait />
  const Payer = kind === 'payout' ? PayoutForm : SplitForm
  return (
    <section className="desk-section" aria-label={t('payouts')}>
      <p className="quiet">{t('payouts_lead')}</p>
      <Card className="payout-card">
        <Segments
          label={t('payouts')}
          name="payout-kind"
          choices={[
            { value: 'payout', label: t('payout_many') },
            { value: 'split', label: t('payout_split') },
          ]}
          value={kind}
          onChange={setKind}
        />
        <AddressField
          label={t('payout_contract')}
          hint={isWrong ? undefined : contractWords(contract)}
          error={isWrong ? contractWords(contract) : undefined}
          testId="payout-contract"
          entry={entry}
          onChange={setTyped}
        />
        <TextField
          label={t('payout_reference')}
          hint={t('payout_reference_note')}
          error={isUsed ? t('payout_reference_used') : undefined}
          testId="payout-reference"
          maxLength={100}
          value={name}
          onChange={setName}
        />
        <Payer
          contract={contract.state === 'ready' ? contract : null}
          reference={isUsed ? null : reference}
          onReady={propose}
        />
      </Card>
      {desk.payouts.length > 0 && (
        <List testId="payouts">
          {desk.payouts.map(payout => (
            <Payout key={payout.key} payout={payout} />
          ))}
        </List>
      )}
    </section>
  )
}

function contractWords(contract: PayoutContract): string | undefined {
  switch (contract.state) {
    case 'none':
      return t('payout_contract_note')
    case 'asking':
      return t('payout_contract_asking')
    case 'not-a-payout-contract':
      return t('payout_contract_not')
    case 'unreachable':
      return t('payout_contract_unreachable')
    case 'ready':
      return t('payout_contract_pays', { symbol: contract.token.symbol })
  }
}

function Payout({ payout }: { payout: PayoutView }) {
  const tokens = useSlice('tokens') ?? []
  const nameOf = useNames()
  const token = tokens.find(each => lowerCaseAddress(each.address) === lowerCaseAddress(payout.token))
  const sum = payout.legs.reduce((total, { amount }) => total + BigInt(amount), 0n)
  const words = (amount: bigint) =>
    token === undefined
      ? t('amount_of_unknown_token', { amount: format.integer(amount) })
      : `${format.amount(amount, token.decimals, 'exact')} ${token.symbol}`
  return (
    <Item data-payout={payout.label}>
      <p className="entry-head">
        <span className="entry-title">{payout.label}</span>
        <OutcomeBadge outcome={payout.outcome} />
      </p>
      <p>
        <strong className="amount">{words(sum)}</strong>
        <span className="quiet"> · {plural('payout_recipients', payout.legs.length)}</span>
      </p>
      <details>
        <summary>{t('payment_legs')}</summary>
        <ol className="desk-legs">
          {payout.legs.map(({ to, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list, and one recipient may be in it twice
            <li key={index} className="desk-leg">
              <span dir="auto">{nameOf(to) ?? <bdi>{shortAddress(to)}</bdi>}</span>
              <span>{words(BigInt(amount))}</span>
            </li>
          ))}
        </ol>
      </details>
    </Item>
  )
}
