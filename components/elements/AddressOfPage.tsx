import { canonicalAddress } from '@/lib/base/addresses'

/**
 * An address on the web in the form in which it is contacted, read from the left in every language: letters of other
 * scripts in its host, direction signs and line breaks would show another one.
 */
export function AddressOfPage({ url, className = 'url' }: { url: string; className?: string }) {
  return (
    <bdi className={className} dir="ltr" translate="no">
      {canonicalAddress(url)}
    </bdi>
  )
}
