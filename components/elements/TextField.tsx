import type { DOMAttributes, ReactNode, Ref } from 'react'
import { classes } from './Button'
import { Field, type FieldProps } from './Field'

type Control = HTMLInputElement | HTMLTextAreaElement

/** What is typed: `code` and `url` read from left to right in every language. */
type Kind = 'text' | 'code' | 'decimal' | 'number' | 'url'

export interface TextFieldProps extends FieldProps, Pick<DOMAttributes<Control>, 'onBlur' | 'onKeyDown' | 'onPaste'> {
  value: string
  onChange(text: string): void
  kind?: Kind
  /** Longest text, in characters. */
  maxLength?: number
  /** More than one makes a text area. */
  rows?: number
  placeholder?: string
  /** At the end of the control: a unit, a list of units, a button. */
  end?: ReactNode
  /** For the figure a screen is about. */
  large?: boolean
  autoFocus?: boolean
  readOnly?: boolean
  inputRef?: Ref<HTMLInputElement>
}

const kinds = {
  text: { inputMode: 'text' },
  code: { inputMode: 'text', dir: 'ltr', autoCapitalize: 'none' },
  decimal: { inputMode: 'decimal' },
  number: { inputMode: 'numeric' },
  url: { inputMode: 'url', dir: 'ltr', autoCapitalize: 'none' },
} as const

/** A line of text, or several, with its label and its note. The browser neither completes nor spell-checks it. */
export function TextField({
  label,
  hint,
  error,
  aside,
  id,
  testId,
  kind = 'text',
  maxLength = 200,
  rows = 1,
  end,
  large = false,
  onChange,
  inputRef,
  ...rest
}: TextFieldProps) {
  const common = {
    ...rest,
    ...kinds[kind],
    className: classes('input', kind === 'code' && 'input-code', large && 'input-large'),
    autoComplete: 'off',
    spellCheck: false,
    maxLength,
    'data-testid': testId,
    onChange: (event: { target: Control }) => onChange(event.target.value),
  }
  return (
    <Field label={label} hint={hint} error={error} aside={aside} id={id}>
      {control => {
        if (rows > 1) return <textarea {...common} {...control} rows={rows} />
        const input = <input {...common} {...control} ref={inputRef} />
        if (end == null) return input
        return (
          <span className="input-with-unit">
            {input}
            {typeof end === 'string' ? <span className="input-unit">{end}</span> : end}
          </span>
        )
      }}
    </Field>
  )
}
