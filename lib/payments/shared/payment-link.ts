import type { Address, Hash } from 'viem'
import { getAddress } from '@/lib/base/checksum'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { type PaymentLinkFault, readEthereumUri, readLinkAddress, readLinkNumber, writeCall } from './ethereum-uri'

/** What an `ethereum:` link asks for (ERC-681): money to one address, on one chain, with or without an amount. */
export interface PaymentLink {
  /** `null` where the link names none. */
  chainId: number | null
  to: Address
  /** `null` for the chain's own currency. */
  token: Address | null
  /** Smallest unit; `null` where the payer chooses. */
  amount: bigint | null
  /** For tokens whose transfers carry one. */
  memo: Hash | null
  /** What the payee says that it is for, cleaned. Nobody vouches for that. */
  purpose?: string | undefined
}

/** Characters. */
export const longestPurpose = 100

/**
 * Reads a payment link. Only what is a plain transfer is taken: `ethereum:<to>@<chain>?value=`,
 * `ethereum:<token>@<chain>/transfer?address=&uint256=`, and the same with `transferWithMemo` and `bytes32=`.
 */
export function readPaymentLink(
  text: string,
): { ok: true; link: PaymentLink } | { ok: false; fault: PaymentLinkFault } {
  const refuse = (fault: PaymentLinkFault) => ({ ok: false, fault }) as const
  const read = readEthereumUri(text)
  if (!read.ok) return read
  const { target, chainId, call, message } = read.uri
  const stated = cleanForeignText(message ?? '', longestPurpose)
  const purpose = stated === '' ? {} : { purpose: stated }
  const parameters = new Map(read.uri.parameters)
  // What is ambiguous is not guessed.
  if (parameters.size < read.uri.parameters.length) return refuse('not-a-link')

  if (call === null) {
    if ([...parameters.keys()].some(name => name !== 'value')) return refuse('other-call')
    const value = parameters.get('value')
    const amount = value === undefined ? null : readLinkNumber(value)
    if (value !== undefined && amount === null) return refuse('amount')
    return { ok: true, link: { chainId, to: target, token: null, amount, memo: null, ...purpose } }
  }

  const withMemo = call === 'transferWithMemo'
  if (call !== 'transfer' && !withMemo) return refuse('other-call')
  const allowed = ['address', 'uint256', ...(withMemo ? ['bytes32'] : [])]
  if ([...parameters.keys()].some(name => !allowed.includes(name))) return refuse('other-call')
  const to = readLinkAddress(parameters.get('address') ?? '')
  if (to === 'checksum') return refuse('checksum')
  if (to === null) return refuse(parameters.has('address') ? 'named-recipient' : 'other-call')
  const units = parameters.get('uint256')
  const amount = units === undefined ? null : readLinkNumber(units)
  if (units !== undefined && amount === null) return refuse('amount')
  const memo = parameters.get('bytes32') ?? null
  if (withMemo && !isMemo(memo)) return refuse('other-call')
  return { ok: true, link: { chainId, to, token: target, amount, memo: isMemo(memo) ? memo : null, ...purpose } }
}

/** The link that says the same. @throws RangeError for a memo without a token: no plain transfer carries one */
export function writePaymentLink({ chainId, to, token, amount, memo, purpose }: PaymentLink): string {
  const chain = chainId === null ? '' : `@${chainId}`
  const message: [string, string][] = purpose === undefined ? [] : [['message', encodeURIComponent(purpose)]]
  if (token === null) {
    if (memo !== null) throw new RangeError('only a token transfer carries a memo')
    const said = [amount === null ? '' : `value=${amount}`, message.map(part => part.join('=')).join('')].filter(
      Boolean,
    )
    return `ethereum:${getAddress(to)}${chain}${said.length === 0 ? '' : `?${said.join('&')}`}`
  }
  return writeCall(token, chainId, memo === null ? 'transfer' : 'transferWithMemo', [
    ['address', getAddress(to)],
    ...(amount === null ? [] : [['uint256', `${amount}`] satisfies [string, string]]),
    ...(memo === null ? [] : [['bytes32', memo] satisfies [string, string]]),
    ...message,
  ])
}

function isMemo(value: string | null): value is Hash {
  return value !== null && /^0x[0-9a-fA-F]{64}$/.test(value)
}
