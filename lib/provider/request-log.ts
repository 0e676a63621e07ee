import { approvalOfRow } from '@/lib/activity/sending/calls'
import type { Clock } from '@/lib/base/clock'
import { createListeners } from '@/lib/base/listeners'
import type { Approval } from '@/lib/decisions/approvals/types'
import type { SiteFrame } from '@/lib/decisions/sites/site-frame'
import type { DappMessage, DappRequest } from '@/lib/language/dapp'
import type { EventEntryView, LoggedText, RequestEntryView, RequestLogView } from '@/lib/language/request-log'
import type { TransactionRecord } from '@/lib/storage/records'
import { requestKey } from './requests'

/** What passes between pages and the provider, in both directions. */
export interface PageTraffic {
  received(frame: SiteFrame, request: DappRequest): void
  sent(frame: SiteFrame, message: DappMessage): void
}

/**
 * Requests of pages, their answers, and what followed from them, for the developer tools. Kept in memory only, and only
 * while the person wants it.
 */
export interface RequestLog extends PageTraffic {
  /**
   * Starts or ends the writing; the end deletes all entries. What came before the first call is kept until then: a
   * page's request may be what started the worker.
   */
  write(isWanted: boolean): void
  decided(approval: Pick<Approval, 'id' | 'requestKey' | 'request' | 'status'>): void
  moved(row: Pick<TransactionRecord, 'id' | 'hash' | 'level' | 'ended'>): void
  view(): RequestLogView
  /** The whole texts of an entry, each cut after 10,000 characters; `null` for an entry that is gone. */
  read(number: number): { params: string; answer: string | null } | null
  /** Called at most ten times a second. */
  onChange(listener: () => void): () => void
}

interface Entry<View> {
  view: View
  /** For a request: the key of its answer and its decisions. */
  key: string | null
  params: string
  answer: string | null
}

const most = 200
const longestText = 10_000
const longestShown = 300
const toldEveryMs = 100

export function createRequestLog(clock: Clock): RequestLog {
  const listeners = createListeners<[]>()
  let entries: Entry<RequestEntryView | EventEntryView>[] = []
  let state: 'undecided' | 'on' | 'off' = 'undecided'
  let since = clock.now()
  let last = 0
  let isTelling = false

  function changed(): void {
    if (isTelling) return
    isTelling = true
    clock.after(toldEveryMs, () => {
      isTelling = false
      listeners.tell()
    })
  }

  function add(entry: Entry<RequestEntryView | EventEntryView>): void {
    entries = [...entries.slice(1 - most), entry]
    changed()
  }

  const head = ({ tabId, origin }: SiteFrame) => ({ number: ++last, at: clock.now(), tabId, origin })

  /** Replaces what is shown of the newest request for which this holds. */
  function change(
    holds: (entry: Entry<RequestEntryView>) => boolean,
    next: (view: RequestEntryView) => RequestEntryView,
  ): Entry<RequestEntryView> | undefined {
    const found = entries.findLast((entry): entry is Entry<RequestEntryView> => isRequest(entry) && holds(entry))
    if (found === undefined) return undefined
    found.view = next(found.view)
    changed()
    return found
  }

  function answered(frame: SiteFrame, id: string, isError: boolean, value: unknown): void {
    const text = textOf(value)
    const found = change(
      ({ key, view }) => key === requestKey(frame.origin, id) && view.answer === null,
      view => ({ ...view, answer: { at: clock.now(), isError, value: shown(text) } }),
    )
    if (found !== undefined) found.answer = text.slice(0, longestText)
  }

  return {
    write(isWanted) {
      const next = isWanted ? 'on' : 'off'
      if (next === state) return
      if (next === 'off') entries = []
      else if (state === 'off') since = clock.now()
      state = next
      changed()
    },
    received(frame, { id, method, params }) {
      if (state === 'off') return
      const key = requestKey(frame.origin, id)
      // The same request again, over a new port: it is in the log already.
      if (entries.some(entry => entry.key === key)) return
      const text = params === undefined ? '' : textOf(params)
      add({
        view: {
          ...head(frame),
          kind: 'request',
          method: typeof method === 'string' ? method.slice(0, longestShown) : textOf(method).slice(0, longestShown),
          params: shown(text),
          answer: null,
          decisions: [],
          transactions: [],
        },
        key,
        params: text.slice(0, longestText),
        answer: null,
      })
    },
    sent(frame, message) {
      if (state === 'off') return
      if (message.kind === 'result') answered(frame, message.id, false, message.result)
      else if (message.kind === 'error') answered(frame, message.id, true, message.error)
      else {
        const { kind, ...told } = message
        const text = textOf(message.kind === 'message' ? message.message : told)
        const view: EventEntryView = { ...head(frame), kind: 'event', event: kind, value: shown(text) }
        add({ view, key: null, params: '', answer: text.slice(0, longestText) })
      }
    },
    decided({ id, requestKey: key, request, status }) {
      if (state === 'off' || key === null) return
      change(
        entry => entry.key === key,
        view => {
          const known = view.decisions.find(decision => decision.id === id)
          if (known?.status === status) return view
          const decision = { id, kind: request.kind, status, at: clock.now() }
          return { ...view, decisions: [...view.decisions.filter(other => other !== known), decision] }
        },
      )
    },
    moved({ id, hash, level, ended }) {
      if (state === 'off') return
      const reached = { level: ended ?? level, at: clock.now() }
      change(
        ({ view, answer }) => view.decisions.some(made => made.id === approvalOfRow(id)) || answer === `"${hash}"`,
        view => {
          const known = view.transactions.find(transaction => transaction.id === id)
          if (known?.levels.at(-1)?.level === reached.level) return view
          const next = { id, hash, levels: [...(known?.levels ?? []), reached] }
          return {
            ...view,
            transactions:
              known === undefined
                ? [...view.transactions, next]
                : view.transactions.map(other => (other === known ? next : other)),
          }
        },
      )
    },
    view: () => (state === 'on' ? { since, entries: entries.map(({ view }) => view) } : { since: null, entries: [] }),
    read(number) {
      const entry = state === 'on' ? entries.find(({ view }) => view.number === number) : undefined
      return entry === undefined ? null : { params: entry.params, answer: entry.answer }
    },
    onChange: listeners.add,
  }
}

function isRequest(entry: Entry<RequestEntryView | EventEntryView>): entry is Entry<RequestEntryView> {
  return entry.view.kind === 'request'
}

function shown(text: string): LoggedText {
  return { text: text.slice(0, longestShown), length: text.length }
}

/** The value as JSON. Everything that passes a port has come from JSON, or goes out as JSON. */
function textOf(value: unknown): string {
  return JSON.stringify(value) ?? ''
}
