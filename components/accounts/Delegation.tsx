import { t, useAnswer, useClient, useSlice } from '@/components/app'
import { Notice } from '@/components/elements'
import { AddressText } from '@/components/elements/later'
import { batchDelegate } from '@/lib/base/batch-delegate'
import { isSameAddress } from '@/lib/base/hex'
import type { AccountView } from '@/lib/language/ui'
import { ClearDelegation, hasKey } from './ClearDelegation'

interface DelegationProps {
  /** Only one whose key is in the wallet can be cleared here. */
  account: AccountView
}

/** The contract whose code an account runs on the selected network (EIP-7702), and the way to clear that. */
export function Delegation({ account }: DelegationProps) {
  const { address } = account
  const client = useClient()
  const selection = useSlice('selection')
  const networks = useSlice('networks')
  const activity = useSlice('activity') ?? []
  const networkId = selection?.networkId
  // The list of accounts works without the network.
  const [found] = useAnswer(async () => {
    const { delegate } = await client.call('account.delegate', { address })
    return { networkId, delegate }
  }, [address, networkId])
  if (networkId === undefined || found?.networkId !== networkId || found.delegate === null) return null
  const network = networks?.find(other => other.id === networkId)?.name ?? String(networkId)
  const isBatchDelegate = found.delegate === batchDelegate
  const isNative = activity.some(({ native, from }) => native !== undefined && isSameAddress(from, address))
  return (
    <div data-testid="delegation">
      <Notice tone={isBatchDelegate ? 'note' : 'caution'}>
        <p>{t(isBatchDelegate ? 'delegation_batch_note' : 'delegation_note', { network })}</p>
        <p className="item-line">
          <AddressText address={found.delegate} />
        </p>
        {isNative && <p>{t('delegation_returns')}</p>}
        {hasKey(account.kind) && <ClearDelegation account={account} networkId={networkId} testId="delegation-clear" />}
      </Notice>
    </div>
  )
}
