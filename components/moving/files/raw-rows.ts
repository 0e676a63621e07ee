/** A value of a file as it is, and the words of the file by which a person finds it again. */
export interface RawContact {
  address: unknown
  name: unknown
}
export interface RawToken {
  chainId: unknown
  address: unknown
  symbol: unknown
}
export interface RawNetwork {
  chainId: unknown
  name?: unknown
  symbol?: unknown
  decimals?: unknown
  /** Addresses of endpoints, HTTP and WebSocket, the preferred one first. */
  urls: readonly unknown[]
  explorerUrl?: unknown
  testing?: unknown
}
export interface RawRows {
  contacts: RawContact[]
  tokens: RawToken[]
  networks: RawNetwork[]
  origin: 'wallet' | 'list'
}

export function noRows(): RawRows {
  return { contacts: [], tokens: [], networks: [], origin: 'wallet' }
}
