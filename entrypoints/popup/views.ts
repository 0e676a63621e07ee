/** What the popup shows, with what the view needs to know. */
export type View =
  | { name: 'overview' }
  | { name: 'send' }
  | { name: 'receive' }
  | { name: 'tokens' }
  | { name: 'review'; approvalId: string | null }
  | { name: 'transaction'; id: string }
  | { name: 'arrival'; id: string }
