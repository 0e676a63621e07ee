import { useRef, useState } from 'react'
import { t } from '@/components/app'
import { PasswordField } from '@/components/elements'
import { leastPasswordLength, passwordStrength, type Strength } from './password-strength'
import './keys.css'

const hints = {
  'too-short': 'password_too_short',
  weak: 'password_weak',
  fair: 'password_fair',
  strong: 'password_strong',
} as const satisfies Record<Strength, string>

/** The two fields of a new password, and the function that takes it out of them. It is stored nowhere else. */
export function useNewPassword() {
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const [strength, setStrength] = useState<Strength | null>(null)
  const [complaint, setComplaint] = useState<'short' | 'different' | null>(null)

  /** The password, with both fields emptied; `null` after showing what is wrong with it. */
  function take(): string | null {
    const password = first.current?.value ?? ''
    if (password.length < leastPasswordLength) {
      setComplaint('short')
      first.current?.focus()
      return null
    }
    if (password !== second.current?.value) {
      setComplaint('different')
      second.current?.focus()
      return null
    }
    for (const field of [first, second]) {
      if (field.current !== null) field.current.value = ''
    }
    setStrength(null)
    return password
  }

  const fields = (
    <>
      <PasswordField
        id="password"
        label={t('password_new')}
        inputRef={first}
        isNew
        error={complaint === 'short' ? t('failure_password_too_short') : undefined}
        hint={
          <span className="strength" data-strength={strength ?? undefined}>
            <span className={`strength-bar strength-${strength ?? 'none'}`} aria-hidden="true" />
            <span role="status">{strength === null ? t('password_length') : t(hints[strength])}</span>
          </span>
        }
        onInput={value => {
          setStrength(value === '' ? null : passwordStrength(value))
          setComplaint(null)
        }}
      />
      <PasswordField
        id="password-repeat"
        label={t('password_repeat')}
        inputRef={second}
        isNew
        error={complaint === 'different' ? t('password_different') : undefined}
        onInput={() => {
          if (complaint === 'different') setComplaint(null)
        }}
      />
    </>
  )
  return { fields, take }
}
