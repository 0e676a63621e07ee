/**
 * The types of Prelude's provider. The package `prelude-viem` exports them; without it, copy this file or reference it:
 *   /// <reference path="./prelude-provider.d.ts" />
 *
 * The provider is announced by EIP-6963 under the name `wallet.prelude`. `window.ethereum` is the same object where no
 * other wallet took that name, or the person prefers this one.
 */

export type PreludeHex = `0x${string}`

/** How far a transaction has got. A level only rises, except by an `event`. */
export type PreludeLevel = 'signed' | 'submitted' | 'accepted' | 'preconfirmed' | 'sealed' | 'safe' | 'final'

/** The events by which a level falls; `found` takes an end back. */
export type PreludeSetback = 'withdrawn' | 'reorganised' | 'taken' | 'found' | 'replaced' | 'dropped' | 'lost'

/** What `eth_subscribe ["transactionLevels"]` delivers, in `message` events of the type `eth_subscription`. */
export interface PreludeLevelChange {
  hash: PreludeHex
  level: PreludeLevel
  previous: PreludeLevel | null
  /** Why the level fell, if it did. */
  event?: PreludeSetback
  /** When the wallet knew, in milliseconds since 1970, with a fraction. */
  atMs: number
  /** Block it is in, or will be sealed in, once there is one. */
  blockNumber?: PreludeHex
}

/** Per chain in the answer to `wallet_getCapabilities` (EIP-5792). */
export interface PreludeCapabilities {
  /**
   * Whether the calls of a batch can be made to happen all or not at all. `ready`: once the person agreed. Absent for
   * chains that were not asked for and are not the site's own.
   */
  atomic?: { status: 'supported' | 'ready' | 'unsupported' }
  /** Absent while it is not known whether the network pre-confirms: ask again. */
  preconfirmations?: {
    supported: boolean
    /**
     * `preconfirming`: partial blocks; `fast-blocks`: sealed several times a second; `http-only`: asked for;
     * `degraded`: not to be relied on now.
     */
    regime: 'preconfirming' | 'fast-blocks' | 'http-only' | 'degraded'
    /** Median of what was measured here: to pre-confirmed where supported, otherwise to sealed; `null` before that. */
    medianMs: number | null
  }
}

/** Rejections are `Error`s with a `code`; `data` is what the node gave. */
export interface PreludeRpcError extends Error {
  code: number
  data?: unknown
}

export interface PreludeProviderMessage {
  type: 'eth_subscription' | (string & {})
  data: unknown
}

export interface PreludeEvents {
  connect: { chainId: PreludeHex }
  /** With code 4900: the extension was updated or removed; load the page again. */
  disconnect: PreludeRpcError
  chainChanged: PreludeHex
  accountsChanged: readonly PreludeHex[]
  message: PreludeProviderMessage
}

/** EIP-1193 and EIP-2700. The same object for the life of the page. Members may be added; these are not replaced. */
export interface PreludeProvider {
  readonly isPrelude: true
  request<Result = unknown>(args: { method: string; params?: readonly unknown[] | object }): Promise<Result>
  on<Name extends keyof PreludeEvents>(event: Name, listener: (payload: PreludeEvents[Name]) => void): PreludeProvider
  once<Name extends keyof PreludeEvents>(event: Name, listener: (payload: PreludeEvents[Name]) => void): PreludeProvider
  removeListener<Name extends keyof PreludeEvents>(
    event: Name,
    listener: (payload: PreludeEvents[Name]) => void,
  ): PreludeProvider
  /** The same as `on`. */
  addListener: PreludeProvider['on']
  /** The same as `removeListener`. */
  off: PreludeProvider['removeListener']
  removeAllListeners(event?: keyof PreludeEvents): PreludeProvider
  isConnected(): boolean
  /** @deprecated From before EIP-1193: `null` until the wallet answered a first request. Use `eth_chainId`. */
  readonly chainId: PreludeHex | null
  /** @deprecated From before EIP-1193: decimal text, `null` until a first request was answered. Use `net_version`. */
  readonly networkVersion: string | null
  /** @deprecated From before EIP-1193: `null` without an account. Use `eth_accounts`. */
  readonly selectedAddress: PreludeHex | null
  /** @deprecated From before EIP-1193: `eth_requestAccounts`. */
  enable(): Promise<PreludeHex[]>
  /** @deprecated From before EIP-1193: resolves with a JSON-RPC response. */
  send<Result = unknown>(method: string, params?: readonly unknown[]): Promise<PreludeLegacyResponse<Result>>
  send<Result = unknown>(payload: PreludeLegacyRequest): Promise<PreludeLegacyResponse<Result>>
  send(payload: PreludeLegacyRequest, callback: PreludeLegacyCallback): void
  /** @deprecated From before EIP-1193. */
  sendAsync(payload: PreludeLegacyRequest, callback: PreludeLegacyCallback): void
}

export interface PreludeLegacyRequest {
  id?: number | string
  jsonrpc?: '2.0'
  method: string
  params?: readonly unknown[] | object
}

/** `id` is that of the request, if it had one. */
export interface PreludeLegacyResponse<Result = unknown> {
  id?: number | string
  jsonrpc: '2.0'
  result: Result
}

export type PreludeLegacyCallback = (
  error: PreludeRpcError | null,
  response: PreludeLegacyResponse | (Omit<PreludeLegacyResponse, 'result'> & { error: PreludeRpcError }),
) => void

/** EIP-6963. */
export interface PreludeAnnouncement {
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: PreludeProvider
}
