import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'

/** Forgets everything on this device, after a word was typed. */
export function Erase() {
  const client = useClient()
  const [typed, setTyped] = useState('')
  const word = t('erase_word')
  const matches = typed.trim().toLowerCase() === word.toLowerCase()
  const erase = useAction(() => client.call('vault.erase', { confirmation: 'erase' }))
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (matches) void erase.run()
      }}
    >
      <Notice tone="danger">{t('erase_warning')}</Notice>
      <Field id="erase-word" label={t('erase_type', { word })}>
        <input
          id="erase-word"
          className="input"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby="erase-word-note"
          data-testid="erase-word"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </Field>
      <button
        type="submit"
        className="button button-danger button-wide"
        data-testid="erase"
        disabled={!matches || erase.busy}
      >
        {t('erase_do')}
      </button>
      <FailureNotice failure={erase.failure} />
    </form>
  )
}
