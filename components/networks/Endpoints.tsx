import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'
import { moved } from '@/components/accounts/order'
import { format, t, useAction, useClient, useNow } from '@/components/app'
import { Button, FailureNotice, IconButton, Notice } from '@/components/elements'
import { AddressOfPage } from '@/components/elements/AddressOfPage'
import { cleanForeignText } from '@/lib/base/foreign-text'
import type { EndpointHealthView, NetworkView } from '@/lib/language/ui'
import { noPushWords } from './no-push'
import './networks.css'

/** The endpoints of a network in the person's order, with the state of each and the one in use. */
export function Endpoints({ network, health }: { network: NetworkView; health: readonly EndpointHealthView[] }) {
  const client = useClient()
  const [placed, setPlaced] = useState('')
  const { endpoints, id: networkId } = network
  const place = useAction(async (from: number, by: -1 | 1) => {
    await client.call('network.set-endpoints', { networkId, endpoints: moved(endpoints, from, by) })
    setPlaced(t('account_placed', { name: endpoints[from]?.http ?? '', place: format.integer(from + by + 1) }))
  })
  const forget = useAction((http: string) => client.call('network.forget-landmarks', { networkId, http }))
  const inUse = endpoints.findIndex(({ http }) => health.some(view => view.http === http && view.isInUse))
  const [first] = health
  const isAvoided = first !== undefined && first.restUntil !== null
  return (
    <>
      {inUse > 0 && (
        <Notice tone={isAvoided ? 'caution' : 'note'} live>
          {isAvoided
            ? t('endpoint_failover', { number: format.integer(inUse + 1), why: stateWords(first) })
            : t('endpoint_by_socket', { number: format.integer(inUse + 1) })}
        </Notice>
      )}
      <ol className="endpoints">
        {endpoints.map((endpoint, index) => {
          const view = health.find(({ http }) => http === endpoint.http)
          return (
            <li
              key={endpoint.http}
              className="endpoint"
              data-testid="endpoint"
              data-state={view?.state}
              data-in-use={view?.isInUse}
            >
              <span className={`endpoint-dot endpoint-${view?.state ?? 'unknown'}`} aria-hidden="true" />
              <span className="endpoint-words">
                <AddressOfPage url={endpoint.http} />
                {endpoint.socket !== null && (
                  <span className="url quiet" dir="ltr" translate="no">
                    {endpoint.socket}
                  </span>
                )}
                <Health view={view} />
                {view?.unread != null && (
                  <span className="endpoint-health">
                    {t('endpoint_unread', { what: cleanForeignText(view.unread, 200) })}
                  </span>
                )}
                {view?.final != null && (
                  <span className="endpoint-health" title={view.final.hash}>
                    {t('endpoint_landmark', { number: format.integer(BigInt(view.final.number)) })}
                    {view.state === 'lying' && (
                      <>
                        {' '}
                        <Button
                          size="small"
                          look="quiet"
                          about={endpoint.http}
                          testId="forget-landmark"
                          onClick={() => void forget.run(endpoint.http)}
                        >
                          {t('endpoint_landmark_forget')}
                        </Button>
                      </>
                    )}
                  </span>
                )}
              </span>
              {view?.isInUse === true && <span className="badge badge-accent">{t('endpoint_in_use')}</span>}
              {index === 0 && endpoints.length > 1 && <span className="badge">{t('network_default_endpoint')}</span>}
              {endpoints.length > 1 && (
                <span className="endpoint-order">
                  <IconButton
                    icon={ArrowUp}
                    label={t('account_up', { name: endpoint.http })}
                    testId="endpoint-up"
                    disabled={index === 0}
                    onClick={() => void place.run(index, -1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={t('account_down', { name: endpoint.http })}
                    testId="endpoint-down"
                    disabled={index === endpoints.length - 1}
                    onClick={() => void place.run(index, 1)}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ol>
      {endpoints.every(({ socket }) => socket === null) && (
        <p className="quiet" data-testid="no-push">
          {noPushWords()}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {placed}
      </p>
      {health.some(({ state, final }) => state === 'lying' && final !== null) && (
        <p className="quiet">{t('endpoint_landmark_note')}</p>
      )}
      <FailureNotice failure={place.failure ?? forget.failure} />
    </>
  )
}

function Health({ view }: { view: EndpointHealthView | undefined }) {
  const now = useNow(1_000, view?.restUntil != null)
  if (view === undefined) return null
  const restMs = view.restUntil === null ? 0 : view.restUntil - now
  return (
    <span className="endpoint-health">
      {stateWords(view)}
      {view.latencyMs !== null && view.state === 'healthy' && (
        <>
          {' '}
          <strong className="amount">{format.duration(view.latencyMs)}</strong>
        </>
      )}
      {restMs > 0 && ` · ${t('endpoint_again_in', { time: format.remaining(restMs) })}`}
    </span>
  )
}

const states = {
  unknown: 'endpoint_not_used_yet',
  healthy: 'endpoint_answers_in',
  failing: 'endpoint_fails',
  lagging: 'endpoint_lags',
  lying: 'endpoint_lies',
} as const satisfies Record<EndpointHealthView['state'], string>

function stateWords({ state, error }: EndpointHealthView): string {
  return t(state === 'failing' && error === 'rate-limited' ? 'endpoint_asks_for_pause' : states[state])
}
