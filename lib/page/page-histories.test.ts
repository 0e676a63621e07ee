import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAttendedAt, siteFrameOf } from '@/lib/decisions/sites/site-frame'
import type { DappRequest } from '@/lib/language/dapp'
import { type BridgePort, createBridge, isWithPerson } from './bridge'
import { reportOf } from './payment-look'

/**
 * Money moves without asking only for an active document that the person is looking at. Below is every such document's
 * way through a browser; above it the wallet's own code, from the page's script to what the worker makes of its sender.
 */

type Lifecycle = 'prerender' | 'active' | 'cached' | 'pending_deletion'
interface PageNow {
  lifecycle: Lifecycle
  visibilityState: DocumentVisibilityState
  hasBeenActive: boolean
}
type Step = 'open' | 'show' | 'hide' | 'touch' | 'keep' | 'restore' | 'discard' | 'ask'

/** The browser's actions on a document. An action that is impossible at that time does nothing. */
function after(page: PageNow, step: Step): PageNow {
  const isActive = page.lifecycle === 'active'
  if (step === 'open' && page.lifecycle === 'prerender')
    return { ...page, lifecycle: 'active', visibilityState: 'visible' }
  if (step === 'restore' && page.lifecycle === 'cached')
    return { ...page, lifecycle: 'active', visibilityState: 'visible' }
  if (step === 'discard') return { ...page, lifecycle: 'pending_deletion', visibilityState: 'hidden' }
  if (!isActive) return page
  if (step === 'show') return { ...page, visibilityState: 'visible' }
  if (step === 'hide') return { ...page, visibilityState: 'hidden' }
  if (step === 'keep') return { ...page, lifecycle: 'cached', visibilityState: 'hidden' }
  // Nobody clicks in what is not seen.
  return step === 'touch' && page.visibilityState === 'visible' ? { ...page, hasBeenActive: true } : page
}

const shop = 'https://shop.example'
const places = {
  'top page': { frameId: 0, top: `${shop}/cart` },
  'frame of the same site': { frameId: 3, top: `${shop}/cart` },
  'frame in another site': { frameId: 3, top: 'https://news.example/' },
  'frame whose top the browser does not tell': { frameId: 3, top: undefined },
} as const
type Place = keyof typeof places

const steps = fc.array(
  fc.constantFrom<Step>('open', 'show', 'hide', 'touch', 'keep', 'restore', 'discard', 'ask', 'ask'),
  { minLength: 1, maxLength: 20 },
)
const beginnings = fc.constantFrom<PageNow>(
  { lifecycle: 'prerender', visibilityState: 'hidden', hasBeenActive: false },
  // What Chromium says inside of a prerendered page is of no weight either way.
  { lifecycle: 'prerender', visibilityState: 'visible', hasBeenActive: false },
  { lifecycle: 'active', visibilityState: 'visible', hasBeenActive: false },
  { lifecycle: 'active', visibilityState: 'hidden', hasBeenActive: false },
)

describe('money moves without asking', () => {
  it('only for an active document that the person is looking at, and has touched', () => {
    const outcomes = new Set<string>()
    fc.assert(
      fc.property(
        beginnings,
        steps,
        fc.constantFrom(...(Object.keys(places) as Place[])),
        (beginning, taken, place) => {
          let page = beginning
          const { frameId, top } = places[place]
          const heard: { request: DappRequest; page: PageNow }[] = []
          const bridge = createBridge({
            connect: () =>
              ({
                postMessage: request => heard.push({ request: structuredClone(request), page }),
                disconnect: () => undefined,
                onMessage: { addListener: () => undefined },
                onDisconnect: { addListener: () => undefined },
              }) satisfies BridgePort,
            isAlive: () => true,
            isAttended: () => isWithPerson(page, page),
            toPage: () => undefined,
            later: () => undefined,
            onFirstUse: () => undefined,
          })
          for (const [id, step] of taken.entries()) {
            page = after(page, step)
            if (step === 'keep' && page.lifecycle === 'cached') bridge.putAway()
            if (step === 'restore' && page.lifecycle === 'active') bridge.restored()
            if (step === 'ask') bridge.fromPage(JSON.stringify([`${id}`, 'prelude_pay', []]))
          }
          for (const { request, page: then } of heard) {
            const frame = siteFrameOf(
              {
                ...{ id: 'us', origin: shop, frameId, documentId: 'd', documentLifecycle: then.lifecycle },
                tab: { id: 1, ...(top === undefined ? {} : { url: top }) },
              },
              'us',
            )
            const isPaid = frame !== null && isAttendedAt(frame, request.isAttended)
            const isLookedAt = then.lifecycle === 'active' && then.visibilityState === 'visible' && then.hasBeenActive
            const isOnTop = place === 'top page' || place === 'frame of the same site'
            outcomes.add(`${isPaid ? 'paid' : frame === null ? 'refused' : 'asked'}, ${place}`)
            if (isPaid) expect({ isLookedAt, isOnTop }).toEqual({ isLookedAt: true, isOnTop: true })
            // A request that waited for its page is as attended as when the page made it.
            if (then.lifecycle !== 'active') expect(frame).toBeNull()
          }
        },
      ),
      { numRuns: 3_000 },
    )
    expect([...outcomes].filter(each => each.startsWith('paid')).sort()).toEqual([
      'paid, frame of the same site',
      'paid, top page',
    ])
    expect(outcomes).toContain('asked, frame in another site')
  })

  it('for a navigation only where the person looks at the page and came from its own site, or loaded it anew', () => {
    fc.assert(
      fc.property(
        fc.record({
          type: fc.constantFrom<NavigationTimingType>('navigate', 'reload', 'back_forward'),
          referrer: fc.constantFrom('', `${shop}/`, 'https://news.example/', 'https://shop.example.evil.example/', 'x'),
          visibilityState: fc.constantFrom<DocumentVisibilityState>('visible', 'hidden'),
          hasFocus: fc.boolean(),
          responseStatus: fc.constantFrom(200, 402),
        }),
        ({ type, referrer, visibilityState, hasFocus, responseStatus }) => {
          const navigation = { type, responseStatus, serverTiming: [] }
          const report = reportOf(navigation, 1, { referrer, visibilityState, hasFocus: () => hasFocus }, shop)
          expect(report === null).toBe(responseStatus !== 402)
          const isLookedAt = visibilityState === 'visible' && hasFocus
          const isOwn = type === 'reload' || referrer === `${shop}/`
          if (report !== null) expect(report.isAttended).toBe(isLookedAt && isOwn)
        },
      ),
      { numRuns: 500 },
    )
  })
})
