import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'

export type Tone = 'note' | 'caution' | 'danger'

const icons = { note: Info, caution: TriangleAlert, danger: CircleAlert }

interface NoticeProps {
  tone: Tone
  children: ReactNode
  live?: boolean
  /** The code of the failure that it tells. */
  failure?: string
}

/** Something to know. The tone is in the icon and the words too, not in the colour alone. */
export function Notice({ tone, children, live = false, failure }: NoticeProps) {
  const Icon = icons[tone]
  const role = live ? (tone === 'danger' ? 'alert' : 'status') : undefined
  return (
    <div className={`notice notice-${tone}`} role={role} data-failure={failure}>
      <Icon size={16} aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
