import { useClient } from '@/components/client-context'
import { DangerAction } from '@/components/elements/DangerAction'
import { t } from '@/components/i18n'
import type { NetworkView } from '@/lib/language/ui'

/** What is deleted with a network and what is kept, and the button that deletes it. */
export function RemoveNetwork({ network, onDone }: { network: NetworkView; onDone(): void }) {
  const client = useClient()
  async function remove() {
    await client.call('network.remove', { networkId: network.id })
    onDone()
  }
  return (
    <div className="stack">
      <p>{t('network_remove_lost')}</p>
      <p>{t('network_remove_unseen')}</p>
      <p>{t(network.id > 0 ? 'network_remove_kept' : 'network_remove_further')}</p>
      <DangerAction testId="network-remove-now" run={remove}>
        {t('network_remove_do')}
      </DangerAction>
    </div>
  )
}
