/**
 * The whole language between a page and the worker. Three stretches: page ↔ bridge as texts over a node that only the two content
 * scripts hold, bridge ↔ worker as frames over the runtime port `dapp`. The bridge carries; it does not understand.
 */

export const dappPortName = 'dapp'

/** Sent by the worker to every tab when accounts or chains of sites changed while some page may have no port: connect and hear. */
export const dappWakeMessage = 'prelude:wake'

/** The longest text a page may send, in UTF-16 units. A contract of the largest legal size in hex is a tenth of it. */
export const longestRequest = 4_000_000

/** Bridge → worker. The id is a UUID made in the page; the same id again is the same request (after a worker died, or the page came back). */
export interface DappRequest {
  id: string
  /** Whatever the page gave; the worker judges. */
  method: unknown
  params?: unknown
  /** Of `eth_subscribe` asked again by the bridge: the subscription that it was answered with. Never the page's own word. */
  subscription?: string | undefined
}

/** As EIP-1193, EIP-1474 and EIP-5792 number them; `data` only where the node gave some. */
export interface DappError {
  code: number
  message: string
  data?: unknown
}

/** Worker → bridge. */
export type DappMessage =
  | { kind: 'result'; id: string; result: unknown }
  /** For an `eth_subscribe` that was answered already: the subscription has ended. */
  | { kind: 'error'; id: string; error: DappError }
  /** What the page may know now; sent first on every port. The page tells its listeners what is new in it. */
  | { kind: 'state'; chainId: `0x${string}`; accounts: readonly string[] }
  /** EIP-1193 `message` event. */
  | { kind: 'message'; message: { type: string; data: unknown } }

/** Page → bridge: `[id, method]` or `[id, method, params]` as JSON. */
export type PageText = readonly [id: string, method: unknown, params?: unknown]

/** Bridge → page, as JSON. Arrays, because all of an array's members are its own whatever a page did to its prototypes. */
export type BridgeText =
  | readonly ['result', id: string, result: unknown]
  | readonly ['error', id: string, code: number, message: string, data?: unknown]
  | readonly ['state', chainId: string, accounts: readonly string[]]
  | readonly ['message', message: unknown]
  /** The extension was updated or removed; this page has to be loaded again. */
  | readonly ['gone']

/** Runtime port of a page that was answered with 402, or of one that was paid for. Nobody else opens it. */
export const paymentPortName = 'payment'

/** Bridge → worker, once. Who and where is what the browser says of the sender. */
export interface PaymentPageReport {
  status: number
  /** Which payment the page's request carried, as the header rule marked its answer. */
  mark: string | null
}
