import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { Form } from '@/components/elements/Form'
import { Segments } from '@/components/elements/Segments'
import { TextField } from '@/components/elements/TextField'
import { t } from '@/components/i18n'
import { onDemand } from '@/components/on-demand'
import type { ProbeView } from '@/lib/messaging/ui'
import { EndpointFields } from './EndpointEditor'
import { httpFault, socketFault } from './endpoint'
import { ProbeTable } from './ProbeTable'

const NetworkCatalogue = onDemand(
  () => import('./NetworkCatalogue').then(({ NetworkCatalogue }) => NetworkCatalogue),
  () => null,
)

/** Adds a network: one of the catalogue, or any other by its endpoint. */
export function AddNetwork({ onDone }: { onDone(): void }) {
  const [way, setWay] = useState<'catalogue' | 'endpoint'>('catalogue')
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
        onChange={setWay}
      />
      {way === 'catalogue' ? (
        <NetworkCatalogue onDone={onDone} onByHand={() => setWay('endpoint')} />
      ) : (
        <AddByEndpoint onDone={onDone} />
      )}
    </>
  )
}

/** In two steps: the endpoint is probed, then the network is named. The chain id is the one the endpoint answers. */
function AddByEndpoint({ onDone }: { onDone(): void }) {
  const client = useClient()
  const [endpoint, setEndpoint] = useState({ http: '', socket: '' })
  const [probe, setProbe] = useState<ProbeView | null>(null)
  const [name, setName] = useState('')
  const [symbol, setSymbol] = useState('ETH')
  const [explorer, setExplorer] = useState('')
  const [testing, setTesting] = useState(false)
  const http = endpoint.http.trim()
  const socket = endpoint.socket.trim() === '' ? null : endpoint.socket.trim()
  const reachable = httpFault(http) === null && socketFault(endpoint.socket) === null
  const explorerUrl = explorer.trim() === '' ? null : explorer.trim()
  const explorerWrong = explorerUrl !== null && httpFault(explorerUrl) !== null
  const isNamed = name.trim() !== '' && symbol.trim() !== '' && !explorerWrong
  async function submit(): Promise<void> {
    if (probe === null) {
      setProbe(await client.call('network.probe', { http, socket }))
      return
    }
    await client.call('network.add', {
      chainId: probe.chainId,
      name: name.trim(),
      symbol: symbol.trim(),
      endpoints: [{ http, socket }],
      explorerUrl,
      testing,
    })
    onDone()
  }
  return (
    <Form
      button={probe === null ? t('probe_endpoint') : t('network_add')}
      busyWords={probe === null ? t('probe_running') : undefined}
      look={probe === null ? 'plain' : 'primary'}
      isReady={probe === null ? reachable : isNamed}
      submit={submit}
    >
      <EndpointFields
        {...endpoint}
        onChange={next => {
          setEndpoint(next)
          setProbe(null)
        }}
      />
      {probe !== null && (
        <>
          <ProbeTable probe={probe} expectedChainId={null} />
          <TextField label={t('network_name')} maxLength={64} value={name} onChange={setName} />
          <TextField label={t('network_currency')} maxLength={12} value={symbol} onChange={setSymbol} />
          <TextField
            label={t('network_explorer_optional')}
            error={explorerWrong ? t('endpoint_not_an_address') : undefined}
            kind="url"
            maxLength={2_000}
            placeholder="https://"
            value={explorer}
            onChange={setExplorer}
          />
          <label className="check">
            <input type="checkbox" checked={testing} onChange={event => setTesting(event.target.checked)} />
            {t('network_is_testing')}
          </label>
        </>
      )}
    </Form>
  )
}
