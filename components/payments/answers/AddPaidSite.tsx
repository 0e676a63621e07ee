import { useRef, useState } from 'react'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { t } from '@/components/i18n'
import { originOf } from '@/components/sites/origin'
import { useAction } from '@/components/use-action'

/** For a site whose pages fetch what costs something: they cannot ask before they are known. */
export function AddPaidSite() {
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState(false)
  const add = useAction(async (origin: string) => {
    await client.call('payment.set-site', { origin, switchedOn: true })
    if (input.current !== null) input.current.value = ''
  })
  return (
    <form
      className="card settings"
      onSubmit={event => {
        event.preventDefault()
        const origin = originOf(input.current?.value ?? '')
        setWrong(origin === null)
        if (origin === null) input.current?.focus()
        else void add.run(origin)
      }}
    >
      <h2>{t('answers_add')}</h2>
      <p className="quiet">{t('answers_add_note')}</p>
      <Field id="paid-origin" label={t('pose_address')} {...(wrong ? { error: t('pose_address_wrong') } : {})}>
        <input
          ref={input}
          id="paid-origin"
          className="input"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          placeholder="https://"
          data-testid="paid-origin"
          aria-invalid={wrong}
        />
      </Field>
      <div className="page-actions">
        <button type="submit" className="button button-small" data-testid="paid-add" aria-disabled={add.busy}>
          {t('answers_add_button')}
        </button>
      </div>
      <FailureNotice failure={add.failure} />
    </form>
  )
}
