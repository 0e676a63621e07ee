import { useRef, useState } from 'react'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { originOf } from './origin'

/** For a site that finds no wallet but MetaMask, and therefore never asks and stands in no list. */
export function AddPosing() {
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState(false)
  const add = useAction(async (origin: string) => {
    await client.call('site.pose', { origin, as: 'metamask' })
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
      <h2>{t('pose_title')}</h2>
      <p className="quiet">{t('pose_note')}</p>
      <Field id="pose-origin" label={t('pose_address')} {...(wrong ? { error: t('pose_address_wrong') } : {})}>
        <input
          ref={input}
          id="pose-origin"
          className="input"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          placeholder="https://"
          data-testid="pose-origin"
          aria-invalid={wrong}
        />
      </Field>
      <div className="page-actions">
        <button type="submit" className="button button-small" data-testid="pose-add" aria-disabled={add.busy}>
          {t('pose_add')}
        </button>
      </div>
      <FailureNotice failure={add.failure} />
    </form>
  )
}
