import type { FollowedLink } from './followed-link'

/** The properties of a page of the desk. */
export interface DeskPageProps {
  /** Called with a new approval of the wallet's own, to show it. */
  onProposed(approvalId: string): void
  /** Given to the page that takes it; the page is made anew for another one. */
  followed?: FollowedLink | undefined
}
