import { browser } from 'wxt/browser'
import { regexOf, ruleIds, rulesOf } from '@/lib/payments/http402/carrying-rules'
import { isUnpaidPage } from '@/lib/payments/http402/shown-page'
import type { PaymentTransport, ShownPage } from '@/lib/payments/http402/types'
import type { PaymentRecord } from '@/lib/storage/payment-records'

/** A new tab that shows nothing by then is navigated as it is. */
const emptyWithinMs = 2_000

/**
 * Carries payments with declarativeNetRequest session rules, which end with the browser. A rule adds the payment header
 * to requests of one tab to one address, and marks the answer with the payment's id in `Server-Timing`, which the
 * page's navigation entry shows. The target of a redirect does not match and gets no payment. Only the request of a
 * page matches that has the payment's id as its fragment.
 */
export function createCarrier(barrier: (step: string) => Promise<void>): PaymentTransport {
  /** The tab to load. @throws Error when the page is gone and no tab may be opened for it */
  async function tabFor(payment: PaymentRecord, mayOpen: boolean): Promise<{ tabId: number; isNew: boolean }> {
    const shown = payment.tabId === null ? null : await committedPage(payment.tabId)
    if (payment.tabId !== null && isUnpaidPage(shown, payment)) return { tabId: payment.tabId, isNew: false }
    if (!mayOpen) throw new Error('the page is gone')
    return { tabId: await openEmptyTab(), isNew: true }
  }

  return {
    async send(payment, mayOpen) {
      if (payment.carrier === 'request') {
        if (payment.tabId === null) throw new Error('no tab')
        await browser.tabs.get(payment.tabId)
        await setRules(payment, payment.tabId)
        await barrier('payment-reload')
        return { tabId: payment.tabId, isNew: false }
      }
      const { tabId, isNew } = await tabFor(payment, mayOpen)
      await setRules(payment, tabId)
      await barrier('payment-reload')
      if (isNew) await browser.tabs.update(tabId, { url: payment.url })
      else await browser.tabs.reload(tabId, { bypassCache: true })
      return { tabId, isNew }
    },
    async drop(paymentId) {
      await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds: ruleIds(paymentId) })
    },
    async keepOnly(paymentIds) {
      const wanted = new Set(paymentIds.flatMap(ruleIds))
      const rules = await browser.declarativeNetRequest.getSessionRules()
      const stale = rules.flatMap(({ id }) => (wanted.has(id) ? [] : [id]))
      if (stale.length > 0) await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds: stale })
    },
    look,
    async ask(tabId, url, payment) {
      const target = { tabId }
      let answer: Awaited<ReturnType<typeof askAsPage>> = null
      const shown = crypto.randomUUID()
      try {
        if (payment !== undefined)
          await browser.scripting.executeScript({ target, world: 'MAIN', func: runScriptsOnceShown, args: [shown] })
        const args: Parameters<typeof askAsPage> = [url, payment ?? null, shown]
        const [found] = await browser.scripting.executeScript({ target, func: askAsPage, args })
        answer = found?.result ?? null
      } catch {
        // The tab is gone, or shows a page that no script may look at: there are no terms to read.
      }
      return answer === null ? null : { ...answer, headers: new Headers(answer.headers) }
    },
  }
}

/**
 * A new tab that shows its empty page. A navigation that starts before the tab has committed its first page can be
 * answered and still never be shown: the tab stays "unloaded".
 * @throws Error when the browser opens no tab
 */
async function openEmptyTab(): Promise<number> {
  const complete = new Set<number>()
  let onComplete = (): void => undefined
  const listen = (tabId: number, { status }: { status?: string }): void => {
    if (status !== 'complete') return
    complete.add(tabId)
    onComplete()
  }
  browser.tabs.onUpdated.addListener(listen)
  try {
    const { id, status } = await browser.tabs.create({ url: 'about:blank' })
    if (id === undefined) throw new Error('no tab')
    if (status !== 'complete' && !complete.has(id))
      await new Promise<void>(resolve => {
        onComplete = () => {
          if (complete.has(id)) resolve()
        }
        setTimeout(resolve, emptyWithinMs)
      })
    return id
  } finally {
    browser.tabs.onUpdated.removeListener(listen)
  }
}

/**
 * Runs in the page: the answer of its own address to a request with its cookies; `null` on another page. What comes for
 * a payment takes the place of the page, and needs no worker for that: it comes once.
 */
