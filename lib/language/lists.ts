import type { ListKind } from '@/lib/base/list-kind'
import type { DescriptorFileView, FailureView } from './views'

/** A list that the person subscribed to or took from a file. */
export interface ListView {
  id: string
  kind: ListKind
  name: string
  /** The list's keeper; empty for a list that the person added. */
  keeper: string
  licence: string
  /** `null`: from a file. */
  url: string | null
  on: boolean
  /** ISO day of its content; `null` before it was fetched. */
  date: string | null
  count: number
  /** Size of the file, in bytes. */
  bytes: number
  /** Last time it was asked for, ms since the epoch. */
  checkedAt: number | null
  isFetching: boolean
  /** Why the last attempt failed. The content from before stays. */
  failure: FailureView | null
}

/** What a registry of clear-signing descriptors has for one contract or message. */
export interface DescriptorsView {
  /** Name of the list. */
  list: string
  /** ISO day of the list. */
  date: string
  /** Names of the files that are descriptors; the others are included by them. */
  descriptors: string[]
  files: DescriptorFileView[]
}

export interface ListsView {
  /** The list of fraudulent sites that is part of this version; `null` if it cannot be read. */
  bundled: { source: string; date: string; licence: string; count: number } | null
  lists: ListView[]
}
