/** The properties of a page of the desk. `onProposed` is called with a new approval of the wallet's own, to show it. */
export interface DeskPageProps {
  onProposed(approvalId: string): void
}
