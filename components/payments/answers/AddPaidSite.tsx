import { useClient } from '@/components/client-context'
import { t } from '@/components/i18n'
import { AddOrigin } from '@/components/sites/AddOrigin'

/** Adds a site whose pages fetch paid answers themselves. Such pages cannot ask before they are added. */
export function AddPaidSite() {
  const client = useClient()
  return (
    <AddOrigin
      name="paid"
      title={t('answers_add')}
      note={t('answers_add_note')}
      button={t('several_add')}
      add={origin => client.call('payment.set-site', { origin, switchedOn: true })}
    />
  )
}
