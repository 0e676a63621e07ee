import { useEffect, useRef, useState } from 'react'
import { plural, t, useAction, useClient, useGo, useReportFault, useSlice, useTold } from '@/components/app'
import { Button, Buttons, Card, Dialog, EmptyState, FailureNotice, Form } from '@/components/elements'
import { DangerAction, ScreenHead } from '@/components/elements/later'
import { systemClock } from '@/lib/base/clock'
import type { NetworkId } from '@/lib/base/network-id'
import { levelTimes } from '@/lib/chain/shared/statistics'
import type { EndpointHealthView, NetworkView, ProbeView } from '@/lib/language/ui'
import { AddNetwork } from './AddNetwork'
import { Comparison } from './Comparison'
import { EndpointEditor } from './EndpointEditor'
import { Endpoints } from './Endpoints'
import { editedNames } from './edited'
import { scaleFor } from './measured'
import { NetworkFields, readNetwork } from './NetworkFields'
import { ProbeTable } from './ProbeTable'
import { Strip, StripScale } from './Strip'
import { namesOf, sameChain } from './same-chain'

/** The networks, with the list of those that can be added in front. */
export function AddingNetwork() {
  const go = useGo()
  return (
    <>
      <NetworksPage />
      <AddDialog onClose={() => go('/networks')} />
    </>
  )
}

function AddDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t('network_add')} onClose={onClose}>
      <AddNetwork onDone={onClose} />
    </Dialog>
  )
}

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
        <Button ref={addButton} testId="network-add" onClick={() => setAdding(true)} label={t('network_add')} />
      </Buttons>
      {adding && <AddDialog onClose={() => setAdding(false)} />}
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

/** Changes all of a network but its chain id and its endpoints. */
function EditNetwork({ network, onDone }: { network: NetworkView; onDone(): void }) {
  const client = useClient()
  const { id: networkId, name, symbol, explorerUrl, faucetUrl, testing } = network
  const [typed, setTyped] = useState({ name, symbol, explorer: explorerUrl ?? '', faucet: faucetUrl ?? '', testing })
  const others = sameChain(useSlice('networks') ?? [], network.chainId, networkId)
  const changes = readNetwork(typed, others)
  return (
    <Form
      button={t('save')}
      isReady={changes !== null}
      submit={async () => {
        if (changes === null) return
        await client.call('network.edit', { networkId, ...changes })
        onDone()
      }}
    >
      <NetworkFields typed={typed} others={others} onChange={setTyped} />
    </Form>
  )
}

/** Measured times of this network to pre-confirmed and to sealed, one mark per transaction, on one scale. */
function Measured() {
  const activity = useSlice('activity') ?? []
  const selection = useSlice('selection')
  const networks = useSlice('networks') ?? []
  const times = activity.map(levelTimes)
  const preconfirmed = times.flatMap(time => time.preconfirmed ?? [])
  const sealed = times.flatMap(time => time.sealed ?? [])
  const all = [...preconfirmed, ...sealed]
  const name = networks.find(network => network.id === selection?.networkId)?.name ?? ''
  const scale = scaleFor(all)
  const place = (ms: number): number => ms / scale.end
  return (
    <Card
      title={t('measured_title', { network: name })}
      aside={<span className="quiet">{plural('measured_count', sealed.length)}</span>}
    >
      {all.length === 0 ? (
        <EmptyState>{t('measured_empty')}</EmptyState>
      ) : (
        <>
          {preconfirmed.length > 0 && (
            <Strip look="preconfirmed" label={t('level_preconfirmed')} values={preconfirmed} place={place} />
          )}
          {sealed.length > 0 && <Strip look="sealed" label={t('level_sealed')} values={sealed} place={place} />}
          <StripScale ticks={scale.ticks} place={place} />
        </>
      )}
    </Card>
  )
}

/** What is deleted with a network and what is kept, and the button that deletes it. */
function RemoveNetwork({ network, onDone }: { network: NetworkView; onDone(): void }) {
  const client = useClient()
  async function remove() {
    await client.call('network.remove', { networkId: network.id })
    onDone()
  }
  return (
    <div className="stack">
      <p>{t('network_remove_lost')}</p>
      <p>{t('network_remove_unseen')}</p>
      <p>{t(network.id > 0 ? 'network_remove_kept' : 'network_remove_further')}</p>
      <DangerAction testId="network-remove-now" run={remove}>
        {t('network_remove_do')}
      </DangerAction>
    </div>
  )
}

/** Takes back what the person changed of a network that came with the wallet. */
function RestoreNetwork({ network, onDone }: { network: NetworkView; onDone(): void }) {
  const client = useClient()
  return (
    <Form
      button={t('network_restore_do')}
      testId="network-restore-now"
      submit={async () => {
        await client.call('network.remove', { networkId: network.id })
        onDone()
      }}
    >
      <p>{t('network_restore_lost', { fields: editedNames(network) })}</p>
      <p className="quiet">{t('network_restore_kept')}</p>
    </Form>
  )
}

const everyMs = 2_000

/** How each endpoint has been doing, by network, as the worker knows it; no endpoint is asked for this. */
function useHealth(): ReadonlyMap<NetworkId, EndpointHealthView[]> {
  const client = useClient()
  const reportFault = useReportFault()
  // A change of state is pushed with the networks; latencies are looked up now and then.
  const told = useTold('networks')
  const [health, setHealth] = useState<ReadonlyMap<NetworkId, EndpointHealthView[]>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up at once when the networks are told
  useEffect(() => {
    let stop = (): void => undefined
    let isOver = false
    const look = async (): Promise<void> => {
      try {
        const answer = await client.call('network.health', {})
        if (!isOver) setHealth(new Map(answer.networks.map(({ networkId, endpoints }) => [networkId, endpoints])))
      } catch (error) {
        // The next look may find it.
        reportFault(error)
      }
      if (!isOver) stop = systemClock.after(everyMs, () => void look())
    }
    void look()
    return () => {
      isOver = true
      stop()
    }
  }, [client, told])
  return health
}
