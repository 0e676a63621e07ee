import { createContext, type ReactNode, use, useEffect } from 'react'
import { type Action, useAction } from '@/components/use-action'
import { Button, type ButtonProps, Buttons, classes } from './Button'
import { FailureNotice } from './FailureNotice'

interface FormState extends Pick<Action<[], unknown>, 'busy' | 'failure' | 'clear'> {
  isReady: boolean
}
const FormContext = createContext<FormState>({ busy: false, failure: null, clear: () => undefined, isReady: false })

interface FormProps extends Pick<ButtonProps, 'look' | 'size' | 'busyWords' | 'testId'> {
  /** What the button says. Without it the children contain a `Submit`. */
  button?: ReactNode
  /** Beside the button. */
  beside?: ReactNode
  /** Runs once at a time. What it throws is shown above the button. */
  submit(): Promise<unknown>
  /** Whether everything needed is filled in; nothing is submitted before. */
  isReady?: boolean
  /** Submits once by itself, for a form that comes filled in. */
  submitAtOnce?: boolean
  /** Drawn as a card, with this heading. */
  card?: boolean
  title?: string
  className?: string
  /** A function is given the state of the form and shows its failure itself. */
  children?: ReactNode | ((form: FormState) => ReactNode)
}

/** A form: fields, one button that submits them, busy while that runs, and why it failed. */
export function Form({
  button,
  beside,
  submit,
  isReady = true,
  submitAtOnce = false,
  card = false,
  title,
  className,
  children,
  look = 'primary',
  ...rest
}: FormProps) {
  const action = useAction(submit)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    if (submitAtOnce) void action.run()
  }, [])
  const state = { ...action, isReady }
  const shown = <Submit look={look} {...rest} label={button} />
  return (
    <FormContext value={state}>
      <form
        className={classes('form', card && 'card card-body', className)}
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault()
          if (isReady) void action.run()
        }}
      >
        {title !== undefined && <h2>{title}</h2>}
        {typeof children === 'function' ? children(state) : children}
        {typeof children !== 'function' && <FailureNotice failure={action.failure} />}
        {button !== undefined &&
          (beside === undefined ? (
            shown
          ) : (
            <Buttons>
              {shown}
              {beside}
            </Buttons>
          ))}
      </form>
    </FormContext>
  )
}

/** The button that submits the form around it. */
export function Submit(props: Omit<ButtonProps, 'type' | 'disabled' | 'busy' | 'action'>) {
  const { busy, isReady } = use(FormContext)
  return <Button {...props} type="submit" disabled={!isReady} busy={busy} />
}
