interface SearchFieldProps {
  /** Names the list that is searched. The empty field shows the label too. */
  label: string
  value: string
  testId?: string
  onChange(text: string): void
}

/** A field that narrows a list while one types. */
export function SearchField({ label, value, testId, onChange }: SearchFieldProps) {
  return (
    <input
      type="search"
      className="input"
      aria-label={label}
      placeholder={label}
      data-testid={testId}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

/** Whether each word of a typed text is in one of the facts. */
export function isFound(text: string, facts: readonly string[]): boolean {
  const known = facts.join(' ').toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every(word => known.includes(word))
}
