import { type BridgeText, type DappMessage, type DappRequest, longestRequest, type PageText } from '@/lib/language/dapp'

export interface BridgePort {
  postMessage(request: DappRequest): void
  disconnect(): void
  onMessage: { addListener(listener: (message: DappMessage) => void): void }
  onDisconnect: { addListener(listener: () => void): void }
}

export interface BridgeParts {
  /** Opens a port to the worker; throws when the extension is no longer the one this script came with. */
  connect(): BridgePort
  /** Whether that extension is still there. */
  isAlive(): boolean
  /** See `isWithPerson`. */
  isAttended(): boolean
  toPage(text: string): void
  later(ms: number, task: () => void): void
  /** Called with the page's first request, not before: listeners of a page that asks nothing cost nothing. */
  onFirstUse(): void
}

/** Whether the person sees the document, and has clicked or typed in it. */
export function isWithPerson(
  { visibilityState }: Pick<Document, 'visibilityState'>,
  { hasBeenActive }: Pick<UserActivation, 'hasBeenActive'>,
): boolean {
  return visibilityState === 'visible' && hasBeenActive
}

export interface Bridge {
  fromPage(text: string): void
  /** The document ends, or is kept for the back-forward cache: the worker must not wait for it. */
  putAway(): void
  /** The document came back from the back-forward cache. */
  restored(): void
  /** The worker has news for pages that have no port. */
  wake(): void
}

const firstRetryMs = 50
const longestRetryMs = 10_000
/** Within this time an update of the extension becomes noticeable, if it ended the port. */
const longestDoubtMs = 2_000

interface Doubt {
  /** The port was lost. */
  begin(): void
  /** The worker was heard. */
  end(): void
}

/**
 * With an update of the extension the port is lost first and the extension a moment later; a port that is opened in
 * between never says anything. So it is looked again and again whether the extension is there, until the worker is
 * heard.
 * @param isAwaited whether a request waits for its answer: then it is looked for as long as that takes
 */
function createDoubt({
  isAlive,
  later,
  isAwaited,
  onGone,
}: Pick<BridgeParts, 'isAlive' | 'later'> & { isAwaited(): boolean; onGone(): void }): Doubt {
  /** Until the next look; `null` while there is no reason to look. */
  let waitMs: number | null = null
  let willLook = false

  function lookIn(ms: number): void {
    if (willLook) return
    willLook = true
    later(ms, look)
  }

  function look(): void {
    willLook = false
    if (waitMs === null) return
    if (!isAlive()) {
      onGone()
      return
    }
    waitMs = Math.min(longestRetryMs, waitMs * 2)
    if (waitMs > longestDoubtMs && !isAwaited()) waitMs = null
    else lookIn(waitMs)
  }

  return {
    begin() {
      waitMs = firstRetryMs
      lookIn(waitMs)
    },
    end() {
      waitMs = null
    },
  }
}

/**
 * Carries requests and answers. No connection before the page's first request. A request stays here until it is
 * answered; when the worker dies, all of them are sent again under the same ids, and the worker gives each the one
 * answer it has.
 */
export function createBridge({ connect, isAlive, isAttended, toPage, later, onFirstUse }: BridgeParts): Bridge {
  const unanswered = new Map<string, DappRequest>()
  /** Subscriptions are answered and still live; the worker makes the same ones again under the same ids. */
  const subscriptions = new Map<string, DappRequest>()
  let port: BridgePort | null = null
  let used = false
  let gone = false
  let isAway = false
  let retryMs = 0
  const doubt = createDoubt({ isAlive, later, isAwaited: () => unanswered.size > 0, onGone: leave })

  function tell(text: BridgeText): void {
    toPage(JSON.stringify(text))
  }

  function leave(): void {
    if (gone) return
    gone = true
    doubt.end()
    port = null
    unanswered.clear()
    subscriptions.clear()
    tell(['gone'])
  }

  function open(): void {
    if (gone || isAway || port !== null) return
    try {
      const opened = connect()
      port = opened
      opened.onMessage.addListener(message => {
        if (port !== opened) return
        retryMs = 0
        doubt.end()
        receive(message)
      })
      opened.onDisconnect.addListener(() => lost(opened))
      for (const [subscription, request] of subscriptions) opened.postMessage({ ...request, subscription })
      for (const request of unanswered.values()) opened.postMessage(request)
    } catch {
      // No worker to connect to: tried again later, or, after an update of the extension, never.
      if (isAlive()) lost(port)
      else leave()
    }
  }

  function lost(which: BridgePort | null): void {
    if (port !== which) return
    port = null
    if (!isAlive()) {
      leave()
      return
    }
    doubt.begin()
    if (unanswered.size + subscriptions.size === 0) return
    // At once the first time; a worker that keeps dying is not driven in circles.
    const wait = retryMs
    retryMs = Math.min(longestRetryMs, Math.max(firstRetryMs, retryMs * 2))
    if (wait === 0) open()
    else later(wait, open)
  }

  function receive(message: DappMessage): void {
    switch (message.kind) {
      case 'result': {
        const request = unanswered.get(message.id)
        if (request?.method === 'eth_subscribe') subscriptions.set(String(message.result), request)
        unanswered.delete(message.id)
        tell(['result', message.id, message.result])
        return
      }
      case 'error': {
        unanswered.delete(message.id)
        for (const [subscription, { id }] of subscriptions) if (id === message.id) subscriptions.delete(subscription)
        const { code, message: words, data } = message.error
        tell(data === undefined ? ['error', message.id, code, words] : ['error', message.id, code, words, data])
        return
      }
      case 'state':
        tell(['state', message.chainId, message.accounts])
        return
      case 'message':
        tell(['message', message.message])
    }
  }

  return {
    fromPage(text) {
      if (gone) return
      const [id, method, params]: PageText = JSON.parse(text)
      if (text.length > longestRequest) {
        tell(['error', id, -32600, 'The request is too large.'])
        return
      }
      if (!used) {
        used = true
        onFirstUse()
      }
      if (method === 'eth_unsubscribe' && Array.isArray(params)) subscriptions.delete(String(params[0]))
      const request: DappRequest = params === undefined ? { id, method } : { id, method, params }
      if (isAttended()) request.isAttended = true
      unanswered.set(id, request)
      if (port === null) {
        open()
        return
      }
      try {
        port.postMessage(request)
      } catch {
        // The port died; what is unanswered goes out over the next one.
        lost(port)
      }
    },
    putAway() {
      isAway = true
      try {
        port?.disconnect()
      } catch {
        // It was dead already.
      }
      port = null
    },
    restored() {
      isAway = false
      if (used) open()
    },
    wake() {
      if (used) open()
    },
  }
}
