import ChevronRight from 'lucide-react/icons/chevron-right'
import { useRef, useState } from 'react'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { PasswordField } from '@/components/elements/PasswordField'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { plural, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { useNewPassword } from './NewPassword'
import type { PhraseCheck } from './phrase-check'
import { checkPhrase } from './phrase-check'

/** A phrase from elsewhere, with the wrong word named, and a password for this device. */
export function ImportPhrase({ onBack, onReady }: { onBack(): void; onReady(): void }) {
  const client = useClient()
  const words = useRef<HTMLTextAreaElement>(null)
  const passphrase = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const [count, setCount] = useState(0)
  const [check, setCheck] = useState<PhraseCheck | null>(null)
  const { fields, take } = useNewPassword()

  const create = useAction(async (phrase: string, password: string) => {
    const extra = passphrase.current?.value ?? ''
    await client.call('vault.create', { phrase, password, ...(extra === '' ? {} : { passphrase: extra }) })
    if (words.current !== null) words.current.value = ''
    onReady()
  })

  return (
    <div className="card first-run-card">
      <ScreenHead title={t('import_title')} onBack={onBack} />
      <p className="lead">{t('import_lead')}</p>
      <form
        className="stack"
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault()
          const result = checkPhrase(words.current?.value ?? '')
          setCheck(result)
          if (!result.ok) {
            words.current?.focus()
            return
          }
          const password = take()
          if (password !== null) void create.run(result.phrase, password)
        }}
      >
        <Field
          id="import-words"
          label={t('import_words')}
          hint={count === 0 ? t('import_hint') : plural('import_count', count)}
          error={check === null || check.ok ? undefined : phraseSentence(check)}
          aside={
            <button type="button" className="button button-small" aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? t('phrase_hide') : t('phrase_show')}
            </button>
          }
        >
          <textarea
            id="import-words"
            ref={words}
            className={shown ? 'input phrase-input' : 'input phrase-input phrase-masked'}
            rows={3}
            dir="ltr"
            // With this the browser neither fills the field nor saves its content with the session.
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the first thing to fill in
            autoFocus
            maxLength={1024}
            aria-describedby="import-words-note"
            aria-invalid={check !== null && !check.ok ? true : undefined}
            data-testid="import-words"
            onInput={event => {
              setCount(event.currentTarget.value.split(/\s+/).filter(word => word !== '').length)
              setCheck(null)
            }}
            onBlur={event => {
              if (event.currentTarget.value.trim() !== '') setCheck(checkPhrase(event.currentTarget.value))
            }}
          />
        </Field>
        <details className="fold">
          <summary>
            <ChevronRight className="fold-arrow" size={16} aria-hidden="true" />
            {t('import_passphrase')}
          </summary>
          <PasswordField
            id="passphrase"
            label={t('import_passphrase_label')}
            hint={t('import_passphrase_hint')}
            inputRef={passphrase}
            isNew
          />
        </details>
        {fields}
        <button
          type="submit"
          className="button button-primary button-wide"
          data-testid="continue"
          aria-busy={create.busy}
          disabled={create.busy}
        >
          {create.busy ? t('create_busy') : t('import_finish')}
        </button>
      </form>
      <FailureNotice failure={create.failure} />
    </div>
  )
}

function phraseSentence(check: Extract<PhraseCheck, { ok: false }>): string {
  switch (check.reason) {
    case 'empty':
      return t('import_empty')
    case 'length':
      return t('failure_phrase_length', { count: check.count })
    case 'word':
      return check.suggestion === null
        ? t('failure_phrase_word_unknown', { position: check.position })
        : t('import_word_suggestion', { position: check.position, word: check.suggestion })
    case 'checksum':
      return t('failure_phrase_checksum')
  }
}
