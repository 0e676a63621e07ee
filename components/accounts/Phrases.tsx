import { useEffect, useState } from 'react'
import { useClient, useSlice, useSurface } from '@/components/client-context'
import { Dialog } from '@/components/elements/Dialog'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { format, plural, t } from '@/components/i18n'
import { type TypedPhrase, usePhrase } from '@/components/keys/PhraseFields'
import { RevealPhrase } from '@/components/keys/Reveal'
import { openHome } from '@/components/surfaces'
import { useAction } from '@/components/use-action'
import type { ProcedureOutput } from '@/lib/messaging/ui'
import './phrases.css'

type Phrase = ProcedureOutput<'phrase.list'>['phrases'][number]

/** The recovery phrases of this wallet, oldest first; what is secret of them stays in the worker. */
export function usePhrases(): readonly Phrase[] {
  const client = useClient()
  const accounts = useSlice('accounts')
  const [phrases, setPhrases] = useState<readonly Phrase[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a phrase comes with its first account
  useEffect(() => {
    let isShown = true
    client
      .call('phrase.list', {})
      .then(found => {
        if (isShown) setPhrases(found.phrases)
      })
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [client, accounts])
  return phrases
}

/** Each recovery phrase: how many accounts come from it, another one, those that were used before, and its words. */
export function Phrases({ phrases }: { phrases: readonly Phrase[] }) {
  const client = useClient()
  const surface = useSurface()
  const accounts = useSlice('accounts') ?? []
  const [open, setOpen] = useState<'add' | { reveal: string } | null>(null)
  const [found, setFound] = useState<number | null>(null)
  const secretly = (next: typeof open) => (surface === 'tab' ? setOpen(next) : void openHome('/accounts'))
  const add = useAction((phraseId: string) => client.call('account.add', { phraseId }))
  const discover = useAction(async (phraseId: string) => {
    setFound(null)
    setFound((await client.call('account.discover', { phraseId })).added.length)
  })
  return (
    <section className="card settings" aria-labelledby="phrases">
      <h2 id="phrases">{t('phrases')}</h2>
      {phrases.map(({ id, createdAt }, index) => {
        const name = t('phrase_number', { number: format.integer(index + 1) })
        return (
          <div key={id} className="setting phrase-entry" data-testid="phrase">
            <span>
              {name}
              <span className="setting-note">
                {plural('phrase_accounts', accounts.filter(account => account.phraseId === id).length)} ·{' '}
                {t('passkey_since', { date: format.dateTime(createdAt) })}
              </span>
            </span>
            <div className="item-actions">
              <button
                type="button"
                className="button button-small"
                data-testid="phrase-account-add"
                disabled={add.busy}
                onClick={() => void add.run(id)}
              >
                {t('account_add')} <span className="visually-hidden">{name}</span>
              </button>
              <button
                type="button"
                className="button button-small"
                data-testid="phrase-discover"
                disabled={discover.busy}
                aria-busy={discover.busy}
                onClick={() => void discover.run(id)}
              >
                {discover.busy ? t('discover_busy') : t('discover')} <span className="visually-hidden">{name}</span>
              </button>
              <button
                type="button"
                className="button button-small"
                data-testid="phrase-reveal"
                onClick={() => secretly({ reveal: id })}
              >
                {t('reveal_phrase')} <span className="visually-hidden">{name}</span>
              </button>
            </div>
          </div>
        )
      })}
      <p className="quiet" role="status" data-testid="discovered">
        {found === null ? '' : plural('discovered', found)}
      </p>
      <div className="page-actions">
        <button type="button" className="button button-small" data-testid="phrase-add" onClick={() => secretly('add')}>
          {t('phrase_add')}
        </button>
      </div>
      <FailureNotice failure={add.failure ?? discover.failure} />
      {open === 'add' && (
        <Dialog title={t('phrase_add')} onClose={() => setOpen(null)}>
          <AddPhrase onDone={() => setOpen(null)} />
        </Dialog>
      )}
      {typeof open === 'object' && open !== null && (
        <Dialog title={t('reveal_phrase')} onClose={() => setOpen(null)}>
          <RevealPhrase phraseId={open.reveal} />
        </Dialog>
      )}
    </section>
  )
}

function AddPhrase({ onDone }: { onDone(): void }) {
  const client = useClient()
  const phrase = usePhrase()
  const add = useAction(async (typed: TypedPhrase) => {
    await client.call('phrase.add', typed)
    phrase.clear()
    onDone()
  })
  return (
    <form
      className="stack"
      autoComplete="off"
      onSubmit={event => {
        event.preventDefault()
        const typed = phrase.read()
        if (typed !== null) void add.run(typed)
      }}
    >
      {phrase.fields}
      <Notice tone="note">{t('phrase_add_note')}</Notice>
      <button
        type="submit"
        className="button button-primary button-wide"
        data-testid="phrase-add-now"
        disabled={add.busy}
        aria-busy={add.busy}
      >
        {t('phrase_add')}
      </button>
      <FailureNotice failure={add.failure} />
    </form>
  )
}
