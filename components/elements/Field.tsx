import type { ReactNode } from 'react'

interface FieldProps {
  id: string
  label: string
  hint?: ReactNode
  error?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/** A label, its control and one line under it that is always there, so that nothing moves when it says something. */
export function Field({ id, label, hint, error, aside, children }: FieldProps) {
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children}
      <p
        id={`${id}-note`}
        className={error ? 'field-note field-error' : 'field-note'}
        role={error ? 'alert' : undefined}
      >
        {error ?? hint ?? '\u00a0'}
      </p>
    </div>
  )
}
