import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type Ref, useState } from 'react'
import { t } from '@/components/i18n'
import { IconButton } from './Button'
import { Field, type FieldProps } from './Field'

interface PasswordFieldProps extends Omit<FieldProps, 'aside'> {
  id: string
  /** The value stays in the element: it is read when it is used and never becomes state. */
  inputRef: Ref<HTMLInputElement>
  autoFocus?: boolean
  isNew?: boolean
  onInput?: (value: string) => void
}

/** A password or key, hidden until the person wants to see it. */
export function PasswordField({ inputRef, autoFocus, isNew, testId, onInput, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...field}>
      {control => (
        <span className="input-with-button">
          <input
            {...control}
            ref={inputRef}
            className="input"
            type={shown ? 'text' : 'password'}
            // Browsers fill in a field marked `off`, but none marked `new-password`.
            autoComplete={isNew === true ? 'new-password' : 'off'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the one thing this screen is for
            autoFocus={autoFocus}
            maxLength={1024}
            data-testid={testId ?? field.id}
            onInput={event => onInput?.(event.currentTarget.value)}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? t('password_hide') : t('password_show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </Field>
  )
}
