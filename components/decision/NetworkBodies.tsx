import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { t } from '@/components/i18n'
import { ProbeTable } from '@/components/networks/ProbeTable'
import { useAction } from '@/components/use-action'
import { cleanForeignText } from '@/lib/base/foreign-text'
import type { NetworkId } from '@/lib/base/network-id'
import type { ApprovalRequest } from '@/lib/language/requests'
import type { ProbeView } from '@/lib/language/ui'

/** A site asks to use another network. The network selected in the wallet does not change. */
export function SwitchNetworkBody({
  from,
  request,
}: {
  from: NetworkId
  request: Extract<ApprovalRequest, { kind: 'switch-network' }>
}) {
  const networks = useSlice('networks') ?? []
  const nameOf = (networkId: NetworkId) => networks.find(network => network.id === networkId)?.name ?? `${networkId}`
  const target = networks.find(network => network.id === request.networkId)
  return (
    <>
      <Rows>
        <Row label={t('network_from')}>{nameOf(from)}</Row>
        <Row label={t('network_to')}>{nameOf(request.networkId)}</Row>
      </Rows>
      {target?.testing === true && <Notice tone="note">{t('test_money_long')}</Notice>}
      {request.thenSign !== undefined && <Notice tone="note">{t('switch_then_sign')}</Notice>}
    </>
  )
}

/** A site proposes a network. Its endpoint is contacted only after a press of the button here (invariant 9). */
export function AddNetworkBody({ request }: { request: Extract<ApprovalRequest, { kind: 'add-network' }> }) {
  const client = useClient()
  const [probe, setProbe] = useState<ProbeView | null>(null)
  const [endpoint] = request.rpcUrls
  const ask = useAction(async () => {
    if (endpoint === undefined) return
    setProbe(await client.call('network.probe', { http: endpoint, socket: null }))
  })
  return (
    <>
      <Rows>
        <Row label={t('network_chain_id')}>{request.chainId}</Row>
        <Row label={t('network_currency')}>{cleanForeignText(request.symbol, 12)}</Row>
        {request.rpcUrls.map(url => (
          <Row key={url} label={t('network_endpoint')} stacked>
            <span className="url" dir="ltr" translate="no">
              {url}
            </span>
          </Row>
        ))}
        {request.explorerUrl !== null && (
          <Row label={t('network_explorer')} stacked>
            <span className="url" dir="ltr" translate="no">
              {request.explorerUrl}
            </span>
          </Row>
        )}
      </Rows>
      {probe === null ? (
        <Button wide disabled={endpoint === undefined} action={ask} busyWords={t('probe_running')}>
          {t('probe_ask')}
        </Button>
      ) : (
        <ProbeTable probe={probe} expectedChainId={request.chainId} />
      )}
      <FailureNotice failure={ask.failure} />
      <p className="quiet">{t('probe_why')}</p>
      <Notice tone="caution">{t('add_network_warning')}</Notice>
    </>
  )
}
