import { useState } from 'react'
import type { Address } from 'viem'
import { judgeAddress } from '@/components/format/address'
import { type MessageKey, t } from '@/components/i18n'

const errors = {
  'not-an-address': 'address_not_an_address',
  'wrong-length': 'address_wrong_length',
  checksum: 'address_checksum',
} as const satisfies Record<string, MessageKey>

/** The text of an address field and the address it says. */
export interface AddressEntry {
  text: string
  /** With its checksum; `null` while the field is empty or wrong. */
  address: Address | null
  /** Whether mixed case confirmed the address (EIP-55). */
  hasChecksum: boolean
  /** Why the text is no address; `undefined` where it is one, or empty. */
  error: string | undefined
}

/** What was typed or pasted, read as an address. */
export function readAddress(text: string): AddressEntry {
  const judged = judgeAddress(text)
  if (judged.ok) return { text, address: judged.address, hasChecksum: judged.checksum === 'matches', error: undefined }
  const error = judged.reason === 'empty' ? undefined : t(errors[judged.reason])
  return { text, address: null, hasChecksum: false, error }
}

/** The state of an address field. */
export function useAddressEntry(initial = ''): [entry: AddressEntry, enter: (text: string) => void] {
  const [text, enter] = useState(initial)
  return [readAddress(text), enter]
}
