import { useState } from 'react'
import { onDemand, t, useClient, useSlice } from '@/components/app'
import { Form, Notice } from '@/components/elements'
import { Segments } from '@/components/elements/later'
import { isLoopback } from '@/lib/base/addresses'
import { isTestNetwork } from '@/lib/base/test-chains'
import type { NetworkView, ProbeView } from '@/lib/language/ui'
import type { CatalogueNetwork } from './catalogue'
import { EndpointFields } from './EndpointEditor'
import { httpFault, socketFault } from './endpoint'
import { NetworkFields, readNetwork } from './NetworkFields'
import { ProbeTable } from './ProbeTable'
import { namesOf, sameChain } from './same-chain'

const NetworkCatalogue = onDemand(() => import('./NetworkCatalogue').then(part => part.NetworkCatalogue))

const NetworkRisks = onDemand(() => import('./NetworkRisks').then(part => part.NetworkRisks))

/** Adds a network: one of the catalogue, or any other by its endpoint. */
export function AddNetwork({ onDone }: { onDone(): void }) {
  const [way, setWay] = useState<'catalogue' | 'endpoint'>('catalogue')
  const [known, setKnown] = useState<CatalogueNetwork | null>(null)
  return (
    <>
      <Segments
        label={t('network_add')}
        name="network-way"
        choices={[
          { value: 'catalogue', label: t('network_from_catalogue') },
          { value: 'endpoint', label: t('network_by_endpoint') },
        ]}
        value={way}
        onChange={next => {
          setKnown(null)
          setWay(next)
        }}
      />
      {way === 'catalogue' ? (
        <NetworkCatalogue
          onDone={onDone}
          onByHand={network => {
            setKnown(network)
            setWay('endpoint')
          }}
        />
      ) : (
        <AddByEndpoint key={known?.chainId} known={known} onDone={onDone} />
      )}
    </>
  )
}

/** «Base fork», or «Base fork 2» where that is taken. */
function freeName(known: NetworkView, networks: readonly NetworkView[]): string {
  const taken = sameChain(networks, known.chainId).map(({ name }) => name)
  const name = t('network_fork_of', { network: known.name })
  const names = [name, ...taken.map((_, index) => `${name} ${index + 2}`)]
  return names.find(each => !taken.includes(each)) ?? ''
}

/**
 * In two steps: the endpoint is probed, then the network is named. The chain id is the one the endpoint answers.
 * @param known a network of the catalogue, which has no endpoint of it: its chain id is the only one taken
 */
function AddByEndpoint({ known, onDone }: { known: CatalogueNetwork | null; onDone(): void }) {
  const client = useClient()
  const networks = useSlice('networks') ?? []
  const [endpoint, setEndpoint] = useState({ http: '', socket: '' })
  const [probe, setProbe] = useState<ProbeView | null>(null)
  const [typed, setTyped] = useState({
    ...{ name: known?.name ?? '', symbol: known?.symbol ?? 'ETH', explorer: known?.explorerUrl ?? '' },
    ...{ faucet: '', testing: false },
  })
  const http = endpoint.http.trim()
  const socket = endpoint.socket.trim() === '' ? null : endpoint.socket.trim()
  const reachable = httpFault(http) === null && socketFault(endpoint.socket) === null
  const others = probe === null ? [] : sameChain(networks, probe.chainId)
  const isCopy = others.length > 0 && isLoopback(http)
  const isWrongChain = known !== null && probe !== null && probe.chainId !== known.chainId
  const named = isWrongChain ? null : readNetwork(typed, others)
  async function submit(): Promise<void> {
    if (probe === null) {
      const found = await client.call('network.probe', { http, socket })
      const testing = isTestNetwork(found.chainId, [{ http, socket }], found.development)
      const [same] = sameChain(networks, found.chainId)
      const name = same === undefined || typed.name !== '' ? typed.name : freeName(same, networks)
      const symbol = known?.symbol ?? same?.symbol ?? typed.symbol
      setTyped({ ...typed, name, symbol, testing })
      setProbe(found)
      return
    }
    if (named === null) return
    await client.call('network.add', {
      chainId: probe.chainId,
      endpoints: [{ http, socket }],
      ...named,
    })
    onDone()
  }
  return (
    <Form
      button={isWrongChain ? undefined : probe === null ? t('probe_endpoint') : t('network_add')}
      busyWords={probe === null ? t('probe_running') : undefined}
      look={probe === null ? 'plain' : 'primary'}
      isReady={probe === null ? reachable : named !== null}
      submit={submit}
    >
      {known !== null && (
        <Notice tone="note">{t('network_without_endpoint', { network: known.name, id: known.chainId })}</Notice>
      )}
      <EndpointFields
        {...endpoint}
        onChange={next => {
          setEndpoint(next)
          setProbe(null)
        }}
      />
      {probe !== null && <ProbeTable probe={probe} expectedChainId={known?.chainId ?? null} />}
      {probe !== null && !isWrongChain && (
        <>
          {others.length > 0 && (
            <Notice tone="caution">{t('network_same_chain_add', { networks: namesOf(others) })}</Notice>
          )}
          <NetworkFields typed={typed} others={others} isCopy={isCopy} onChange={setTyped} />
          <NetworkRisks chainId={probe.chainId} name={typed.name} symbol={typed.symbol} http={http} />
        </>
      )}
    </Form>
  )
}
