import { lowerMedian } from '@/lib/base/median'
import type { FaultView, NetworkFaultsView } from '@/lib/language/faults'

export interface ReportParts {
  version: string
  /** The browser's own name for itself. */
  browser: string
  language: string
  /** ms since the epoch */
  savedAt: number
  faults: readonly FaultView[]
  /** `null` where the worker could not say: the wallet is locked, or its database cannot be opened. */
  networks: readonly NetworkFaultsView[] | null
  timings: PageTimings
}

/** Times of the page that saves the report, in ms. */
export interface PageTimings {
  /** From opening the page to its first content. */
  firstPaintMs: number | null
  /** From a push reaching the worker to its change on the screen. */
  pushToPaint: { count: number; medianMs: number } | null
}

/**
 * The text of the file that a person sends with a problem report. Each field is named here: what a view gets in later
 * is not in the file until it is written down here too.
 */
export function reportText({ version, browser, language, savedAt, faults, networks, timings }: ReportParts): string {
  const file = {
    format: 'prelude-report',
    formatVersion: 1,
    savedAt: new Date(savedAt).toISOString(),
    version,
    browser,
    language,
    networks:
      networks?.map(({ networkId, chainId, source, testing, regime, preconfirmed, sealed, endpoints }) => ({
        networkId,
        chainId,
        source,
        testing,
        regime,
        preconfirmed,
        sealed,
        endpoints: endpoints.map(({ state, error, latencyMs, socket }) => ({ state, error, latencyMs, socket })),
      })) ?? null,
    timings,
    faults: faults.map(({ where, kind, cause, message, code, position, networkId, firstAt, at, count }) => ({
      where,
      kind,
      cause,
      message,
      code,
      position,
      networkId,
      first: new Date(firstAt).toISOString(),
      last: new Date(at).toISOString(),
      count,
    })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Read from the page's own measurements. */
export function timingsOf(page: Pick<Performance, 'getEntriesByName'>): PageTimings {
  const [firstPaint] = page.getEntriesByName('first-contentful-paint')
  const pushes = page.getEntriesByName('push-to-paint').map(({ duration }) => duration)
  const medianMs = lowerMedian(pushes)
  return {
    firstPaintMs: firstPaint === undefined ? null : Math.round(firstPaint.startTime),
    pushToPaint: medianMs === undefined ? null : { count: pushes.length, medianMs: Math.round(medianMs * 10) / 10 },
  }
}
