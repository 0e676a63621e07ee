import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { Action } from '@/components/use-action'

/** A lucide icon, or a drawing that takes the same properties. */
export type Icon = ComponentType<{ size?: number; className?: string; 'aria-hidden'?: 'true' }>

type Look = 'plain' | 'primary' | 'danger' | 'danger-quiet' | 'quiet' | 'link' | 'row' | 'icon'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'aria-disabled' | 'aria-busy'> {
  /** `row`: as wide as its place, for what opens from a list. `icon`: a square for one icon. */
  look?: Look
  /** Its words. What has more than words is given as children. */
  label?: ReactNode
  size?: 'small' | 'large' | undefined
  /** The button fills the width of its place. */
  wide?: boolean
  icon?: Icon
  iconSize?: number
  /** Read out after the words, to tell apart buttons with the same words. */
  about?: string | undefined
  /** Pressing it does nothing. It keeps the focus and is still read out. */
  disabled?: boolean
  /** The button is disabled, and announced as busy. */
  busy?: boolean
  /** In place of the children while busy. */
  busyWords?: string | undefined
  /** Run by a press; the button is busy until it ends. */
  action?: Pick<Action<[], unknown>, 'run' | 'busy'>
  testId?: string | undefined
}

/** A button. While `disabled` or `busy` it ignores presses but can be reached, so that the focus never gets lost. */
export function Button({
  look = 'plain',
  label,
  size,
  wide = false,
  icon: Mark,
  iconSize = size === 'small' ? 14 : 16,
  about,
  disabled,
  action,
  busy = action?.busy,
  busyWords,
  testId,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isIdle = disabled === true || busy === true
  return (
    <button
      {...rest}
      type={type}
      className={classes(baseClass[look], size && `button-${size}`, wide && 'button-wide', className)}
      data-testid={testId}
      aria-disabled={disabled === undefined && busy === undefined ? undefined : isIdle}
      aria-busy={busy}
      onClick={event => {
        if (isIdle) {
          event.preventDefault()
          return
        }
        if (action !== undefined) void action.run()
        onClick?.(event)
      }}
    >
      {Mark !== undefined && <Mark size={iconSize} aria-hidden="true" />}
      {busy === true && busyWords !== undefined ? busyWords : (label ?? children)}
      {about !== undefined && <span className="visually-hidden"> {about}</span>}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'look' | 'label' | 'size' | 'wide' | 'about'> {
  icon: Icon
  /** Its name, also shown as a tooltip. */
  label: string
}

/** A square button with an icon in place of words. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <Button {...rest} look="icon" aria-label={label} title={label} />
}

/** Buttons side by side, on further lines where they do not fit. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className="buttons">{children}</div>
}

const baseClass: Record<Look, string> = {
  plain: 'button',
  primary: 'button button-primary',
  danger: 'button button-danger',
  'danger-quiet': 'button button-danger-quiet',
  quiet: 'button button-quiet',
  link: 'link',
  row: 'button-row',
  icon: 'icon-button',
}

/** The class names that apply, for `className`. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
