import type { Address } from 'viem'
import { getAddress } from '@/lib/base/checksum'
import {
  argumentsOf,
  type PaymentLinkFault,
  readEthereumUri,
  readLinkAddress,
  readLinkNumber,
  writeCall,
} from './ethereum-uri'

/**
 * What a seller asks for whose price is known only later: a permit (EIP-2612) for a checkout contract, which takes what
 * is due. Nothing of it is believed before the contract was asked.
 */
export interface MaximumLink {
  /** `null` where the link names none. */
  chainId: number | null
  token: Address
  /** The checkout contract: the spender of the permit. */
  contract: Address
  /** Smallest unit. */
  most: bigint
  /** Unix seconds: the permit's deadline. */
  until: bigint
}

/**
 * Reads `ethereum:<token>@<chain>/permit?address=<contract>&uint256=<most>&uint256=<until>` (ERC-681): of the arguments
 * of EIP-2612 `permit` the three that the seller knows, in its order. The owner and the signature are the payer's.
 */
export function readMaximumLink(
  text: string,
): { ok: true; link: MaximumLink } | { ok: false; fault: PaymentLinkFault } {
  const refuse = (fault: PaymentLinkFault) => ({ ok: false, fault }) as const
  const read = readEthereumUri(text)
  if (!read.ok) return read
  const { uri } = read
  const given = uri.call === 'permit' ? argumentsOf(uri, ['address', 'uint256', 'uint256']) : null
  if (given === null) return refuse('other-call')
  const [contractText = '', mostText = '', untilText = ''] = given
  const contract = readLinkAddress(contractText)
  if (contract === 'checksum') return refuse('checksum')
  if (contract === null) return refuse('named-recipient')
  const [most, until] = [readLinkNumber(mostText), readLinkNumber(untilText)]
  if (most === null || most === 0n || until === null) return refuse('amount')
  return { ok: true, link: { chainId: uri.chainId, token: uri.target, contract, most, until } }
}

/** The link that says the same. */
export function writeMaximumLink({ chainId, token, contract, most, until }: MaximumLink): string {
  return writeCall(token, chainId, 'permit', [
    ['address', getAddress(contract)],
    ['uint256', `${most}`],
    ['uint256', `${until}`],
  ])
}
