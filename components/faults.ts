import { describeFault } from '@/lib/base/describe-fault'
import { Failure } from '@/lib/base/failure'
import type { Client } from './client'

/** Tells the worker's fault log of an error of this page. Never throws. */
export type ReportFault = (error: unknown) => void

/** A page that goes wrong in every frame tells of it so often. */
const mostReports = 100

/**
 * The page's way to the fault log. What the worker itself answered is left out: it knows.
 * @param ownOrigin origin of the extension with its final slash
 */
export function createFaultReporter(client: Pick<Client, 'call'>, ownOrigin: string): ReportFault {
  let reports = 0
  return error => {
    if (error instanceof Failure && error.code !== 'worker-restarted') return
    reports += 1
    if (reports > mostReports) return
    // Without a worker nobody is left to tell, and a report of that would end the same way.
    client.call('fault.report', describeFault(error, ownOrigin)).catch(() => undefined)
  }
}

/** What nothing in the page caught, promises that were not awaited included. */
export function reportUncaught(page: Window, report: ReportFault): void {
  page.addEventListener('error', event => report(event.error ?? event.message))
  page.addEventListener('unhandledrejection', event => report(event.reason))
}
