import { useClient } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { Item } from '@/components/elements/Card'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Switch } from '@/components/elements/Setting'
import { t } from '@/components/i18n'
import { SiteName } from '@/components/sites/SiteName'
import { useAction } from '@/components/use-action'
import type { PaidSiteView } from '@/lib/messaging/http402'
import { tokenWords } from './amounts'

/** A site that is paid without a decision, and the ways to end that. */
export function PaidSite({ site }: { site: PaidSiteView }) {
  const client = useClient()
  const { origin, switchedOn, automatic } = site
  const stop = useAction(() => client.call('payment.set-site', { origin, automatic: null }))
  const switching = useAction((wanted: boolean) => client.call('payment.set-site', { origin, switchedOn: wanted }))
  return (
    <Item
      testId="paid-site"
      data-origin={origin}
      end={
        automatic !== null && (
          <Button size="small" testId="automatic-end" action={stop}>
            {t('answers_ask_again')}
          </Button>
        )
      }
    >
      <h3 className="item-title">
        <SiteName origin={origin} />
      </h3>
      {automatic !== null && (
        <p className="item-line" data-testid="automatic-counter">
          {t('answers_automatic', {
            most: tokenWords(automatic.most, automatic),
            spent: tokenWords(automatic.spentInDay, automatic),
          })}
        </p>
      )}
      <Switch
        label={t('answers_requests')}
        note={t('answers_requests_note')}
        checked={switchedOn}
        disabled={switching.busy}
        testId="pay-requests"
        onChange={wanted => void switching.run(wanted)}
      />
      <FailureNotice failure={stop.failure ?? switching.failure} />
    </Item>
  )
}
