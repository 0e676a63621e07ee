import { readSignedLink } from '@/lib/payments/shared/signed-link'

/** A payment link that the person followed on a page, or put into an address field of the wallet. */
export interface FollowedLink {
  /** The page's; `null` for the wallet's own. */
  origin: string | null
  /** Unread. */
  text: string
  /** The place of the desk that takes it. */
  path: '/payments/pay' | '/payments/captures'
}

/** The site that the link in the field is from; the person may have put another one there. */
export function linkOriginOf(text: string, followed: FollowedLink | undefined): string | undefined {
  return followed?.text === text ? (followed.origin ?? undefined) : undefined
}

/**
 * The link in the location that the worker opened, `/payments/link/<origin>/<link>`, each part encoded; `-` is
 * the wallet itself.
 * @param location not decoded: a link has escapes of its own
 * @returns `null` for every other location
 */
export function readFollowedLink(location: string): FollowedLink | null {
  const [, site = '', link = ''] = /^\/payments\/link\/([^/]+)\/([^/]+)$/.exec(location) ?? []
  try {
    const [origin, text] = [decodeURIComponent(site), decodeURIComponent(link)]
    if (origin !== '-' && !URL.canParse(origin)) return null
    return {
      origin: origin === '-' ? null : origin,
      text,
      path: readSignedLink(text) === null ? '/payments/pay' : '/payments/captures',
    }
  } catch {
    // Not an address that the worker opens.
    return null
  }
}
