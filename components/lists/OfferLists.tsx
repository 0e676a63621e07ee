import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Fold } from '@/components/elements/Fold'
import { format, plural, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import './lists.css'
import { listPresets } from '@/lib/reading/list-formats/presets'
import { keeperWords, kindWords } from './words'

/** The question at the end of the first run: whether public lists may be fetched, and which. */
export function OfferLists({ onDone }: { onDone(): void }) {
  const client = useClient()
  const [chosen, setChosen] = useState(() => listPresets.filter(preset => preset.isSuggested).map(({ id }) => id))
  const subscribe = useAction(async () => {
    await client.call('list.subscribe', { presets: chosen })
    onDone()
  })
  const megabytes = listPresets.filter(({ id }) => chosen.includes(id)).reduce((sum, each) => sum + each.megabytes, 0)
  return (
    <section className="stack offer-lists" aria-label={t('lists_title')}>
      <p>{t('lists_offer')}</p>
      <Fold testId="lists-chosen" title={plural('lists_chosen', chosen.length, { size: format.integer(megabytes) })}>
        {listPresets.map(({ id, kind, name, keeper, licence, megabytes }) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={event =>
                setChosen(event.target.checked ? [...chosen, id] : chosen.filter(other => other !== id))
              }
            />
            <span>
              {name}
              <span className="offered-list-note quiet">
                {t(kindWords[kind].title)} · {keeperWords(keeper, licence)} ·{' '}
                {t('list_size', { size: format.integer(megabytes) })}
              </span>
            </span>
          </label>
        ))}
      </Fold>
      <FailureNotice failure={subscribe.failure} />
      <Button look="primary" wide testId="lists-subscribe" disabled={chosen.length === 0} action={subscribe}>
        {t('lists_subscribe')}
      </Button>
      <Button wide testId="first-run-done" onClick={onDone}>
        {t('lists_not_now')}
      </Button>
    </section>
  )
}
