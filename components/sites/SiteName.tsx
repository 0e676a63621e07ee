import { useEffect, useState } from 'react'
import type { HostParts } from './registrable-domain'

/**
 * A site's host as the browser reports it (punycode stays punycode), the part that tells whose it is set off. The
 * public suffix list is large and comes a moment later; until then the whole host is set in one weight, so nothing
 * moves.
 */
export function SiteName({ origin }: { origin: string }) {
  const { host, isPlain } = readOrigin(origin)
  const [parts, setParts] = useState<HostParts | null>(null)
  useEffect(() => {
    let current = true
    void import('./registrable-domain').then(({ splitHost }) => {
      if (current) setParts(splitHost(host))
    })
    return () => {
      current = false
    }
  }, [host])
  return (
    <bdi className="site-name" dir="ltr" translate="no">
      {isPlain && <span className="site-rest">http://</span>}
      {parts === null ? (
        <span>{host}</span>
      ) : (
        <>
          <span className="site-rest">{parts.before}</span>
          <span className="site-domain">{parts.domain}</span>
        </>
      )}
    </bdi>
  )
}

export function readOrigin(origin: string): { host: string; isPlain: boolean } {
  if (!URL.canParse(origin)) return { host: origin, isPlain: false }
  const url = new URL(origin)
  return { host: url.host, isPlain: url.protocol === 'http:' }
}
