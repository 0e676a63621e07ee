import { useClient } from '@/components/client-context'
import { Item } from '@/components/elements/Card'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Switch } from '@/components/elements/Setting'
import { t } from '@/components/i18n'
import { SiteName } from '@/components/sites/SiteName'
import { useAction } from '@/components/use-action'
import type { PaidSiteView } from '@/lib/language/http402'

/** A site whose pages may have their own requests paid for, and the switch that ends it. */
export function PaidSite({ site: { origin, switchedOn } }: { site: PaidSiteView }) {
  const client = useClient()
  const switching = useAction((wanted: boolean) => client.call('payment.set-site', { origin, switchedOn: wanted }))
  return (
    <Item testId="paid-site" data-origin={origin}>
      <h3 className="item-title">
        <SiteName origin={origin} />
      </h3>
      <Switch
        label={t('answers_requests')}
        note={t('answers_requests_note')}
        checked={switchedOn}
        disabled={switching.busy}
        testId="pay-requests"
        onChange={wanted => void switching.run(wanted)}
      />
      <FailureNotice failure={switching.failure} />
    </Item>
  )
}
