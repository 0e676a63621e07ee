import type { MessageKey } from '@/components/i18n'
import type { Asset } from '@/components/send/assets'
import { isSameAddress } from '@/lib/base/hex'
import type { PaymentLinkFault } from '@/lib/payments/shared/ethereum-uri'
import { type MaximumLink, readMaximumLink } from '@/lib/payments/shared/maximum-link'
import { type PaymentLink, readPaymentLink } from '@/lib/payments/shared/payment-link'

export const linkFaults = {
  'not-a-link': 'link_not_a_link',
  'named-recipient': 'link_named',
  checksum: 'link_checksum',
  chain: 'link_chain',
  amount: 'link_amount',
  'other-call': 'link_other_call',
} as const satisfies Record<PaymentLinkFault, MessageKey>

/** What a link asks for, and what stands in the way of paying it from here. */
export interface LinkReading {
  /** A transfer. */
  link: PaymentLink | null
  /** A permit up to a maximum. */
  maximum: MaximumLink | null
  fault: PaymentLinkFault | null
  /** The other network that the link is for. */
  elsewhere: number | null
  /** It asks for a token that is not on the list. */
  isUnlisted: boolean
  /** Whether a payment can be reviewed with this link, or without one. */
  isPayable: boolean
}

/** @param here `chainId` of the selected network, `assets` of the selected account */
export function readLink(text: string, here: { chainId: number | undefined; assets: readonly Asset[] }): LinkReading {
  const nothing = { link: null, maximum: null, fault: null, elsewhere: null, isUnlisted: false }
  if (text.trim() === '') return { ...nothing, isPayable: true }
  const asked = readMaximumLink(text)
  const read = asked.ok ? asked : readPaymentLink(text)
  if (!read.ok) {
    // A permit that names no maximum is refused for what is wrong with it, and not because it is no transfer.
    const fault = !asked.ok && asked.fault !== 'other-call' ? asked.fault : read.fault
    return { ...nothing, fault, isPayable: false }
  }
  const { chainId, token } = read.link
  const elsewhere = chainId !== null && chainId !== here.chainId ? chainId : null
  const isUnlisted = token !== null && !here.assets.some(asset => isSameAddress(asset.token, token))
  const isPayable = elsewhere === null && !isUnlisted
  return {
    ...nothing,
    ...(asked.ok ? { maximum: asked.link } : { link: read.link as PaymentLink }),
    elsewhere,
    isUnlisted,
    isPayable,
  }
}
