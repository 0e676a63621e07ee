import { useClient } from '@/components/client-context'
import { Form } from '@/components/elements/Form'
import { t } from '@/components/i18n'
import type { NetworkView } from '@/lib/language/ui'
import { editedNames } from './edited'

/** Takes back what the person changed of a network that came with the wallet. */
export function RestoreNetwork({ network, onDone }: { network: NetworkView; onDone(): void }) {
  const client = useClient()
  return (
    <Form
      button={t('network_restore_do')}
      testId="network-restore-now"
      submit={async () => {
        await client.call('network.remove', { networkId: network.id })
        onDone()
      }}
    >
      <p>{t('network_restore_lost', { fields: editedNames(network) })}</p>
      <p className="quiet">{t('network_restore_kept')}</p>
    </Form>
  )
}
