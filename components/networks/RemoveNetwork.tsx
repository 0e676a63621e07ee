import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { NetworkView } from '@/lib/messaging/ui'

/** What goes with a network and what stays, before it goes. */
export function RemoveNetwork({ network, onDone }: { network: NetworkView; onDone(): void }) {
  const client = useClient()
  const remove = useAction(async () => {
    await client.call('network.remove', { chainId: network.chainId })
    onDone()
  })
  return (
    <div className="stack">
      <p>{t('network_remove_lost')}</p>
      <p>{t('network_remove_unseen')}</p>
      <p>{t('network_remove_kept')}</p>
      <button
        type="button"
        className="button button-danger button-wide"
        data-testid="network-remove-now"
        disabled={remove.busy}
        aria-busy={remove.busy}
        onClick={() => void remove.run()}
      >
        {t('network_remove_do')}
      </button>
      <FailureNotice failure={remove.failure} />
    </div>
  )
}
