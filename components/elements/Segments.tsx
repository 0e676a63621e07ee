import './segments.css'

interface SegmentsProps<Value extends string> {
  /** For those who do not see it. */
  label: string
  name: string
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChange(value: NoInfer<Value>): void
}

/** A choice of one out of a few, all of them in sight. */
export function Segments<Value extends string>({ label, name, choices, value, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {choices.map(choice => (
        <label key={choice.value} className="segment">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
