/**
 * The language between a website and the worker. Page ↔ bridge: texts over a DOM node that only the two content scripts
 * hold. Bridge ↔ worker: frames over the runtime port `dapp`. The bridge passes on what it gets and judges nothing.
 */

export const dappPortName = 'dapp'

/** Worker → every tab: accounts or chains of sites changed, so a page without a port connects and gets the news. */
export const dappWakeMessage = 'prelude:wake'

/** The longest text a page may send, in UTF-16 units: ten times the hex of the largest legal contract. */
export const longestRequest = 4_000_000

/**
 * Bridge → worker. The id is a UUID made in the page. The same id again, after a worker died or the page came back, is
 * the same request.
 */
export interface DappRequest {
  id: string
  /** The page's value, unchecked. */
  method: unknown
  params?: unknown
  /** For `eth_subscribe` repeated by the bridge: the id that the worker answered before. A page cannot set it. */
  subscription?: string | undefined
  /**
   * True if the person saw the document and had clicked or typed in it when the page asked. The bridge says so with
   * each request; a page cannot set it.
   */
  isAttended?: boolean | undefined
}

/** Codes of EIP-1193, EIP-1474 and EIP-5792; `data` where the node gave some. */
export interface DappError {
  code: number
  message: string
  data?: unknown
}

/** Worker → bridge. */
export type DappMessage =
  | { kind: 'result'; id: string; result: unknown }
  /** After the answer to an `eth_subscribe`: the subscription has ended. */
  | { kind: 'error'; id: string; error: DappError }
  /**
   * Chain and accounts that the page may see. The first frame on every port; the page emits events for what changed.
   */
  | { kind: 'state'; chainId: `0x${string}`; accounts: readonly string[] }
  /** The `message` event of EIP-1193. */
  | { kind: 'message'; message: { type: string; data: unknown } }

/** Page → bridge: `[id, method]` or `[id, method, params]` as JSON. */
export type PageText = readonly [id: string, method: unknown, params?: unknown]

/** Bridge → page, as JSON. Arrays, because a page that changed prototypes cannot add members to them. */
export type BridgeText =
  | readonly ['result', id: string, result: unknown]
  | readonly ['error', id: string, code: number, message: string, data?: unknown]
  | readonly ['state', chainId: string, accounts: readonly string[]]
  | readonly ['message', message: unknown]
  /** The extension was updated or removed: the page has to be loaded again. */
  | readonly ['gone']

/**
 * Runtime port that the bridge opens on a page that was answered with 402, or was paid for, and for each payment link
 * that the person follows.
 */
export const paymentPortName = 'payment'

/** Longest link in `PaymentLinkClick`, in UTF-16 units: one more than a payment link may have. */
export const longestLinkTold = 2_001

/** Bridge → worker, on a port of that name opened for it: the person followed a payment link of the page. */
export interface PaymentLinkClick {
  link: string
}

/** Bridge → worker, once. Origin and tab come from the browser's word about the sender. */
export interface PaymentPageReport {
  status: number
  /** Id of the payment that the page's request carried, from the header that the rule added to the answer. */
  mark: string | null
  /** `performance.timeOrigin` of the document, ms: browsers that give documents no id reuse that of their frame. */
  loadedAt: number
  /**
   * True if the person looks at the document, and came to it from a page of the same origin or loaded it again. After
   * any other navigation nobody can tell whose wish it was: an address bar, or another site.
   */
  isAttended: boolean
}
