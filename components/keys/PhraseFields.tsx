import { useRef, useState } from 'react'
import { plural, t, useClient } from '@/components/app'
import { Button, Field, Fold, PasswordField } from '@/components/elements'
import { phraseWords } from '@/lib/keys/shared/phrase-words'
import type { PhraseCheck } from '@/lib/language/views'
import './keys.css'

/** A phrase with a valid checksum, and its passphrase if one was typed. */
export interface TypedPhrase {
  phrase: string
  passphrase?: string
}

/**
 * A recovery phrase as people paste it, with the wrong word named. What is typed stays in the fields and is kept
 * nowhere else.
 */
export function usePhrase() {
  const client = useClient()
  const words = useRef<HTMLTextAreaElement>(null)
  const passphrase = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const [count, setCount] = useState(0)
  const [check, setCheck] = useState<PhraseCheck | null>(null)

  /** The phrase; `null` after showing what is wrong with it. */
  async function read(): Promise<TypedPhrase | null> {
    const result = await client.call('phrase.check', { phrase: words.current?.value ?? '' })
    setCheck(result)
    if (!result.ok) {
      words.current?.focus()
      return null
    }
    const extra = passphrase.current?.value ?? ''
    return { phrase: result.phrase, ...(extra === '' ? {} : { passphrase: extra }) }
  }

  function clear(): void {
    for (const field of [words, passphrase]) if (field.current !== null) field.current.value = ''
    setCount(0)
    setCheck(null)
  }

  const fields = (
    <>
      <Field
        id="import-words"
        label={t('import_words')}
        hint={count === 0 ? t('import_hint') : plural('import_count', count)}
        error={check === null || check.ok ? undefined : phraseSentence(check)}
        aside={
          <Button size="small" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? t('phrase_hide') : t('phrase_show')}
          </Button>
        }
      >
        {control => (
          <textarea
            {...control}
            ref={words}
            className={shown ? 'input phrase-input' : 'input phrase-input phrase-masked'}
            rows={3}
            dir="ltr"
            // `off` also keeps the browser from saving the content with its session.
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the first thing to fill in
            autoFocus
            maxLength={1024}
            data-testid="import-words"
            onInput={event => {
              setCount(phraseWords(event.currentTarget.value).length)
              setCheck(null)
            }}
            onBlur={async ({ currentTarget: field }) => {
              const { value } = field
              if (value.trim() === '') return
              // Where the worker does not answer, the form says so when it is sent.
              const result = await client.call('phrase.check', { phrase: value }).catch(() => null)
              // What was typed meanwhile is checked when it is left.
              if (field.value === value) setCheck(result)
            }}
          />
        )}
      </Field>
      <Fold title={t('import_passphrase')}>
        <PasswordField
          id="passphrase"
          label={t('import_passphrase_label')}
          hint={t('import_passphrase_hint')}
          inputRef={passphrase}
          isNew
        />
      </Fold>
    </>
  )
  return { fields, read, clear }
}

function phraseSentence(check: Extract<PhraseCheck, { ok: false }>): string {
  switch (check.reason) {
    case 'empty':
      return t('import_empty')
    case 'length':
      return t('failure_phrase_length', { words: check.count })
    case 'word':
      return check.suggestion === null
        ? t('failure_phrase_word_unknown', { position: check.position })
        : t('import_word_suggestion', { position: check.position, word: check.suggestion })
    case 'checksum':
      return t('failure_phrase_checksum')
    case 'slip39':
      return t('import_slip39')
    case 'list':
      return t('import_no_list')
  }
}
