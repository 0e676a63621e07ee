import { useState } from 'react'
import type { Address } from 'viem'
import { useSlice } from '@/components/client-context'
import { type MessageKey, t } from '@/components/i18n'
import { judgeAddress } from '@/lib/payments/shared/address-text'
import type { PaymentLink } from '@/lib/payments/shared/payment-link'

const errors = {
  'not-an-address': 'address_not_an_address',
  'wrong-length': 'address_wrong_length',
  checksum: 'address_checksum',
  'unknown-chain': 'address_unknown_chain',
  'payment-link': 'address_is_link',
} as const satisfies Record<string, MessageKey>

/** The selected network's chain, and the names of the wallet's networks. */
export interface Here {
  chainId: number
  networks: readonly { chainId: number; name: string }[]
}

/** The text of an address field and the address it says. */
export interface AddressEntry {
  text: string
  /** With its checksum; `null` while the field is empty or wrong. */
  address: Address | null
  /** Whether mixed case confirmed the address (EIP-55, EIP-1191). */
  hasChecksum: boolean
  /** Why the text is no address for this field; `undefined` where it is one, or empty. */
  error: string | undefined
  /** A payment link that says more than an address; `transfer`: what a plain transfer on this chain would be. */
  link: { text: string; transfer: PaymentLink | null } | null
}

/**
 * What was typed or pasted, read as an address.
 * @param here where addresses of other chains are refused; `undefined` where the chain does not matter
 */
export function readAddress(text: string, here?: Here): AddressEntry {
  const nothing = { text, address: null, hasChecksum: false, error: undefined, link: null }
  const judged = judgeAddress(text)
  if (judged.ok) {
    const { address, checksum, chainId = here?.chainId } = judged
    if (here !== undefined && chainId !== here.chainId) return { ...nothing, error: elsewhere(chainId, here) }
    return { ...nothing, address, hasChecksum: checksum === 'matches' }
  }
  if (judged.reason === 'empty') return nothing
  if (judged.reason !== 'payment-link') return { ...nothing, error: t(errors[judged.reason]) }
  const { chainId = null } = judged.link ?? {}
  const isHere = here === undefined || chainId === null || chainId === here.chainId
  return {
    ...nothing,
    error: isHere ? t('address_is_link') : elsewhere(chainId, here),
    link: { text: judged.text, transfer: isHere ? judged.link : null },
  }
}

function elsewhere(chainId: number | undefined, { networks }: Here): string {
  const network = networks.find(each => each.chainId === chainId)?.name ?? `chain ${chainId}`
  return t('address_elsewhere', { network })
}

/** The selected network; `undefined` until it is known. */
export function useHere(): Here | undefined {
  const chainId = useSlice('selection')?.chainId
  const networks = useSlice('networks')
  return chainId === undefined || networks === undefined ? undefined : { chainId, networks }
}

/** The state of a field for an address on the selected network. */
export function useAddressEntry(initial = ''): [entry: AddressEntry, enter: (text: string) => void] {
  const [text, enter] = useState(initial)
  return [readAddress(text, useHere()), enter]
}

/** The state of a field for an address that is the same on every chain. */
export function useAnyAddressEntry(initial = ''): [entry: AddressEntry, enter: (text: string) => void] {
  const [text, enter] = useState(initial)
  return [readAddress(text), enter]
}
