import type { ApprovalKind, ApprovalStatus } from '@/lib/language/requests'

/** Key in local storage: true while the setting `developerPanel` is on. */
export const developerPanelKey = 'developerPanel'

/**
 * What pages asked the wallet and what they were told, for the panel in the browser's developer tools. Times are ms
 * since the epoch.
 */
export interface RequestLogView {
  /** Since when it is written; `null` while the setting `developerPanel` is off. */
  since: number | null
  /** The newest 200, oldest first. */
  entries: readonly (RequestEntryView | EventEntryView)[]
}

interface EntryView {
  /** Counted from 1 in the life of one worker. */
  number: number
  at: number
  tabId: number | null
  /** The origin of the frame. */
  origin: string
}

/** A request of a page, as the page sent it. */
export interface RequestEntryView extends EntryView {
  kind: 'request'
  method: string
  params: LoggedText
  /** `null` while the request has none. */
  answer: { at: number; isError: boolean; value: LoggedText } | null
  /** The decisions that the request led to, in their order. */
  decisions: readonly { id: string; kind: ApprovalKind; status: ApprovalStatus; at: number }[]
  /** The transactions that the request made, and when each reached its levels. */
  transactions: readonly { id: string; hash: string; levels: readonly { level: string; at: number }[] }[]
}

/** What a page was told without a request: its accounts and chain, or a message of a subscription. */
export interface EventEntryView extends EntryView {
  kind: 'event'
  event: 'state' | 'message'
  value: LoggedText
}

/** JSON text, cut after 300 characters. */
export interface LoggedText {
  text: string
  /** The length of the whole text, in UTF-16 units. */
  length: number
}
