import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import { format, t } from '@/components/app'
import { Notice } from '@/components/elements'
import type { ProbeView } from '@/lib/language/ui'

const abilities = ['pending', 'socket', 'preconfirmation', 'simulate', 'syncSend'] as const
const names = {
  pending: 'probe_pending',
  socket: 'probe_socket',
  preconfirmation: 'probe_preconfirmation',
  simulate: 'probe_simulate',
  syncSend: 'probe_sync_send',
} as const

/** The result of probing an endpoint: its chain id, latency and abilities. */
export function ProbeTable({ probe, expectedChainId }: { probe: ProbeView; expectedChainId: number | null }) {
  const wrong = expectedChainId !== null && probe.chainId !== expectedChainId
  return (
    <>
      {wrong && (
        <Notice tone="danger" live>
          {t('probe_wrong_chain', { found: probe.chainId, expected: expectedChainId })}
        </Notice>
      )}
      <table className="probe">
        <caption className="visually-hidden">{t('probe_caption')}</caption>
        <tbody>
          <tr>
            <th scope="row">{t('network_chain_id')}</th>
            <td>{probe.chainId}</td>
          </tr>
          <tr>
            <th scope="row">{t('probe_latency')}</th>
            <td>{format.duration(probe.latencyMs)}</td>
          </tr>
          {abilities.map(ability => (
            <tr key={ability}>
              <th scope="row">{t(names[ability])}</th>
              <td className={probe[ability] ? 'probe-yes' : 'probe-no'}>
                {probe[ability] ? <Check size={16} aria-hidden="true" /> : <Minus size={16} aria-hidden="true" />}
                {probe[ability] ? t('yes') : t('no')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
