import { type ReactNode, useRef } from 'react'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { PasswordField } from '@/components/elements/PasswordField'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'

interface PasswordFormProps {
  /** Of the field. */
  id: string
  /** What the button does. */
  action: string
  testId?: string
  isPrimary?: boolean
  /** What stands above the field. */
  children: ReactNode
  /** With what was typed, which is in no field any more by then. */
  onPassword(password: string): Promise<void>
}

/** Asks for the password again, before something is done that only its owner may. */
export function PasswordForm({ id, action, testId, isPrimary = true, children, onPassword }: PasswordFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const submit = useAction(async () => {
    const password = input.current?.value ?? ''
    if (password === '') return
    if (input.current !== null) input.current.value = ''
    await onPassword(password)
  })
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        void submit.run()
      }}
    >
      {children}
      <PasswordField id={id} label={t('password')} inputRef={input} autoFocus />
      <button
        type="submit"
        className={isPrimary ? 'button button-primary button-wide' : 'button button-wide'}
        data-testid={testId}
        disabled={submit.busy}
        aria-busy={submit.busy}
      >
        {submit.busy ? t('unlock_busy') : action}
      </button>
      <FailureNotice failure={submit.failure} />
    </form>
  )
}
