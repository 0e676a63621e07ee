import { type ReactNode, useId } from 'react'

/** What ties a control to its label and its note. */
export interface ControlProps {
  id: string
  'aria-describedby': string
  'aria-invalid': true | undefined
}

export interface FieldProps {
  label: ReactNode
  /** One line under the control. */
  hint?: ReactNode
  /** In place of the hint, announced at once. */
  error?: ReactNode
  /** Beside the label. */
  aside?: ReactNode
  /** Made up where it is left out. */
  id?: string | undefined
  testId?: string | undefined
}

/** A label, its control and a note under it. The note keeps its line while it is empty, so that nothing moves. */
export function Field({
  label,
  hint,
  error,
  aside,
  id: given,
  children,
}: Omit<FieldProps, 'testId'> & { children: (control: ControlProps) => ReactNode }) {
  const made = useId()
  const id = given ?? made
  const isWrong = Boolean(error)
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': `${id}-note`, 'aria-invalid': isWrong || undefined })}
      <p
        id={`${id}-note`}
        className={isWrong ? 'field-note field-error' : 'field-note'}
        role={isWrong ? 'alert' : undefined}
      >
        {error ?? hint ?? '\u00a0'}
      </p>
    </div>
  )
}
