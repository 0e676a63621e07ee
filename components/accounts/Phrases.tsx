import { useState } from 'react'
import { format, openHome, plural, t, useAction, useAnswer, useClient, useSlice, useSurface } from '@/components/app'
import { Button, Buttons, Card, Dialog, FailureNotice, Form, Notice } from '@/components/elements'
import { AddressText, Setting, TextField } from '@/components/elements/later'
import { PasswordForm } from '@/components/keys/PasswordForm'
import { usePhrase } from '@/components/keys/PhraseFields'
import { RevealPhrase } from '@/components/keys/Reveal'
import type { ProcedureOutput } from '@/lib/language/ui'
import { AddAtPath } from './AddAtPath'
import { FindAccounts } from './FindAccounts'
import './phrases.css'

type Phrase = ProcedureOutput<'phrase.list'>['phrases'][number]

/** The recovery phrases of this wallet, oldest first (ids, dates, names: never words), and a way to read them again. */
export function usePhrases(): [phrases: readonly Phrase[], readAgain: () => void] {
  const client = useClient()
  const accounts = useSlice('accounts')
  const [reading, setReading] = useState(0)
  // A new phrase comes with a new account.
  const [found] = useAnswer(() => client.call('phrase.list', {}), [accounts, reading])
  return [found?.phrases ?? [], () => setReading(before => before + 1)]
}

/** Each recovery phrase with its accounts, and the ways to add one, find used ones and see the words. */
export function Phrases({ phrases, onNamed }: { phrases: readonly Phrase[]; onNamed(): void }) {
  const client = useClient()
  const surface = useSurface()
  const accounts = useSlice('accounts') ?? []
  const [open, setOpen] = useState<
    | 'add'
    | { reveal: string }
    | { rename: string; name: string }
    | { more: string }
    | { find: string }
    | { remove: string; name: string }
    | null
  >(null)
  // Secrets are shown and typed in a tab only.
  const openInTab = (next: typeof open) => (surface === 'tab' ? setOpen(next) : void openHome('/accounts'))
  const add = useAction((phraseId: string) => client.call('account.add', { phraseId }))
  return (
    <Card title={t('phrases')}>
      {phrases.map(({ id, createdAt, name: given }, index) => {
        const name = given ?? t('phrase_number', { number: format.integer(index + 1) })
        const from = accounts.filter(account => account.phraseId === id).length
        return (
          <Setting
            key={id}
            className="phrase-entry"
            testId="phrase"
            label={name}
            note={
              <>
                {plural('phrase_accounts', from)} · {t('passkey_since', { date: format.dateTime(createdAt) })}
              </>
            }
          >
            <Buttons>
              <Button
                size="small"
                about={name}
                testId="phrase-account-add"
                busy={add.busy}
                onClick={() => void add.run(id)}
              >
                {t('account_add')}
              </Button>
              <Button size="small" about={name} testId="phrase-discover" onClick={() => setOpen({ find: id })}>
                {t('discover')}
              </Button>
              <Button size="small" about={name} testId="phrase-more" onClick={() => setOpen({ more: id })}>
                {t('phrase_more')}
              </Button>
              <Button size="small" about={name} testId="phrase-rename" onClick={() => setOpen({ rename: id, name })}>
                {t('rename')}
              </Button>
              <Button size="small" about={name} testId="phrase-reveal" onClick={() => openInTab({ reveal: id })}>
                {t('reveal_phrase')}
              </Button>
              <Button
                size="small"
                look="danger-quiet"
                about={name}
                testId="phrase-remove"
                onClick={() => openInTab({ remove: id, name })}
              >
                {t('phrase_remove')}
              </Button>
            </Buttons>
          </Setting>
        )
      })}
      <Buttons>
        <Button size="small" testId="phrase-add" onClick={() => openInTab('add')} label={t('phrase_add')} />
      </Buttons>
      <FailureNotice failure={add.failure} />
      {open === 'add' && (
        <Dialog title={t('phrase_add')} onClose={() => setOpen(null)}>
          <AddPhrase onDone={phraseId => setOpen({ find: phraseId })} />
        </Dialog>
      )}
      {typeof open === 'object' && open !== null && 'more' in open && (
        <Dialog title={t('phrase_more')} onClose={() => setOpen(null)}>
          <AddAtPath phraseId={open.more} onDone={() => setOpen(null)} />
        </Dialog>
      )}
      {typeof open === 'object' && open !== null && 'find' in open && (
        <Dialog title={t('discover')} onClose={() => setOpen(null)}>
          <FindAccounts phraseId={open.find} onDone={() => setOpen(null)} />
        </Dialog>
      )}
      {typeof open === 'object' && open !== null && 'rename' in open && (
        <Dialog title={t('rename')} onClose={() => setOpen(null)}>
          <NamePhrase
            phraseId={open.rename}
            before={open.name}
            onDone={() => {
              setOpen(null)
              onNamed()
            }}
          />
        </Dialog>
      )}
      {typeof open === 'object' && open !== null && 'reveal' in open && (
        <Dialog title={t('reveal_phrase')} onClose={() => setOpen(null)}>
          <RevealPhrase phraseId={open.reveal} />
        </Dialog>
      )}
      {typeof open === 'object' && open !== null && 'remove' in open && (
        <Dialog title={t('account_remove_named', { name: open.name })} onClose={() => setOpen(null)}>
          <RemovePhrase phraseId={open.remove} onDone={() => setOpen(null)} />
        </Dialog>
      )}
    </Card>
  )
}

