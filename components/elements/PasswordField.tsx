import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import type { ReactNode, Ref } from 'react'
import { useState } from 'react'
import { t } from '@/components/i18n'
import { Field } from './Field'

interface PasswordFieldProps {
  id: string
  label: string
  /** The value stays in the element: it is read when it is used and never becomes state. */
  inputRef: Ref<HTMLInputElement>
  hint?: ReactNode
  error?: ReactNode
  autoFocus?: boolean
  isNew?: boolean
  testId?: string
  onInput?: (value: string) => void
}

export function PasswordField({
  id,
  label,
  inputRef,
  hint,
  error,
  autoFocus,
  isNew,
  testId,
  onInput,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <span className="input-with-button">
        <input
          id={id}
          ref={inputRef}
          className="input"
          type={shown ? 'text' : 'password'}
          // `new-password` is the value browsers honour for «never fill this in».
          autoComplete={isNew === true ? 'new-password' : 'off'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the one thing this screen is for
          autoFocus={autoFocus}
          maxLength={1024}
          aria-describedby={`${id}-note`}
          aria-invalid={error ? true : undefined}
          data-testid={testId ?? id}
          onInput={event => onInput?.(event.currentTarget.value)}
        />
        <button
          type="button"
          className="icon-button"
          aria-pressed={shown}
          aria-label={shown ? t('password_hide') : t('password_show')}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
        </button>
      </span>
    </Field>
  )
}
