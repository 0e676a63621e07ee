import type { ReactNode } from 'react'
import { classes } from './Button'

interface SettingProps {
  /** `label`: a press on the words is one on the control. */
  as?: 'div' | 'label'
  label: ReactNode
  /** Under the label: what it means. */
  note?: ReactNode
  className?: string
  testId?: string
  /** What changes it, at the end of the line. */
  children: ReactNode
}

/** A line of settings with its control at the end. */
export function Setting({ as: Tag = 'div', label, note, className, testId, children }: SettingProps) {
  return (
    <Tag className={classes('setting', className)} data-testid={testId}>
      <Words label={label} note={note} />
      {children}
    </Tag>
  )
}

interface SwitchProps {
  label: string
  note: string
  checked: boolean
  disabled: boolean
  testId?: string | undefined
  onChange(checked: boolean): void
}

/** A setting that is on or off. */
export function Switch({ label, note, checked, disabled, testId, onChange }: SwitchProps) {
  return (
    <Setting as="label" label={label} note={note}>
      <input
        type="checkbox"
        className="switch"
        role="switch"
        data-testid={testId}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
    </Setting>
  )
}

function Words({ label, note }: Pick<SettingProps, 'label' | 'note'>) {
  return (
    <span>
      {label}
      {note !== undefined && <span className="setting-note">{note}</span>}
    </span>
  )
}
