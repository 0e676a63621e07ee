import type { Address } from 'viem'
import { AccountMark } from '@/components/elements'
import { AddressText, Row } from '@/components/elements/later'
import { useNames } from './use-names'

/** A full address beside its mark, and above it `name` or the name the person gave it. */
export function AddressRow({ label, address, name }: { label: string; address: Address; name?: string | null }) {
  const nameOf = useNames()
  const known = name === undefined ? nameOf(address) : name
  return (
    <Row label={label} stacked>
      <span className="counterparty">
        <AccountMark address={address} />
        <span>
          {known !== null && <span className="counterparty-name">{known}</span>}
          <AddressText address={address} />
        </span>
      </span>
    </Row>
  )
}
