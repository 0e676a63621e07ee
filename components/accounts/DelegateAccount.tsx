import { useState } from 'react'
import type { Address } from 'viem'
import { t, useClient, useReview, useSlice } from '@/components/app'
import { Form, Notice } from '@/components/elements'
import { type AddressEntry, AddressField, AddressText, SelectField, useAddressEntry } from '@/components/elements/later'
import { noDelegate } from '@/lib/base/batch-delegate'
import { isSuitableDelegate } from '@/lib/base/suitable-delegate'
import type { AccountView } from '@/lib/language/ui'
import { hasKey } from './ClearDelegation'

/** Makes an account run the code of a contract on the selected network (EIP-7702), once the decision is approved. */
export function DelegateAccount() {
  const client = useClient()
  const review = useReview()
  const selection = useSlice('selection')
  const networks = useSlice('networks') ?? []
  const accounts = (useSlice('accounts') ?? []).filter(({ kind, hidden }) => hasKey(kind) && !hidden)
  const [chosen, setChosen] = useState<Address | null>(null)
  const [entry, enter] = useAddressEntry()
  const account = chosenOf(accounts, chosen ?? selection?.address)
  if (selection == null || account === undefined) return <Notice tone="note">{t('delegate_no_account')}</Notice>
  const { networkId } = selection
  const network = networks.find(each => each.id === networkId)?.name ?? String(networkId)
  const error = unsuitable(account.address, entry)
  return (
    <Form
      button={t('continue')}
      testId="delegate-now"
      isReady={entry.address !== null && error === undefined}
      submit={async () => {
        if (entry.address === null) return
        const { address } = account
        const { approvalId } = await client.call('account.delegate-to', { address, networkId, delegate: entry.address })
        // Where its outcome is shown.
        await client.call('select', { networkId, address })
        review(approvalId)
      }}
    >
      <Notice tone="danger">{t('delegate_warning')}</Notice>
      <SelectField
        label={t('account')}
        testId="delegate-account"
        choices={accounts.map(({ address, name }) => ({ value: address, label: name }))}
        value={account.address}
        onChange={setChosen}
      />
      <AddressField
        testId="delegate-contract"
        label={t('delegate_contract')}
        entry={entry}
        error={error}
        hint={t('delegate_network', { network })}
        onChange={enter}
      />
      {entry.address !== null && error === undefined && <AddressText address={entry.address} />}
    </Form>
  )
}

function chosenOf(accounts: readonly AccountView[], address: Address | null | undefined): AccountView | undefined {
  return accounts.find(each => each.address === address) ?? accounts[0]
}

/** Why no account can run the code at the address; `undefined` where nothing is known against it. */
function unsuitable(account: Address, { address }: AddressEntry): string | undefined {
  if (address === null || isSuitableDelegate(account, address)) return undefined
  if (address === noDelegate) return t('delegate_to_nobody')
  return t(BigInt(address) === BigInt(account) ? 'delegate_to_itself' : 'delegate_to_reserved')
}
