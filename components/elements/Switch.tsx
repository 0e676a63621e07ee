interface SwitchProps {
  label: string
  note: string
  checked: boolean
  disabled: boolean
  testId?: string | undefined
  onChange(checked: boolean): void
}

/** One line of settings that is on or off, with what that means under its words. */
export function Switch({ label, note, checked, disabled, testId, onChange }: SwitchProps) {
  return (
    <label className="setting">
      <span>
        {label}
        <span className="setting-note">{note}</span>
      </span>
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
    </label>
  )
}
