import { useId, useState } from 'react'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { Notice } from '@/components/elements/Notice'
import type { MessageKey } from '@/components/i18n'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { NetworkView } from '@/lib/messaging/ui'
import { isSecureOrLoopback } from '@/lib/networks/addresses'
import type { EndpointFault } from './endpoint'
import { httpFault, socketFault } from './endpoint'

const faults = {
  'not-an-address': 'endpoint_not_an_address',
  'not-http': 'endpoint_not_http',
  'not-socket': 'endpoint_not_socket',
  'has-password': 'endpoint_has_password',
} as const satisfies Record<EndpointFault, MessageKey>

/** One endpoint's two addresses. Tells what is wrong only once something was typed. */
export function EndpointFields({
  http,
  socket,
  onChange,
}: {
  http: string
  socket: string
  onChange(next: { http: string; socket: string }): void
}) {
  const id = useId()
  const httpWrong = http === '' ? null : httpFault(http)
  const socketWrong = socketFault(socket)
  const open = [http, socket].some(url => url !== '' && URL.canParse(url) && !isSecureOrLoopback(url))
  return (
    <>
      <Field id={`${id}-http`} label={t('endpoint_http')} error={httpWrong === null ? undefined : t(faults[httpWrong])}>
        <input
          id={`${id}-http`}
          className="input"
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          aria-describedby={`${id}-http-note`}
          data-testid="endpoint-http"
          value={http}
          onChange={event => onChange({ http: event.target.value, socket })}
        />
      </Field>
      <Field
        id={`${id}-socket`}
        label={t('endpoint_socket')}
        hint={t('endpoint_socket_hint')}
        error={socketWrong === null ? undefined : t(faults[socketWrong])}
      >
        <input
          id={`${id}-socket`}
          className="input"
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="wss://"
          aria-describedby={`${id}-socket-note`}
          data-testid="endpoint-socket"
          value={socket}
          onChange={event => onChange({ http, socket: event.target.value })}
        />
      </Field>
      {open && <Notice tone="caution">{t('endpoint_not_encrypted')}</Notice>}
    </>
  )
}

/** The endpoints of a network in their order; the first is the one sites get before consent. */
export function EndpointEditor({ network, onDone }: { network: NetworkView; onDone(): void }) {
  const client = useClient()
  const [rows, setRows] = useState(() =>
    network.endpoints.map((endpoint, index) => ({ id: index, http: endpoint.http, socket: endpoint.socket ?? '' })),
  )
  const complete =
    rows.length > 0 && rows.every(row => httpFault(row.http) === null && socketFault(row.socket) === null)
  const save = useAction(async () => {
    await client.call('network.set-endpoints', {
      chainId: network.chainId,
      endpoints: rows.map(row => ({
        http: row.http.trim(),
        socket: row.socket.trim() === '' ? null : row.socket.trim(),
      })),
    })
    onDone()
  })
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (complete) void save.run()
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
          {rows.length > 1 && (
            <div className="item-actions">
              {index > 0 && (
                <button
                  type="button"
                  className="button button-small"
                  onClick={() => setRows([row, ...rows.filter(other => other !== row)])}
                >
                  {t('endpoint_first')}
                </button>
              )}
              <button
                type="button"
                className="button button-small"
                onClick={() => setRows(rows.filter(other => other !== row))}
              >
                {t('remove')}
              </button>
            </div>
          )}
        </fieldset>
      ))}
      <button
        type="button"
        className="button"
        onClick={() => setRows([...rows, { id: Math.max(0, ...rows.map(row => row.id)) + 1, http: '', socket: '' }])}
      >
        {t('endpoint_add')}
      </button>
      <button
        type="submit"
        className="button button-primary button-wide"
        data-testid="endpoints-save"
        disabled={!complete || save.busy}
      >
        {t('save')}
      </button>
      <FailureNotice failure={save.failure} />
    </form>
  )
}
