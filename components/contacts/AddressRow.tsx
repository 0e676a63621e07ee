import type { Address } from 'viem'
import { AddressText, Row } from '@/components/elements/later'
import { useNames } from './use-names'

/** A full address and, above it, `name` or the name the person gave it. */
export function AddressRow({ label, address, name }: { label: string; address: Address; name?: string | null }) {
  const nameOf = useNames()
  const known = name === undefined ? nameOf(address) : name
  return (
    <Row label={label} stacked>
      {known !== null && <span className="counterparty-name">{known}</span>}
      <AddressText address={address} />
    </Row>
  )
}
