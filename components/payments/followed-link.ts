import type { KeptLink } from '@/lib/payments/shared/kept-links'
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
 * The link of a location: `/payments/link/<id>` of one that the worker kept, `/payments/link/-/<link>` of one of the
 * wallet's own.
 * @param location not decoded: a link has escapes of its own
 * @param kept the links of pages that the worker kept
 * @returns `null` for every other location; no text for an id that is not kept (any more)
 */
export function readFollowedLink(location: string, kept: readonly KeptLink[]): FollowedLink | null {
  const [, id, own] = /^\/payments\/link\/([^/]+)(?:\/([^/]+))?$/.exec(location) ?? []
  if (id === undefined || (id === '-') !== (own !== undefined)) return null
  const { origin, text } = own === undefined ? (kept.find(link => link.id === id) ?? nothing) : ownLink(own)
  return { origin, text, path: readSignedLink(text) === null ? '/payments/pay' : '/payments/captures' }
}

const nothing = { origin: null, text: '' }

function ownLink(encoded: string): { origin: null; text: string } {
  try {
    return { origin: null, text: decodeURIComponent(encoded) }
  } catch {
    // Not an address that the wallet opens.
    return nothing
  }
}
