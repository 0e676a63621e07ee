import type { ReactNode } from 'react'

/** A name and its value. */
export function Row({
  label,
  children,
  stacked = false,
}: {
  label: ReactNode
  children: ReactNode
  stacked?: boolean
}) {
  return (
    <div className={stacked ? 'row row-stacked' : 'row'}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
