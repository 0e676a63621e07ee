/**
 * Where the content scripts run at all: https, and http on this machine as far as patterns can say it. They have no
 * ranges: the wallet is not to be seen on 127.0.0.2. `isThisMachine` decides everything else; a test compares the two.
 */
export const pageMatches = [
  'https://*/*',
  'http://localhost/*',
  'http://*.localhost/*',
  'http://127.0.0.1/*',
  'http://[::1]/*',
]

/**
 * A sandboxed frame (origin "null") and an insecure page can be granted nothing: there the wallet is not to be seen.
 */
export function isGrantable(): boolean {
  return isSecureContext && origin !== 'null'
}

/** The pattern of an origin's pages. Firefox refuses one with a port, so it covers all ports of the host. */
export function patternOf(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname}/*`
}
