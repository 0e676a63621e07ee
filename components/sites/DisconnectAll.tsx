import { useClient } from '@/components/client-context'
import { DangerAction } from '@/components/elements/DangerAction'
import { plural, t } from '@/components/i18n'

/** What disconnecting all sites does, and the button for it. */
export function DisconnectAll({ origins, onDone }: { origins: readonly string[]; onDone(): void }) {
  const client = useClient()
  async function disconnect() {
    for (const origin of origins) await client.call('site.disconnect', { origin })
    onDone()
  }
  return (
    <div className="stack">
      <p>{plural('site_disconnect_all_lost', origins.length)}</p>
      <p>{t('site_disconnect_all_kept')}</p>
      <DangerAction testId="sites-disconnect-now" run={disconnect}>
        {t('site_disconnect_all')}
      </DangerAction>
    </div>
  )
}