function NamePhrase({ phraseId, before, onDone }: { phraseId: string; before: string; onDone(): void }) {
  const client = useClient()
  const [text, setText] = useState(before)
  const name = text.trim()
  return (
    <Form
      button={t('save')}
      isReady={name !== ''}
      submit={async () => {
        await client.call('phrase.name', { phraseId, name })
        onDone()
      }}
    >
      <TextField id="phrase-name" label={t('phrase_name')} maxLength={64} value={text} onChange={setText} />
    </Form>
  )
}

function AddPhrase({ onDone }: { onDone(phraseId: string): void }) {
  const client = useClient()
  const phrase = usePhrase()
  return (
    <Form
      button={t('phrase_add')}
      testId="phrase-add-now"
      submit={async () => {
        const typed = await phrase.read()
        if (typed === null) return
        const { phraseId } = await client.call('phrase.add', typed)
        phrase.clear()
        onDone(phraseId)
      }}
    >
      {phrase.fields}
      <Notice tone="note">{t('phrase_add_note')}</Notice>
    </Form>
  )
}

/** Takes a phrase and all its accounts out of the wallet, after saying what is lost and what stays open. */
function RemovePhrase({ phraseId, onDone }: { phraseId: string; onDone(): void }) {
  const client = useClient()
  const accounts = useSlice('accounts') ?? []
  const own = accounts.filter(account => account.phraseId === phraseId)
  const hasOtherKey = accounts.some(
    ({ kind, phraseId: of }) => kind === 'key' || (kind === 'phrase' && of !== phraseId),
  )
  if (!hasOtherKey) return <Notice tone="note">{t('failure_last_account')}</Notice>
  return (
    <PasswordForm
      id="remove-password"
      action={t('phrase_remove')}
      testId="phrase-remove-now"
      look="danger"
      onPassword={async password => {
        await client.call('phrase.remove', { phraseId, password })
        onDone()
      }}
    >
      <Notice tone="danger">{t('phrase_remove_lost')}</Notice>
      <p>{plural('phrase_remove_accounts', own.length)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where the accounts are many */}
      <ul className="phrase-accounts" tabIndex={0} aria-label={t('accounts')}>
        {own.map(({ address, name }) => (
          <li key={address}>
            <strong>{name}</strong>
            <AddressText address={address} />
          </li>
        ))}
      </ul>
      <Notice tone="note">{t('phrase_remove_stays')}</Notice>
    </PasswordForm>
  )
}
