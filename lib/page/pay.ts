/** Calls a method of the wallet's provider: that of this page, or of the page that started this worker. */
export type Ask = (method: string, parameters: unknown) => Promise<unknown>

/** The global scope of a page or of a web worker. */
export type PayScope = Window & typeof globalThis

/** The parts of a response that the wallet reads, as far as CORS shows them. */
interface Seen {
  status: number
  settlement: string | null
  terms: string | null
}

/**
 * Repeats a page's own requests that were answered with 402, once the wallet has a payment for them: the page gets the
 * paid answer as the answer of its first call, or the 402 as it came. The payment itself is not here: a header rule of
 * the browser adds it to exactly that request, which it knows by the payment's id behind the address. No server sees
 * that, a service worker of the page passes it on, and no other request has it.
 *
 * The text of this function runs in the page's web workers too (`pay-workers.ts`): it uses nothing outside itself.
 */
export function payForRequests(target: PayScope, ask: Ask): void {
  /** The same payment goes out again so often, when its answer is 402 or an error of the server. */
  const mostTries = 3
  const longestTerms = 64_000
  /** The base URL of relative addresses. */
  const base = () => (target.document as Document | undefined)?.baseURI ?? target.location.href

  wrapFetch()
  wrapXhr()

  /** Resolves with the paid answer, or with `null` where nothing was paid. */
  async function paid<Answer extends Seen>(
    request: { url: string; method: string; body: ArrayBuffer; isPaid: boolean },
    terms: string | null,
    again: (url: string) => Promise<Answer>,
  ): Promise<Answer | null> {
    const { url, method, body, isPaid } = request
    const asked = { url, method, bodyDigest: await digestOf(body), terms, isPaid }
    let id: unknown = null
    let answer: Answer | null = null
    for (let tries = 1; tries <= mostTries; tries++) {
      try {
        id = await ask('prelude_payHttp402', { ...asked, again: id })
      } catch {
        // Refused, or its fate is sealed: the page gets what it has got so far.
        return answer
      }
      // The worker also finds out from the chain; a page gets its answer either way.
      const tell = (seen: Seen) => ask('prelude_http402Answered', { id, ...seen }).catch(() => undefined)
      answer = await again(`${url.replace(/#.*/, '')}#${id}`).catch((error: unknown) => {
        void tell({ status: 0, settlement: null, terms: null })
        throw error
      })
      const { status, settlement, terms: wanted } = answer
      const told = tell({ status, settlement, terms: wanted })
      if (status !== 402 && status < 500) return answer
      await told
      await new Promise(resolve => setTimeout(resolve, 1_000 * tries))
    }
    return answer
  }

  /**
   * The page was refused the answer, for whatever reason: a script cannot tell one from another. The wallet may look
   * whether it is one that costs money, and offer the person to open it in a tab; the page gets its error now, and
   * hears nothing of that.
   */
  function hidden({ url, method }: { url: string; method: string }): void {
    if (!mayAskFor(url, method)) return
    const asked = { url, method, bodyDigest: null, terms: null, isHidden: true }
    // Refused where nothing is to be paid, which is the usual case.
    void ask('prelude_payHttp402', asked).catch(() => undefined)
  }

  /**
   * Only of another origin is anything kept from the page, and only what asks and does nothing may be asked once more.
   */
  function mayAskFor(url: string, method: string): boolean {
    return method === 'GET' && URL.parse(url)?.origin !== target.location.origin
  }

  /** Whether the page sent a payment of its own: the seller may take the money and answer 402 all the same. */
  function hasPayment([name, value]: [string, string]): boolean {
    return /^(x-payment|payment-signature)$/i.test(name) || (/^authorization$/i.test(name) && /^payment /i.test(value))
  }

  function wrapFetch(): void {
    const original = target.fetch
    /** Reads status, headers and terms of a response; the page still reads the body. */
    const look = async (response: Response) => ({
      response,
      ...seenIn(
        response.status,
        name => response.headers.get(name),
        response.status === 402 ? await response.clone().text() : '',
      ),
    })
    target.fetch = async (input, init) => {
      const request = new target.Request(input, init)
      const kept = request.clone()
      const { url, method } = kept
      const first = await original.call(target, request).catch((error: unknown) => {
        // Not what the page gave up itself, and not what it forbade itself to see.
        if (error instanceof target.TypeError && kept.mode === 'cors') hidden({ url, method })
        throw error
      })
      if (first.status !== 402) return first
      const { terms } = await look(first)
      if (terms === null && !mayAskFor(url, method)) return first
      const body = await kept.clone().arrayBuffer()
      const isPaid = [...kept.headers].some(hasPayment)
      const paying = paid({ url, method, body, isPaid }, terms, async address => {
        // The body is given apart: that of another request would go out as a stream, which HTTP/1 does not carry.
        const moved = new target.Request(address, kept.clone())
        return look(await original.call(target, new target.Request(moved, body.byteLength ? { body } : {})))
      })
      // The person may still be deciding: what is signed then is for the page's next try.
      const answer = await Promise.race([paying, aborted(kept.signal)])
      return answer?.response ?? first
    }
  }

  /** Rejects with the page's own reason. */
  function aborted(signal: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      const fail = () => reject(signal.reason)
      if (signal.aborted) fail()
      else signal.addEventListener('abort', fail, { once: true })
    })
  }

  function wrapXhr(): void {
    const Original = target.XMLHttpRequest
    const events = ['readystatechange', 'progress', 'load', 'loadend'] as const

    target.XMLHttpRequest = class extends Original {
      static override readonly name = 'XMLHttpRequest'
      #opened: { method: string; url: string } | null = null
      #headers: [string, string][] = []
      #body: Document | XMLHttpRequestBodyInit | null = null
      /** The page gets every further event. */
      #settled = false
      #isPaying = false
      /** Takes the answer to the paid request, while that is on its way. */
      #waiting: (() => void) | null = null
      /** Rises when the page gives its request up. */
      #round = 0

      constructor() {
        super()
        // Registered before any of the page's own, so that none of them sees the first answer.
        for (const name of events) this.addEventListener(name, event => this.#intercept(event))
        this.addEventListener('error', () => {
          if (this.#opened !== null && this.#waiting === null && !this.#settled) hidden(this.#opened)
        })
      }

      override open(
        method: string,
        url: string | URL,
        async = true,
        username?: string | null,
        password?: string | null,
      ) {
        const address = URL.parse(url, base())?.href
        this.#opened = async && address !== undefined ? { method: method.toUpperCase(), url: address } : null
        this.#headers = []
        this.#settled = false
        this.#giveUp()
        super.open(method, address ?? url, async, username, password)
      }

      override setRequestHeader(name: string, value: string) {
        this.#headers.push([name, value])
        super.setRequestHeader(name, value)
      }

      override send(body?: Document | XMLHttpRequestBodyInit | null) {
        this.#body = body ?? null
        super.send(body)
      }

      override abort() {
        const isQuiet = this.#isPaying && this.#waiting === null
        if (this.#isPaying) this.#settled = true
        this.#giveUp()
        super.abort()
        // Nothing is on its way, and the browser says nothing of its end.
        if (isQuiet) for (const name of ['abort', 'loadend']) this.dispatchEvent(new target.ProgressEvent(name))
      }

      #giveUp(): void {
        const waiting = this.#waiting
        this.#waiting = null
        this.#isPaying = false
        this.#round++
        // When the browser has ended it.
        if (waiting !== null) queueMicrotask(waiting)
      }

      #intercept(event: Event): void {
        const waiting = this.#waiting
        if (waiting !== null) {
          event.stopImmediatePropagation()
          if (event.type !== 'loadend') return
          this.#waiting = null
          waiting()
          return
        }
        if (this.#settled || this.#opened === null || this.readyState < 2 || this.status !== 402) return
        event.stopImmediatePropagation()
        if (event.type === 'loadend') void this.#pay(this.#opened)
      }

      async #pay({ method, url }: { method: string; url: string }): Promise<void> {
        const round = this.#round
        this.#isPaying = true
        const { terms } = this.#look()
        const body = await new target.Response(this.#body as BodyInit | null).arrayBuffer()
        const again = (address: string) =>
          round === this.#round ? this.#again(method, address) : Promise.reject(new Error('given up'))
        const isPaid = this.#headers.some(hasPayment)
        const isOffered = terms !== null || mayAskFor(url, method)
        // Not paid: the page gets the answer it had.
        if (isOffered) await paid({ url, method, body, isPaid }, terms, again).catch(() => null)
        if (round !== this.#round) return
        this.#isPaying = false
        this.#settled = true
        // An error or a timeout was heard when it came.
        for (const name of this.status === 0 ? (['loadend'] as const) : events)
          this.dispatchEvent(new target.ProgressEvent(name))
      }

      #look(): Seen {
        const { response } = this
        return seenIn(
          this.status,
          name => this.getResponseHeader(name),
          typeof response === 'string' ? response : JSON.stringify(response),
        )
      }

      #again(method: string, url: string): Promise<Seen> {
        return new Promise(resolve => {
          super.open(method, url)
          for (const [name, value] of this.#headers) super.setRequestHeader(name, value)
          this.#waiting = () => resolve(this.#look())
          super.send(this.#body)
        })
      }
    }
  }

  /**
   * Text of what the answer says about its price, for the wallet to read: values of two headers, where CORS lets the
   * page see them, and the body. `null` where it says nothing.
   */
  function termsIn(header: (name: string) => string | null, body: string): string | null {
    const challenges = header('www-authenticate')
    const required = header('payment-required')
    return required || challenges?.match(/payment /i) || body.includes('"accepts"')
      ? JSON.stringify([challenges, required, body.slice(0, longestTerms)])
      : null
  }

  function seenIn(status: number, header: (name: string) => string | null, body: string): Seen {
    const settlement = header('payment-response') ?? header('x-payment-response') ?? header('payment-receipt')
    return { status, settlement, terms: status === 402 || status === 412 ? termsIn(header, body) : null }
  }

  /** `null` without a body. */
  async function digestOf(body: ArrayBuffer): Promise<string | null> {
    if (!body.byteLength) return null
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
    return `0x${Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')}`
  }
}
