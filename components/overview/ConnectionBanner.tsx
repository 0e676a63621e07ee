import { failureSentence, t, useAction, useClient, useGo, useSlice } from '@/components/app'
import { Button, Buttons, Notice } from '@/components/elements'

/** Says when what is shown may be old, why, and what can be done about that. Nothing while all is well. */
export function ConnectionBanner() {
  const client = useClient()
  const go = useGo()
  const connection = useSlice('connection')
  // To select the network that is selected reads its balance at once.
  const again = useAction(async () => {
    if (connection != null) await client.call('select', { networkId: connection.networkId })
  })
  if (connection == null) return null
  if (!connection.reachable) {
    return (
      <Notice tone="caution" live>
        <div className="stack">
          <p>{connection.failure === null ? t('connection_lost') : failureSentence(connection.failure)}</p>
          <Buttons>
            <Button size="small" testId="connection-again" action={again} label={t('connection_again')} />
            <Button size="small" onClick={() => go('/networks')} label={t('connection_endpoints')} />
          </Buttons>
        </div>
      </Notice>
    )
  }
  if (connection.regime === 'degraded') {
    return (
      <Notice tone="note" live>
        {t('fast_status_unavailable')}
      </Notice>
    )
  }
  return null
}
