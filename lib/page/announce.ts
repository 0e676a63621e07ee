import type { PageProvider } from './provider'

/** The wallet's mark: a half-filled ring. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='96' height='96' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%23111827'/%3E%3Cpath d='M16 6a10 10 0 0 1 0 20z' fill='%2334d399'/%3E%3Ccircle cx='16' cy='16' r='10' fill='none' stroke='%2334d399' stroke-width='3'/%3E%3C/svg%3E"

/**
 * EIP-6963: announces now and whenever a page asks. The detail is one frozen object, so that no page alters it for
 * another script.
 */
export function announce(provider: PageProvider, uuid: string): void {
  const { apply } = Reflect
  const { dispatchEvent } = EventTarget.prototype
  const PageEvent = CustomEvent
  const { freeze } = Object
  const info = freeze({ uuid, name: 'Prelude', icon, rdns: 'wallet.prelude' })
  const detail = freeze({ info, provider })
  const options = freeze({ __proto__: null, detail })

  const tell = () => apply(dispatchEvent, window, [new PageEvent('eip6963:announceProvider', options)])
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}

/** Sets `window.ethereum` where no other wallet has set it. A wallet that loads later may replace it. Never throws. */
export function claimEthereum(provider: PageProvider): void {
  try {
    if ('ethereum' in window) return
    Object.defineProperty(window, 'ethereum', {
      value: provider,
      writable: true,
      enumerable: true,
      configurable: true,
    })
    window.dispatchEvent(new Event('ethereum#initialized'))
  } catch {
    // Another wallet froze it first: EIP-6963 is enough.
  }
}
