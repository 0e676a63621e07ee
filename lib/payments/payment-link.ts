import type { Address, Hash } from 'viem'
import { getAddress, isAddress } from 'viem/utils'

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
}

export type PaymentLinkFault =
  | 'not-a-link'
  /** A name that only a name service could resolve. */
  | 'named-recipient'
  | 'checksum'
  | 'chain'
  | 'amount'
  /** A function other than a transfer, or parameters that are not its own. */
  | 'other-call'

const nativeParameters = ['value', 'gas', 'gasLimit', 'gasPrice']
const longestLink = 2_000
const mostUnits = 2n ** 256n - 1n

/**
 * Reads a payment link. Only what is a plain transfer is taken: `ethereum:<to>@<chain>?value=`,
 * `ethereum:<token>@<chain>/transfer?address=&uint256=`, and the same with `transferWithMemo` and `bytes32=`. Gas
 * parameters are the wallet's own business and are passed over (ERC-681 §Semantics).
 */
export function readPaymentLink(
  text: string,
): { ok: true; link: PaymentLink } | { ok: false; fault: PaymentLinkFault } {
  const refuse = (fault: PaymentLinkFault) => ({ ok: false, fault }) as const
  const match =
    text.length > longestLink
      ? null
      : /^ethereum:(?:pay-)?([^@/?#\s]+)(?:@([^/?#\s]*))?(?:\/([^?#\s]*))?(?:\?([^#\s]*))?$/i.exec(text.trim())
  if (match === null) return refuse('not-a-link')
  const [, targetText = '', chainText, call, query = ''] = match
  const target = readAddress(targetText)
  if (target === 'checksum') return refuse('checksum')
  if (target === null) return refuse('named-recipient')
  if (chainText !== undefined && !/^[1-9]\d{0,14}$/.test(chainText)) return refuse('chain')
  const chainId = chainText === undefined ? null : Number(chainText)
  const parameters = readParameters(query)
  if (parameters === null) return refuse('not-a-link')

  if (call === undefined || call === '') {
    if ([...parameters.keys()].some(name => !nativeParameters.includes(name))) return refuse('other-call')
    const value = parameters.get('value')
    const amount = value === undefined ? null : readNumber(value)
    if (value !== undefined && amount === null) return refuse('amount')
    return { ok: true, link: { chainId, to: target, token: null, amount, memo: null } }
  }

  const withMemo = call === 'transferWithMemo'
  if (call !== 'transfer' && !withMemo) return refuse('other-call')
  const allowed = ['address', 'uint256', ...(withMemo ? ['bytes32'] : []), 'gas', 'gasLimit', 'gasPrice']
  if ([...parameters.keys()].some(name => !allowed.includes(name))) return refuse('other-call')
  const to = readAddress(parameters.get('address') ?? '')
  if (to === 'checksum') return refuse('checksum')
  if (to === null) return refuse(parameters.has('address') ? 'named-recipient' : 'other-call')
  const units = parameters.get('uint256')
  const amount = units === undefined ? null : readNumber(units)
  if (units !== undefined && amount === null) return refuse('amount')
  const memo = parameters.get('bytes32') ?? null
  if (withMemo && !isMemo(memo)) return refuse('other-call')
  return { ok: true, link: { chainId, to, token: target, amount, memo: isMemo(memo) ? memo : null } }
}

/** The link that says the same. @throws RangeError for a memo without a token: no plain transfer carries one */
export function writePaymentLink({ chainId, to, token, amount, memo }: PaymentLink): string {
  const chain = chainId === null ? '' : `@${chainId}`
  if (token === null) {
    if (memo !== null) throw new RangeError('only a token transfer carries a memo')
    return `ethereum:${getAddress(to)}${chain}${amount === null ? '' : `?value=${amount}`}`
  }
  const parameters = [
    `address=${getAddress(to)}`,
    ...(amount === null ? [] : [`uint256=${amount}`]),
    ...(memo === null ? [] : [`bytes32=${memo}`]),
  ]
  const call = memo === null ? 'transfer' : 'transferWithMemo'
  return `ethereum:${getAddress(token)}${chain}/${call}?${parameters.join('&')}`
}

function readAddress(text: string): Address | 'checksum' | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null
  const hasCase = text !== text.toLowerCase() && text.slice(2) !== text.slice(2).toUpperCase()
  if (hasCase && !isAddress(text, { strict: true })) return 'checksum'
  return getAddress(text.toLowerCase())
}

/** `null` where a parameter has no value, or the same name comes twice: what is ambiguous is not guessed. */
function readParameters(query: string): Map<string, string> | null {
  const parameters = new Map<string, string>()
  for (const part of query === '' ? [] : query.split('&')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at)
    if (at <= 0 || parameters.has(name)) return null
    parameters.set(name, part.slice(at + 1))
  }
  return parameters
}

/**
 * ERC-681 `number`: digits, a fraction, a power of ten; an integer in the end. `2.014e18` is what its authors write.
 */
function readNumber(text: string): bigint | null {
  const match = /^\+?(\d{1,78})(?:\.(\d{1,78}))?(?:[eE]\+?(\d{1,2}))?$/.exec(text)
  if (match === null) return null
  const [, whole = '', fraction = '', power = '0'] = match
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > Number(power)) return null
  const units = BigInt(`${whole}${significant.padEnd(Number(power), '0')}`)
  return units <= mostUnits ? units : null
}

function isMemo(value: string | null): value is Hash {
  return value !== null && /^0x[0-9a-fA-F]{64}$/.test(value)
}
