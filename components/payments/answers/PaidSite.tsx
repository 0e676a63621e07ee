import { useClient } from '@/components/client-context'
import { SiteName } from '@/components/decision/SiteName'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { PaidSiteView } from '@/lib/messaging/http402'
import { tokenWords } from './amounts'

/** What one site may be paid, and the ways to end it. */
export function PaidSite({ site }: { site: PaidSiteView }) {
  const client = useClient()
  const { origin, switchedOn, automatic } = site
  const stop = useAction(() => client.call('payment.set-site', { origin, automatic: null }))
  const off = useAction(() => client.call('payment.set-site', { origin, switchedOn: !switchedOn }))
  return (
    <li className="item" data-testid="paid-site" data-origin={origin}>
      <div className="item-body">
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
        <label className="setting">
          <span>
            {t('answers_requests')}
            <span className="setting-note">{t('answers_requests_note')}</span>
          </span>
          <input
            type="checkbox"
            className="switch"
            role="switch"
            data-testid="pay-requests"
            checked={switchedOn}
            aria-checked={switchedOn}
            disabled={off.busy}
            onChange={() => void off.run()}
          />
        </label>
        <FailureNotice failure={stop.failure ?? off.failure} />
      </div>
      {automatic !== null && (
        <button
          type="button"
          className="button button-small"
          data-testid="automatic-end"
          disabled={stop.busy}
          onClick={() => void stop.run()}
        >
          {t('answers_ask_again')}
        </button>
      )}
    </li>
  )
}
