import { useState } from 'react'
import { locale, t, useAction, useClient, useSlice } from '@/components/app'
import { Button, Card, FailureNotice, Notice } from '@/components/elements'
import { AddressText, Setting } from '@/components/elements/later'
import { batchDelegate } from '@/lib/base/batch-delegate'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { ProcedureOutput } from '@/lib/language/ui'
import { ClearDelegation, hasKey } from './ClearDelegation'

type Found = ProcedureOutput<'account.delegations'>
type Delegation = Found['found'][number]

/** The delegations of every account on every network, whoever made them, looked for when the person asks. */
export function Delegations({ onDelegate }: { onDelegate(): void }) {
  const client = useClient()
  const networks = useSlice('networks') ?? []
  const [found, setFound] = useState<Found | null>(null)
  const look = useAction(async () => setFound(await client.call('account.delegations', {})))
  const networkOf = (networkId: NetworkId) => networks.find(each => each.id === networkId)?.name ?? String(networkId)
  return (
    <Card title={t('delegations')}>
      <Setting label={t('delegations_all')} note={t('delegations_note')}>
        <Button size="small" testId="delegations-look" action={look} label={t('delegations_look')} />
      </Setting>
      <div role="status" data-testid="delegations-found">
        {found?.found.length === 0 && <p>{t('delegations_none')}</p>}
        {found !== null && found.silent.length > 0 && (
          <Notice tone="caution">
            {t('delegations_silent', { networks: new Intl.ListFormat(locale()).format(found.silent.map(networkOf)) })}
          </Notice>
        )}
      </div>
      {found?.found.map(each => (
        <DelegationRow
          key={`${each.networkId} ${each.address}`}
          delegation={each}
          network={networkOf(each.networkId)}
        />
      ))}
      <FailureNotice failure={look.failure} />
      <Setting label={t('delegate_account')} note={t('delegate_account_note')}>
        <Button size="small" testId="delegate-open" onClick={onDelegate} label={t('delegate')} />
      </Setting>
    </Card>
  )
}

function DelegationRow({
  delegation: { networkId, address, delegate },
  network,
}: {
  delegation: Delegation
  network: string
}) {
  const account = useSlice('accounts')?.find(each => isSameAddress(each.address, address))
  return (
    <Setting
      className="delegation-row"
      testId="delegation-row"
      label={t('delegations_row', { account: account?.name ?? '', network })}
      note={
        <>
          {t(delegate === batchDelegate ? 'delegations_batch' : 'delegations_other')}
          <span className="delegation-code">
            <AddressText address={delegate} />
          </span>
        </>
      }
    >
      {account !== undefined && hasKey(account.kind) && (
        <ClearDelegation account={account} networkId={networkId} testId="delegation-row-clear" />
      )}
    </Setting>
  )
}
