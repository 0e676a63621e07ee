import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { ProbeView } from '@/lib/messaging/ui'
import { EndpointFields } from './EndpointEditor'
import { httpFault, socketFault } from './endpoint'
import { ProbeTable } from './ProbeTable'

/** A network is first asked what it is, then named. Its chain id is the one it answers, not one that is typed. */
export function AddNetwork({ onDone }: { onDone(): void }) {
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
  const ask = useAction(async () => {
    setProbe(await client.call('network.probe', { http, socket }))
  })
  const add = useAction(async () => {
    if (probe === null) return
    await client.call('network.add', {
      chainId: probe.chainId,
      name: name.trim(),
      symbol: symbol.trim(),
      endpoints: [{ http, socket }],
      explorerUrl,
      testing,
    })
    onDone()
  })
  const complete = probe !== null && name.trim() !== '' && symbol.trim() !== '' && !explorerWrong
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        void (probe === null ? ask.run() : complete ? add.run() : undefined)
      }}
    >
      <EndpointFields
        {...endpoint}
        onChange={next => {
          setEndpoint(next)
          setProbe(null)
        }}
      />
      {probe === null ? (
        <button type="submit" className="button button-wide" disabled={!reachable || ask.busy}>
          {ask.busy ? t('probe_running') : t('probe_endpoint')}
        </button>
      ) : (
        <>
          <ProbeTable probe={probe} expectedChainId={null} />
          <Field id="network-name" label={t('network_name')}>
            <input
              id="network-name"
              className="input"
              maxLength={64}
              autoComplete="off"
              aria-describedby="network-name-note"
              value={name}
              onChange={event => setName(event.target.value)}
            />
          </Field>
          <Field id="network-symbol" label={t('network_currency')}>
            <input
              id="network-symbol"
              className="input"
              maxLength={12}
              autoComplete="off"
              aria-describedby="network-symbol-note"
              value={symbol}
              onChange={event => setSymbol(event.target.value)}
            />
          </Field>
          <Field
            id="network-explorer"
            label={t('network_explorer_optional')}
            error={explorerWrong ? t('endpoint_not_an_address') : undefined}
          >
            <input
              id="network-explorer"
              className="input"
              dir="ltr"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              aria-describedby="network-explorer-note"
              value={explorer}
              onChange={event => setExplorer(event.target.value)}
            />
          </Field>
          <label className="check">
            <input type="checkbox" checked={testing} onChange={event => setTesting(event.target.checked)} />
            {t('network_is_testing')}
          </label>
          <button type="submit" className="button button-primary button-wide" disabled={!complete || add.busy}>
            {t('network_add')}
          </button>
        </>
      )}
      <FailureNotice failure={ask.failure ?? add.failure} />
    </form>
  )
}
