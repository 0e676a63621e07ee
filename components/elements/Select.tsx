import type { ReactNode } from 'react'
import { classes } from './Button'
import { type ControlProps, Field, type FieldProps } from './Field'

type Value = string | number | null

export interface SelectProps<Chosen extends Value> {
  choices: readonly Choice<Chosen>[]
  value: Chosen
  onChange(value: NoInfer<Chosen>): void
  testId?: string | undefined
  busy?: boolean
  disabled?: boolean
  className?: string
}

interface Choice<Chosen> {
  value: Chosen
  label: string
  /** Choices with the same heading stand together under it. */
  group?: string | undefined
}

/**
 * A choice of one out of several, in a list that opens. `label` is only read out; with a label in sight use
 * `SelectField`.
 */
export function Select<Chosen extends Value>({
  label,
  control,
  choices,
  value,
  onChange,
  testId,
  busy,
  disabled,
  className,
}: SelectProps<Chosen> & { label?: string; control?: ControlProps }) {
  const groups = [...new Set(choices.map(({ group }) => group))]
  return (
    <select
      {...control}
      className={classes('input select', className)}
      aria-label={label}
      aria-busy={busy}
      data-testid={testId}
      disabled={disabled}
      value={value ?? ''}
      onChange={event => {
        const chosen = choices.find(choice => String(choice.value ?? '') === event.target.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      {groups.map(group => {
        const options = choices
          .filter(choice => choice.group === group)
          .map(choice => (
            <option key={choice.value} value={choice.value ?? ''}>
              {choice.label}
            </option>
          ))
        return group === undefined ? (
          options
        ) : (
          <optgroup key={group} label={group}>
            {options}
          </optgroup>
        )
      })}
    </select>
  )
}

/** A select with its label in sight. */
export function SelectField<Chosen extends Value>({
  label,
  hint,
  error,
  id,
  ...select
}: SelectProps<Chosen> & { label: ReactNode } & Omit<FieldProps, 'aside'>) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {control => <Select {...select} control={control} />}
    </Field>
  )
}
