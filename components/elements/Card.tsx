import { type HTMLAttributes, type ReactNode, useId } from 'react'
import { classes } from './Button'

interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  as?: 'section' | 'div' | 'main' | 'li'
  /** Its heading, and its name for screen readers. */
  title?: ReactNode
  /** Beside the heading. */
  aside?: ReactNode
  testId?: string
}

/** A framed part of a page: with a title a section, named by it. */
export function Card({
  title,
  as: Tag = title === undefined ? 'div' : 'section',
  aside,
  testId,
  className,
  children,
  ...rest
}: CardProps) {
  const id = useId()
  const heading = title !== undefined && <h2 id={id}>{title}</h2>
  return (
    <Tag
      {...rest}
      className={classes('card card-body', className)}
      aria-labelledby={title === undefined ? rest['aria-labelledby'] : id}
      data-testid={testId}
    >
      {aside === undefined ? (
        heading
      ) : (
        <header className="section-head">
          {heading}
          {aside}
        </header>
      )}
      {children}
    </Tag>
  )
}

/** A framed list, each entry an `Item`. */
export function List({ testId, children }: { testId?: string | undefined; children: ReactNode }) {
  return (
    <ul className="card list" data-testid={testId}>
      {children}
    </ul>
  )
}

interface ItemProps extends HTMLAttributes<HTMLLIElement> {
  /** Before the text. */
  mark?: ReactNode
  /** After the text, on its line where there is room. */
  end?: ReactNode
  testId?: string
}

/** An entry of a list: a mark, its text in lines, and what can be done about it at the end. */
export function Item({ mark, end, testId, className, children, ...rest }: ItemProps) {
  return (
    <li {...rest} className={classes('item', className)} data-testid={testId}>
      {mark}
      <div className="item-body">{children}</div>
      {end}
    </li>
  )
}

/** What stands where a list has no entries: what would be there, and what to do next. */
export function EmptyState({ card = false, children }: { card?: boolean; children?: ReactNode }) {
  return <p className={card ? 'card empty' : 'empty'}>{children}</p>
}
