import BellOff from 'lucide-react/icons/bell-off'
import { Sentence, t, useAction, useClient } from '@/components/app'
import { Button, Buttons, FailureNotice } from '@/components/elements'
import { dayMs, untilUnmuted } from './mute'
import { SiteName } from './SiteName'
import './mute-offer.css'

/** Offered after the third refusal in a row: the site may not ask again for a while. */
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
      <Buttons>
        {choices.map(({ words, test, until }) => (
          <Button key={test} size="small" testId={test} busy={mute.busy} onClick={() => void mute.run(until())}>
            {words}
          </Button>
        ))}
      </Buttons>
      <FailureNotice failure={mute.failure} />
    </section>
  )
}
