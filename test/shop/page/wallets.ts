/** EIP-1193, as far as the shop uses it. */
export interface Provider {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): unknown
}

/** A wallet that announced itself (EIP-6963), or whatever sits at `window.ethereum`. */
export interface Wallet {
  uuid: string
  name: string
  provider: Provider
}

interface Announcement extends Event {
  detail: { info: { uuid: string; name: string }; provider: Provider }
}

declare global {
  interface WindowEventMap {
    'eip6963:announceProvider': Announcement
  }
  interface Window {
    ethereum?: Provider
  }
}

/** Calls `onWallet` for each wallet once: those present now and those that announce themselves later. */
export function discoverWallets(onWallet: (wallet: Wallet) => void): void {
  const seen = new Set<string>()
  window.addEventListener('eip6963:announceProvider', event => {
    const { info, provider } = event.detail
    if (seen.has(info.uuid)) return
    seen.add(info.uuid)
    onWallet({ uuid: info.uuid, name: info.name, provider })
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const legacy = window.ethereum
  if (seen.size === 0 && legacy) onWallet({ uuid: 'window.ethereum', name: 'Browser wallet', provider: legacy })
}

/** Every provider event of EIP-1193. */
export const providerEvents = ['connect', 'disconnect', 'accountsChanged', 'chainChanged', 'message'] as const
