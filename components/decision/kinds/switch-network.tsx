import { useSlice } from '@/components/client-context'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import type { NetworkId } from '@/lib/base/network-id'
import type { Asked, ShownKind } from './kind'

/** A site asks to use another network. The network selected in the wallet does not change. */
export const switchNetwork: ShownKind<'switch-network'> = {
  Approve: () => t('approve_switch_network'),
  Statement,
  Body,
  Beneath: () => null,
  contracts: () => [],
}

type Switch = Asked<'switch-network'>

function Statement({ request }: Switch) {
  const { nameOf } = useNetworks()
  return <Sentence of="does_switch_network" values={{ network: <strong>{nameOf(request.networkId)}</strong> }} />
}

function Body({ request, approval }: Switch) {
  const { networkOf, nameOf } = useNetworks()
  return (
    <>
      <Rows>
        <Row label={t('network_from')}>{nameOf(approval.networkId)}</Row>
        <Row label={t('network_to')}>{nameOf(request.networkId)}</Row>
      </Rows>
      {networkOf(request.networkId)?.testing === true && <Notice tone="note">{t('test_money_long')}</Notice>}
      {request.thenSign !== undefined && <Notice tone="note">{t('switch_then_sign')}</Notice>}
    </>
  )
}

function useNetworks() {
  const networks = useSlice('networks') ?? []
  const networkOf = (networkId: NetworkId) => networks.find(({ id }) => id === networkId)
  return { networkOf, nameOf: (networkId: NetworkId) => networkOf(networkId)?.name ?? `${networkId}` }
}
