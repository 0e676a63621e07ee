import { type ReactNode, useRef } from 'react'
import { t } from '@/components/app'
import { Form, PasswordField } from '@/components/elements'

interface PasswordFormProps {
  /** The id of the field. */
  id: string
  /** What the button says. */
  action: string
  testId?: string
  isPrimary?: boolean
  look?: 'danger'
  /** Above the field. */
  children: ReactNode
  /** Called with the password; the field is empty by then. */
  onPassword(password: string): Promise<void>
}

/** Asks for the password again, before something that only the owner may do. */
export function PasswordForm({ id, action, testId, isPrimary = true, look, children, onPassword }: PasswordFormProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Form
      button={action}
      busyWords={t('unlock_busy')}
      testId={testId}
      look={look ?? (isPrimary ? 'primary' : 'plain')}
      submit={async () => {
        const password = input.current?.value ?? ''
        if (password === '') return
        if (input.current !== null) input.current.value = ''
        await onPassword(password)
      }}
    >
      {children}
      <PasswordField id={id} label={t('password')} inputRef={input} autoFocus />
    </Form>
  )
}
