import type { ReactNode } from 'react'
import { t } from '@/components/app'
import { List } from '@/components/elements'
import type { FollowedLink } from './followed-link'

/** The properties of a page of the desk. */
export interface DeskPageProps {
  /** Given to the page that takes it; the page is made anew for another one. */
  followed?: FollowedLink | undefined
}

/** Shown in place of a page until its code and its first slice have loaded. */
export function DeskWait() {
  return (
    <p className="desk-wait quiet" aria-busy="true">
      <span className="visually-hidden">{t('loading')}</span>
    </p>
  )
}

interface HeadedListProps<Entry> {
  title: string
  testId?: string
  entries: readonly Entry[]
  children(entry: Entry): ReactNode
}

/** A list of the desk under its heading; nothing where there are no entries. */
export function HeadedList<Entry>({ title, testId, entries, children }: HeadedListProps<Entry>) {
  if (entries.length === 0) return null
  return (
    <>
      <h2 className="desk-heading">{title}</h2>
      <List testId={testId}>{entries.map(children)}</List>
    </>
  )
}
