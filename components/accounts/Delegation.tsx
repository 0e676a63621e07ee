import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { useClient, useReportFault, useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { batchDelegate } from '@/lib/base/batch-delegate'
import type { NetworkId } from '@/lib/base/network-id'
import type { AccountView } from '@/lib/language/ui'
import { ClearDelegation, hasKey } from './ClearDelegation'

interface DelegationProps {
  /** Only one whose key is in the wallet can be cleared here. */
  account: AccountView
  onProposed(approvalId: string): void
}

/** The contract whose code an account runs on the selected network (EIP-7702), and the way to clear that. */
export function Delegation({ account, onProposed }: DelegationProps) {
  const { address } = account
  const client = useClient()
  const reportFault = useReportFault()
  const selection = useSlice('selection')
  const networks = useSlice('networks')
  const networkId = selection?.networkId
  const [found, setFound] = useState<{ networkId: NetworkId; delegate: Address } | null>(null)
  useEffect(() => {
    let isShown = true
    if (networkId === undefined) return
    client
      .call('account.delegate', { address })
      .then(({ delegate }) => {
        if (isShown) setFound(delegate === null ? null : { networkId, delegate })
      })
      // The list of accounts works without the network.
      .catch(reportFault)
    return () => {
      isShown = false
    }
  }, [client, address, networkId, reportFault])
  if (found === null || found.networkId !== networkId) return null
  const network = networks?.find(other => other.id === networkId)?.name ?? String(networkId)
  const isBatchDelegate = found.delegate === batchDelegate
  return (
    <div data-testid="delegation">
      <Notice tone={isBatchDelegate ? 'note' : 'caution'}>
        <p>{t(isBatchDelegate ? 'delegation_batch_note' : 'delegation_note', { network })}</p>
        <p className="item-line">
          <AddressText address={found.delegate} />
        </p>
        {hasKey(account.kind) && (
          <ClearDelegation
            account={account}
            networkId={found.networkId}
            testId="delegation-clear"
            onProposed={onProposed}
          />
        )}
      </Notice>
    </div>
  )
}
