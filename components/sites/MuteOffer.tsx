import BellOff from 'lucide-react/icons/bell-off'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import { useAction } from '@/components/use-action'
import { dayMs, untilUnmuted } from './mute'
import { SiteName } from './SiteName'
import './mute-offer.css'

/** After the third refusal in a row: shall this site stop asking? */
export function MuteOffer({ origin }: { origin: string }) {
  const client = useClient()
  const mute = useAction((untilMs: number | null) => client.call('site.mute', { origin, untilMs }))
  const choices = [
    { words: t('mute_for_day'), test: 'mute-day', until: () => Date.now() + dayMs },
    { words: t('mute_until_unmuted'), test: 'mute-always', until: () => untilUnmuted },
    { words: t('mute_not_now'), test: 'mute-not-now', until: () => null },
  ]
  return (
    <section className="mute-offer" aria-labelledby="mute-offer-title" data-testid="mute-offer" data-origin={origin}>
      <h2 id="mute-offer-title">
        <BellOff size={18} aria-hidden="true" />
        {t('mute_title')}
      </h2>
      <p>
        <Sentence of="mute_note" values={{ site: <SiteName origin={origin} /> }} />
      </p>
      <div className="mute-choices">
        {choices.map(({ words, test, until }) => (
          <button
            key={test}
            type="button"
            className="button button-small"
            data-testid={test}
            aria-disabled={mute.busy}
            onClick={() => void mute.run(until())}
          >
            {words}
          </button>
        ))}
      </div>
      <FailureNotice failure={mute.failure} />
    </section>
  )
}
