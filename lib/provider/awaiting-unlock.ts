import type { RequestRecord } from '@/lib/database/records'
import type { Site } from '@/lib/sites/sender'
import { alreadyPending, toDappError, unauthorized, userRejected } from './errors'
import type { Requests } from './requests'
import type { MethodCall, SiteAccess } from './types'

/** Sites that are connected already, asked for their accounts while the wallet was locked, and only wait for the unlock. */
export interface AwaitingUnlock {
  /** @throws ProviderError −32002 where the site waits already */
  add(call: Pick<MethodCall, 'key' | 'site'>): void
  isEmpty(): boolean
  /** The wallet is open: each is told what it sees now. */
  answer(): Promise<void>
  /** The person will not. Also those that a worker before this one left waiting. Resolves with whose they were. */
  refuse(isMeant: (row: RequestRecord) => boolean): Promise<string[]>
  /** Their page is gone. */
  left(documentId: string): void
}

export function createAwaitingUnlock(parts: {
  requests: Requests
  standing(site: Site): Promise<SiteAccess>
  /** Whether a request is being worked on in this worker's life. */
  isUnderWay(key: string): boolean
}): AwaitingUnlock {
  const { requests, standing, isUnderWay } = parts
  const waiting = new Map<string, Site>()

  return {
    add({ key, site }) {
      if ([...waiting.values()].some(({ origin }) => origin === site.origin)) throw alreadyPending()
      waiting.set(key, site)
    },
    isEmpty: () => waiting.size === 0,
    async answer() {
      const all = [...waiting]
      waiting.clear()
      for (const [key, site] of all) {
        const { accounts } = await standing(site)
        await requests.answer(key, accounts.length > 0 ? { result: accounts } : { error: toDappError(unauthorized()) })
      }
    },
    async refuse(isMeant) {
      const origins: string[] = []
      for (const row of (await requests.unanswered()).filter(isMeant)) {
        const { key, origin, approvalId, method } = row
        const isLeftOver = approvalId === null && method === 'eth_requestAccounts' && !isUnderWay(key)
        if (!waiting.delete(key) && !isLeftOver) continue
        origins.push(origin)
        await requests.answer(key, { error: toDappError(userRejected()) })
      }
      return origins
    },
    left(documentId) {
      for (const [key, site] of waiting) {
        if (site.documentId !== documentId) continue
        waiting.delete(key)
        void requests.answer(key, { error: toDappError(userRejected()) })
      }
    },
  }
}
