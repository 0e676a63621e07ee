import type { Address } from 'viem'
import { addressGroups } from '@/components/format/address'

/**
 * The whole address in groups of four, in the order it is read in every language. Copies as one piece without the gaps.
 */
export function AddressText({ address, testId }: { address: Address; testId?: string }) {
  const groups = addressGroups(address)
  return (
    <span className="address" dir="ltr" translate="no" data-testid={testId} data-address={address}>
      <span className="address-prefix">0x</span>
      {groups.map((group, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: ten fixed places, and two groups may be equal
          key={index}
          className={index === 0 || index === groups.length - 1 ? 'address-group address-end' : 'address-group'}
        >
          {group}
        </span>
      ))}
    </span>
  )
}
