/** What this wallet announced of itself to the page (EIP-6963). */
export interface OwnAnnouncement {
  provider: object
  icon: unknown
}

/** Calls back once, with this wallet's own announcement, in whichever order the two scripts run. */
export function onOwnAnnouncement(target: EventTarget, found: (own: OwnAnnouncement) => void): void {
  let heard = false
  target.addEventListener('eip6963:announceProvider', event => {
    const own = event instanceof CustomEvent ? readOwn(event.detail) : undefined
    if (heard || own === undefined) return
    heard = true
    found(own)
  })
  target.dispatchEvent(new Event('eip6963:requestProvider'))
}

/**
 * `window.ethereum` from now on. Nothing is frozen and nothing throws: an assignment of another wallet is let go by, a
 * redefinition of it succeeds.
 */
export function setEthereum(target: EventTarget, provider: object): void {
  try {
    Object.defineProperty(target, 'ethereum', {
      get: () => provider,
      set: () => undefined,
      enumerable: true,
      configurable: true,
    })
  } catch {
    // Another wallet froze it before this script ran.
  }
}

/** Members of `window.ethereum` by which wallets are told apart. */
export function ethereumOf(target: EventTarget): { isMetaMask?: unknown; isPrelude?: unknown } {
  try {
    return membersOf(Reflect.get(target, 'ethereum'))
  } catch {
    // A getter of the page.
    return {}
  }
}

function readOwn(detail: unknown): OwnAnnouncement | undefined {
  const { info, provider } = membersOf(detail)
  const { rdns, icon } = membersOf(info)
  return rdns === 'wallet.prelude' && typeof provider === 'object' && provider !== null ? { provider, icon } : undefined
}

interface KnownMembers {
  info?: unknown
  provider?: unknown
  rdns?: unknown
  icon?: unknown
  isMetaMask?: unknown
  isPrelude?: unknown
}

function membersOf(value: unknown): KnownMembers {
  return typeof value === 'object' && value !== null ? value : {}
}
