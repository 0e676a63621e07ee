import type { Clock } from '@/lib/base/clock'
import { type ReadSiteAccess, toldAccounts } from '@/lib/decisions/sites/site-access'
import { isMuted } from '@/lib/decisions/sites/sites'
import type { RequestRecord } from '@/lib/storage/records'
import { alreadyPending, muted, toDappError, unauthorized, userRejected } from './errors'
import type { Requests } from './requests'
import type { MethodCall } from './types'

/** Requests for accounts of connected sites that came while the wallet was locked. Only the unlock answers them. */
export interface UnlockRequests {
  /**
   * Adds a request and shows the window.
   * @throws ProviderError −32002 if the site has one waiting, −32005 if it is muted, 4001 if its page has left
   */
  add(call: Pick<MethodCall, 'key' | 'frame' | 'record'>): void
  isEmpty(): boolean
  /** Call after the unlock: answers each request with the accounts the site sees. */
  answer(): Promise<void>
  /**
   * Refuses requests, including those that a stopped worker left waiting.
   * @returns the origins of the refused requests
   */
  refuse(isMeant: (row: RequestRecord) => boolean): Promise<string[]>
  /** Call after a document is gone: refuses its requests. */
  left(documentId: string): void
}

export function createUnlockRequests(parts: {
  accessOf: ReadSiteAccess
  clock: Clock
  isOpen(documentId: string): boolean
  /** True if a request is running in this worker's life. */
  isRunning(key: string): boolean
  requests: Requests
  showWindow(): void
}): UnlockRequests {
  const { accessOf, clock, isOpen, isRunning, requests, showWindow } = parts
  /** By request key. */
  const waiting = new Map<string, { origin: string; documentId: string }>()
  const refusal = { error: toDappError(userRejected()) }

  return {
    add({ key, frame: { origin, documentId }, record }) {
      if (isMuted(record, clock.now())) throw muted()
      // The document may have closed before the request was added: `left` would not find it any more.
      if (!isOpen(documentId)) throw userRejected()
      if ([...waiting.values()].some(other => other.origin === origin)) throw alreadyPending()
      waiting.set(key, { origin, documentId })
      showWindow()
    },
    isEmpty: () => waiting.size === 0,
    async answer() {
      const all = [...waiting]
      waiting.clear()
      for (const [key, { origin }] of all) {
        const { accounts } = await accessOf(origin)
        const told = toldAccounts(accounts)
        await requests.answer(key, told.length > 0 ? { result: told } : { error: toDappError(unauthorized()) })
      }
    },
    async refuse(isMeant) {
      const origins: string[] = []
      for (const row of (await requests.unanswered()).filter(isMeant)) {
        const { key, origin, approvalId, method } = row
        const isLeftOver = approvalId === null && method === 'eth_requestAccounts' && !isRunning(key)
        if (!waiting.delete(key) && !isLeftOver) continue
        origins.push(origin)
        await requests.answer(key, refusal)
      }
      return origins
    },
    left(documentId) {
      for (const [key, frame] of waiting) {
        if (frame.documentId !== documentId) continue
        waiting.delete(key)
        void requests.answer(key, refusal)
      }
    },
  }
}
