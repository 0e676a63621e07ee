import type { AccessList } from '@/lib/base/access-list'

/**
 * An access list as a person compares it, entry by entry with an empty line between: the address, and below it its
 * storage keys.
 */
export function accessListText(accessList: AccessList): string {
  return accessList.map(({ address, storageKeys }) => [address, ...storageKeys].join('\n')).join('\n\n')
}
