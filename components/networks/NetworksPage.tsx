import { useEffect, useRef, useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { Button, Buttons } from '@/components/elements/Button'
import { Card } from '@/components/elements/Card'
import { Dialog } from '@/components/elements/Dialog'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { EndpointHealthView, NetworkView, ProbeView } from '@/lib/language/ui'
import { AddNetwork } from './AddNetwork'
import { Comparison } from './Comparison'
import { EditNetwork } from './EditNetwork'
import { EndpointEditor } from './EndpointEditor'
import { Endpoints } from './Endpoints'
import { editedNames } from './edited'
import { Measured } from './Measured'
import { ProbeTable } from './ProbeTable'
import { RemoveNetwork } from './RemoveNetwork'
import { RestoreNetwork } from './RestoreNetwork'
import { namesOf, sameChain } from './same-chain'
import { useHealth } from './use-health'

/** The networks, their endpoints, and what probing found of each. */
export function NetworksPage() {
  const networks = useSlice('networks') ?? []
  const selection = useSlice('selection')
  const health = useHealth()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<NetworkView | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const isGone = useRef(false)
  useEffect(() => {
    // The button that had the focus was removed with its network.
    if (removing === null && isGone.current) addButton.current?.focus()
    isGone.current = false
  }, [removing])
  return (
    <main className="page">
      <ScreenHead title={t('networks')} />
      <Measured />
      <Comparison />
      {networks.map(network => (
        <NetworkCard
          key={network.id}
          network={network}
          others={sameChain(networks, network.chainId, network.id)}
          current={network.id === selection?.networkId}
          health={health.get(network.id) ?? []}
          onRemove={() => setRemoving(network)}
        />
      ))}
      <Buttons>
        <Button ref={addButton} testId="network-add" onClick={() => setAdding(true)}>
          {t('network_add')}
        </Button>
      </Buttons>
      {adding && (
        <Dialog title={t('network_add')} onClose={() => setAdding(false)}>
          <AddNetwork onDone={() => setAdding(false)} />
        </Dialog>
      )}
      {removing !== null && (
        <Dialog title={t('network_remove', { network: removing.name })} onClose={() => setRemoving(null)}>
          <RemoveNetwork
            network={removing}
            onDone={() => {
              isGone.current = true
              setRemoving(null)
            }}
          />
        </Dialog>
      )}
    </main>
  )
}

function NetworkCard({
  network,
  others,
  current,
  health,
  onRemove,
}: {
  network: NetworkView
  /** With the same chain id. */
  others: readonly NetworkView[]
  current: boolean
  health: readonly EndpointHealthView[]
  onRemove(): void
}) {
  const client = useClient()
  const [probe, setProbe] = useState<ProbeView | null>(null)
  const [editing, setEditing] = useState(false)
  const [naming, setNaming] = useState(false)
  const [restoring, setRestoring] = useState(false)
  const isEdited = network.source === 'preset' && network.edited.length > 0
  const [endpoint] = network.endpoints
  const ask = useAction(async () => {
    if (endpoint === undefined) return
    setProbe(await client.call('network.probe', { http: endpoint.http, socket: endpoint.socket }))
  })
  return (
    <Card as="section" aria-labelledby={`network-${network.id}`} data-chain-id={network.chainId}>
      <header className="network-head">
        <h2 id={`network-${network.id}`}>{network.name}</h2>
        {current && <span className="badge badge-accent">{t('network_current')}</span>}
        {network.testing && <span className="badge badge-testing">{t('test_money_may_be_reset')}</span>}
        <span className="network-id">
          {t('network_chain_id')} {network.chainId}
        </span>
      </header>
      {others.length > 0 && (
        <p className="quiet" data-testid="network-same-chain">
          {t('network_same_chain', { networks: namesOf(others) })}
        </p>
      )}
      {isEdited && (
        <p className="quiet" data-testid="network-edited">
          {t('network_edited', { fields: editedNames(network) })}
        </p>
      )}
      <Endpoints network={network} health={health} />
      <Buttons>
        <Button size="small" about={network.name} action={ask} busyWords={t('probe_running')}>
          {t('probe_endpoint')}
        </Button>
        <Button size="small" about={network.name} onClick={() => setEditing(true)}>
          {t('network_edit_endpoints')}
        </Button>
        <Button size="small" about={network.name} testId="network-edit" onClick={() => setNaming(true)}>
          {t('network_edit')}
        </Button>
        {isEdited && (
          <Button size="small" about={network.name} testId="network-restore" onClick={() => setRestoring(true)}>
            {t('network_restore')}
          </Button>
        )}
        {network.source !== 'preset' && (
          <Button look="danger-quiet" size="small" about={network.name} testId="network-remove" onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
      </Buttons>
      {probe !== null && <ProbeTable probe={probe} expectedChainId={network.chainId} />}
      <FailureNotice failure={ask.failure} />
      {restoring && (
        <Dialog title={t('network_restore_head', { network: network.name })} onClose={() => setRestoring(false)}>
          <RestoreNetwork network={network} onDone={() => setRestoring(false)} />
        </Dialog>
      )}
      {naming && (
        <Dialog title={network.name} onClose={() => setNaming(false)}>
          <EditNetwork network={network} onDone={() => setNaming(false)} />
        </Dialog>
      )}
      {editing && (
        <Dialog title={t('network_edit_endpoints')} onClose={() => setEditing(false)}>
          <EndpointEditor network={network} onDone={() => setEditing(false)} />
        </Dialog>
      )}
    </Card>
  )
}
