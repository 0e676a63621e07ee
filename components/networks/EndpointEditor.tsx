import { useState } from 'react'
import { type MessageKey, t, useClient } from '@/components/app'
import { Button, Buttons, Form, Notice } from '@/components/elements'
import { TextField } from '@/components/elements/later'
import { isSecureOrLoopback } from '@/lib/base/addresses'
import type { NetworkView } from '@/lib/language/ui'
import { type EndpointFault, httpFault, socketFault } from './endpoint'
import { noPushWords } from './no-push'

const faults = {
  'not-an-address': 'endpoint_not_an_address',
  'not-http': 'endpoint_not_http',
  'not-socket': 'endpoint_not_socket',
  'has-password': 'endpoint_has_password',
} as const satisfies Record<EndpointFault, MessageKey>

/** The HTTP and WebSocket addresses of an endpoint. An empty field is not called wrong. */
export function EndpointFields({
  http,
  socket,
  onChange,
}: {
  http: string
  socket: string
  onChange(next: { http: string; socket: string }): void
}) {
  const httpWrong = http === '' ? null : httpFault(http)
  const socketWrong = socketFault(socket)
  const open = [http, socket].some(url => url !== '' && URL.canParse(url) && !isSecureOrLoopback(url))
  return (
    <>
      <TextField
        label={t('endpoint_http')}
        error={httpWrong === null ? undefined : t(faults[httpWrong])}
        testId="endpoint-http"
        kind="url"
        maxLength={2_000}
        placeholder="https://"
        value={http}
        onChange={text => onChange({ http: text, socket })}
      />
      <TextField
        label={t('endpoint_socket')}
        hint={socket.trim() === '' ? noPushWords() : undefined}
        error={socketWrong === null ? undefined : t(faults[socketWrong])}
        testId="endpoint-socket"
        kind="url"
        maxLength={2_000}
        placeholder="wss://"
        value={socket}
        onChange={text => onChange({ http, socket: text })}
      />
      {open && <Notice tone="caution">{t('endpoint_not_encrypted')}</Notice>}
    </>
  )
}

/** Edits the endpoints of a network. The first is used for sites that have no consent yet. */
export function EndpointEditor({ network, onDone }: { network: NetworkView; onDone(): void }) {
  const client = useClient()
  /** The chain ids of endpoints that serve another chain than the network's, by their HTTP address. */
  const [wrong, setWrong] = useState<ReadonlyMap<string, number>>(new Map())
  const [rows, setRows] = useState(() =>
    network.endpoints.map((endpoint, index) => ({ id: index, http: endpoint.http, socket: endpoint.socket ?? '' })),
  )
  /** Asks the endpoints that are new. An endpoint that does not answer is verified when it is first used. */
  async function otherChains(endpoints: NetworkView['endpoints']): Promise<Map<string, number>> {
    const added = endpoints.filter(({ http }) => !network.endpoints.some(known => known.http === http))
    const probes = await Promise.allSettled(
      added.map(({ http }) => client.call('network.probe', { http, socket: null })),
    )
    return new Map(
      probes.flatMap((probe, index) => {
        const http = added[index]?.http
        if (http === undefined || probe.status === 'rejected' || probe.value.chainId === network.chainId) return []
        return [[http, probe.value.chainId]]
      }),
    )
  }
  const complete =
    rows.length > 0 && rows.every(row => httpFault(row.http) === null && socketFault(row.socket) === null)
  return (
    <Form
      button={t('save')}
      testId="endpoints-save"
      isReady={complete}
      busyWords={t('probe_running')}
      submit={async () => {
        const endpoints = rows.map(row => ({
          http: row.http.trim(),
          socket: row.socket.trim() === '' ? null : row.socket.trim(),
        }))
        const found = await otherChains(endpoints)
        setWrong(found)
        if (found.size > 0) return
        await client.call('network.set-endpoints', { networkId: network.id, endpoints })
        onDone()
      }}
    >
      <p className="quiet">{t('endpoint_note')}</p>
      {rows.map((row, index) => (
        <fieldset key={row.id} className="endpoint-fields">
          <legend>{t('endpoint_number', { number: index + 1 })}</legend>
          <EndpointFields
            http={row.http}
            socket={row.socket}
            onChange={next => setRows(rows.with(index, { ...row, ...next }))}
          />
          {wrong.has(row.http.trim()) && (
            <Notice tone="danger" live>
              {t('probe_wrong_chain', { found: wrong.get(row.http.trim()) ?? '', expected: network.chainId })}
            </Notice>
          )}
          {rows.length > 1 && (
            <Buttons>
              {index > 0 && (
                <Button size="small" onClick={() => setRows([row, ...rows.filter(other => other !== row)])}>
                  {t('endpoint_first')}
                </Button>
              )}
              <Button size="small" onClick={() => setRows(rows.filter(other => other !== row))} label={t('remove')} />
            </Buttons>
          )}
        </fieldset>
      ))}
      <Button
        onClick={() => setRows([...rows, { id: Math.max(0, ...rows.map(row => row.id)) + 1, http: '', socket: '' }])}
      >
        {t('endpoint_add')}
      </Button>
    </Form>
  )
}