async function askAsPage(
  url: string,
  payment: { accept: string; header: string; value: string } | null,
  shown: string,
): Promise<{ status: number; headers: [string, string][]; body: string } | null> {
  if (location.href.split('#', 1)[0] !== url) return null
  const response = await fetch(url, {
    headers:
      payment === null ? { accept: 'application/json' } : { accept: payment.accept, [payment.header]: payment.value },
    credentials: 'include',
    redirect: 'error',
    cache: 'no-store',
  })
  const { status, headers } = response
  if (payment === null || !response.ok)
    return { status, headers: [...headers], body: (await response.text()).slice(0, 256_000) }
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isSandboxed = /\bsandbox\b/i.test(headers.get('content-security-policy') ?? '')
  const isFile = /^\s*attachment/i.test(headers.get('content-disposition') ?? '')
  const content = await response.blob()
  const text = type === 'text/html' && !isSandboxed && !isFile ? await content.text() : null
  // After this has told the worker of the answer: the next page ends the script.
  setTimeout(() => {
    if (text !== null) {
      document.documentElement.replaceWith(
        document.adoptNode(new DOMParser().parseFromString(text, 'text/html').documentElement),
      )
      document.dispatchEvent(new Event(shown))
      return
    }
    // What could run as a script of the site is downloaded.
    const isShown = !isFile && /^(text\/plain|application\/(json|pdf)|image\/(?!svg)|audio\/|video\/)/.test(type)
    const file = new Blob([content], { type: isShown ? type : 'application/octet-stream' })
    location.assign(URL.createObjectURL(file))
  })
  return { status, headers: [...headers], body: '' }
}

/**
 * Runs in the page's own world: a script that is added from the extension's is held to the extension's policy, which
 * refuses what the site may run. Scripts that were parsed as data do not run: each is added again, in their order.
 * @param shown the event that tells that the page shows the answer
 */
function runScriptsOnceShown(shown: string): void {
  async function run(): Promise<void> {
    for (const parsed of document.querySelectorAll('script')) {
      const script = document.createElement('script')
      for (const { name, value } of parsed.attributes) script.setAttribute(name, value)
      script.async = parsed.async
      script.textContent = parsed.textContent
      const isAwaited = parsed.src !== '' && !parsed.async && !parsed.defer && parsed.type !== 'module'
      const ended = new Promise(resolve => {
        script.onload = script.onerror = resolve
      })
      parsed.replaceWith(script)
      if (isAwaited) await ended
    }
  }
  document.addEventListener(shown, () => void run(), { once: true })
}

async function look(tabId: number, evenLoading = false): Promise<ShownPage | 'loading' | null> {
  if (evenLoading) return committedPage(tabId)
  // Rejects where the tab is gone, which is the question.
  const tab = await browser.tabs.get(tabId).catch(() => null)
  if (tab === null) return null
  return tab.status === 'loading' ? 'loading' : pageOf(tabId)
}

/** The page of a tab, also while the rest of it still loads; `null` while another one is on its way. */
async function committedPage(tabId: number): Promise<ShownPage | null> {
  // Rejects where the tab is gone, which is the question.
  const tab = await browser.tabs.get(tabId).catch(() => null)
  return tab === null || (tab.pendingUrl !== undefined && tab.pendingUrl !== tab.url) ? null : pageOf(tabId)
}

async function pageOf(tabId: number): Promise<ShownPage | null> {
  const [found] = await browser.scripting
    .executeScript({ target: { tabId }, func: navigationOfPage })
    // A page that no script may look at (the browser's own, an error page) shows nothing of a payment.
    .catch(() => [undefined])
  return found?.result ?? null
}

async function setRules(payment: PaymentRecord, tabId: number): Promise<void> {
  const { isSupported } = await browser.declarativeNetRequest.isRegexSupported({
    regex: regexOf(payment),
    isCaseSensitive: true,
  })
  await browser.declarativeNetRequest.updateSessionRules({
    removeRuleIds: ruleIds(payment.id),
    addRules: rulesOf(payment, tabId, isSupported),
  })
}

/** Runs in the page: its address, the status of its answer, and the payment's mark. */
function navigationOfPage(): ShownPage | null {
  const [entry] = performance.getEntriesByType('navigation')
  if (!(entry instanceof PerformanceNavigationTiming)) return null
  const mark = entry.serverTiming.find(({ name }) => name === 'prelude')?.description ?? null
  const url = location.href.split('#', 1)[0] ?? ''
  return { url, status: entry.responseStatus, mark, isReload: entry.type === 'reload' }
}
