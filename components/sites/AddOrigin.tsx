import { useRef, useState } from 'react'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { originOf } from './origin'

interface AddOriginProps {
  /** Of the field and its button: `<name>-origin`, `<name>-add`. */
  name: string
  title: string
  note: string
  button: string
  add(origin: string): Promise<unknown>
}

/** A site by its address, for what a site cannot ask for before it is known. */
export function AddOrigin({ name, title, note, button, add }: AddOriginProps) {
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState(false)
  const adding = useAction(async (origin: string) => {
    await add(origin)
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
        else void adding.run(origin)
      }}
    >
      <h2>{title}</h2>
      <p className="quiet">{note}</p>
      <Field id={`${name}-origin`} label={t('pose_address')} {...(wrong ? { error: t('pose_address_wrong') } : {})}>
        <input
          ref={input}
          id={`${name}-origin`}
          className="input"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          placeholder="https://"
          data-testid={`${name}-origin`}
          aria-invalid={wrong}
        />
      </Field>
      <div className="page-actions">
        <button type="submit" className="button button-small" data-testid={`${name}-add`} aria-disabled={adding.busy}>
          {button}
        </button>
      </div>
      <FailureNotice failure={adding.failure} />
    </form>
  )
}
