import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { AddressOfPage } from '@/components/elements/AddressOfPage'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { t } from '@/components/i18n'
import { ProbeTable } from '@/components/networks/ProbeTable'
import { Sentence } from '@/components/Sentence'
import { useAction } from '@/components/use-action'
import { cleanForeignText, cleanSymbol } from '@/lib/base/foreign-text'
import type { ProbeView } from '@/lib/language/ui'
import type { Asked, ShownKind } from './kind'

/** A site proposes a network. Its endpoint is contacted only after a press of the button here (invariant 9). */
export const addNetwork: ShownKind<'add-network'> = {
  Approve: () => t('approve_add_network'),
  Statement: ({ request }) => (
    <Sentence of="does_add_network" values={{ network: <strong>{cleanForeignText(request.name, 64)}</strong> }} />
  ),
  Body,
  Beneath: () => null,
  contracts: () => [],
}

function Body({ request }: Asked<'add-network'>) {
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
        <Row label={t('network_currency')}>{cleanSymbol(request.symbol)}</Row>
        {request.rpcUrls.map(url => (
          <Row key={url} label={t('network_endpoint')} stacked>
            <AddressOfPage url={url} />
          </Row>
        ))}
        {request.explorerUrl !== null && (
          <Row label={t('network_explorer')} stacked>
            <AddressOfPage url={request.explorerUrl} />
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
