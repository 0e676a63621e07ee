import type { ReactNode } from 'react'
import { classes } from './Button'
import { Logo } from './Logo'

interface BeginningProps {
  as?: 'main' | 'div'
  title: string
  className?: string
  /** The size of the mark, in pixels. */
  size?: number
  children: ReactNode
}

/** A page with one thing to say: the mark, a heading, and what to do. */
export function Beginning({ as: Tag = 'main', title, className, size = 44, children }: BeginningProps) {
  return (
    <Tag className={classes('beginning', className)}>
      <Logo size={size} />
      <h1>{title}</h1>
      {children}
    </Tag>
  )
}
