import { useState } from 'react'
import type { Address } from 'viem'
import { t, useAction, useClient, useReview, useSlice } from '@/components/app'
import { Button, FailureNotice } from '@/components/elements'
import { Select } from '@/components/elements/later'
import type { NetworkId } from '@/lib/base/network-id'
import type { AccountView } from '@/lib/language/ui'

interface ClearDelegationProps {
  account: Pick<AccountView, 'address' | 'name'>
  networkId: NetworkId
  testId: string
}

/** Revokes the delegation of an account. Another account may pay: one that was drained cannot. */
export function ClearDelegation({ account, networkId, testId }: ClearDelegationProps) {
  const client = useClient()
  const review = useReview()
  const payers = (useSlice('accounts') ?? []).filter(({ kind, hidden }) => hasKey(kind) && !hidden)
  const [payer, setPayer] = useState<Address>(account.address)
  const isOther = payer !== account.address
  const clear = useAction(async () => {
    const terms = { address: account.address, networkId, ...(isOther ? { payer } : {}) }
    const { approvalId } = await client.call('account.clear-delegation', terms)
    // Where its outcome is shown.
    await client.call('select', { networkId, address: payer })
    review(approvalId)
  })
  return (
    <div className="clear-delegation">
      {payers.some(({ address }) => address !== account.address) && (
        <Select
          label={t('delegation_payer')}
          testId={`${testId}-payer`}
          choices={[
            { value: account.address, label: t('delegation_payer_self') },
            ...payers
              .filter(({ address }) => address !== account.address)
              .map(({ address, name }) => ({ value: address, label: t('delegation_payer_other', { account: name }) })),
          ]}
          value={payer}
          onChange={setPayer}
        />
      )}
      <Button size="small" testId={testId} about={account.name} action={clear} label={t('delegation_clear')} />
      {isOther && <p className="quiet">{t('delegation_payer_note', { account: account.name })}</p>}
      <FailureNotice failure={clear.failure} />
    </div>
  )
}

/** True for an account whose key is in the wallet: only such a key signs an authorization here. */
export function hasKey(kind: AccountView['kind']): boolean {
  return kind === 'phrase' || kind === 'key'
}
