import type { AmountEntry } from './amount-entry'
import { TextField, type TextFieldProps } from './TextField'

interface AmountFieldProps
  extends Pick<
    TextFieldProps,
    'label' | 'hint' | 'error' | 'aside' | 'id' | 'testId' | 'end' | 'large' | 'readOnly' | 'placeholder'
  > {
  entry: AmountEntry
  onChange(text: string): void
}

/**
 * An amount in its unit. `error` is for an amount that can be read but is not allowed here; `end`, in place of the
 * unit.
 */
export function AmountField({ entry, error, end = entry.unit.symbol, ...rest }: AmountFieldProps) {
  return <TextField {...rest} kind="decimal" maxLength={90} value={entry.text} end={end} error={entry.error ?? error} />
}
