/**
 * For people who asked for it in the settings: `window.ethereum` is this wallet's provider even where another one has it, or wants it. Nothing is frozen and
 * nothing throws: an assignment of another wallet is let go by, a redefinition of it succeeds.
 */
export function takeEthereum(target: EventTarget): void {
  let taken = false
  target.addEventListener('eip6963:announceProvider', event => {
    const provider = event instanceof CustomEvent ? ownProvider(event.detail) : undefined
    if (taken || provider === undefined) return
    taken = true
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
  })
  // In whichever order the two scripts run, one of them hears the other.
  target.dispatchEvent(new Event('eip6963:requestProvider'))
}

/** The provider of an announcement (EIP-6963) that is this wallet's. */
function ownProvider(detail: unknown): object | undefined {
  const { info, provider } = membersOf(detail)
  return membersOf(info).rdns === 'wallet.prelude' && typeof provider === 'object' && provider !== null
    ? provider
    : undefined
}

function membersOf(value: unknown): { info?: unknown; provider?: unknown; rdns?: unknown } {
  return typeof value === 'object' && value !== null ? value : {}
}
