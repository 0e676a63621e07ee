import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem/utils'

/** An `ethereum:` link by its grammar (ERC-681 §Syntax), before anything of it is understood. */
export interface EthereumUri {
  /** The called contract, or without a call whom the chain's currency goes to. */
  target: Address
  /** `null` where the link names none. */
  chainId: number | null
  /** The function's name; `null` without a call. */
  call: string | null
  /** Names and values in their order. Arguments of a call are named by their type, so a name may come twice. */
  parameters: readonly (readonly [name: string, value: string])[]
}

export type PaymentLinkFault =
  | 'not-a-link'
  /** A name that only a name service could resolve. */
  | 'named-recipient'
  | 'checksum'
  | 'chain'
  | 'amount'
  /** A function that is no payment, or parameters that are not its own. */
  | 'other-call'

const longestLink = 2_000
const mostUnits = 2n ** 256n - 1n
const gasParameters = ['gas', 'gasLimit', 'gasPrice']

export function readEthereumUri(text: string): { ok: true; uri: EthereumUri } | { ok: false; fault: PaymentLinkFault } {
  const refuse = (fault: PaymentLinkFault) => ({ ok: false, fault }) as const
  const match =
    text.length > longestLink
      ? null
      : /^ethereum:(?:pay-)?([^@/?#\s]+)(?:@([^/?#\s]*))?(?:\/([^?#\s]*))?(?:\?([^#\s]*))?$/i.exec(text.trim())
  if (match === null) return refuse('not-a-link')
  const [, targetText = '', chainText, call = '', query = ''] = match
  const target = readLinkAddress(targetText)
  if (target === 'checksum') return refuse('checksum')
  if (target === null) return refuse('named-recipient')
  if (chainText !== undefined && !/^[1-9]\d{0,14}$/.test(chainText)) return refuse('chain')
  const parameters = readParameters(query)
  if (parameters === null) return refuse('not-a-link')
  const chainId = chainText === undefined ? null : Number(chainText)
  return { ok: true, uri: { target, chainId, call: call === '' ? null : call, parameters } }
}

/**
 * The arguments of a call, if they have exactly these types in this order.
 * @returns the values; `null` for other arguments. Gas is the wallet's own business and is passed over
 */
export function argumentsOf({ parameters }: EthereumUri, types: readonly string[]): string[] | null {
  const given = parameters.filter(([name]) => !gasParameters.includes(name))
  const fits = given.length === types.length && given.every(([name], index) => name === types[index])
  return fits ? given.map(([, value]) => value) : null
}

/** The link of a call, its arguments named by their types. */
export function writeCall(target: Address, chainId: number | null, call: string, given: [string, string][]): string {
  const chain = chainId === null ? '' : `@${chainId}`
  return `ethereum:${getAddress(target)}${chain}/${call}?${given.map(part => part.join('=')).join('&')}`
}

export function readLinkAddress(text: string): Address | 'checksum' | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null
  const hasCase = text !== text.toLowerCase() && text.slice(2) !== text.slice(2).toUpperCase()
  if (hasCase && !isAddress(text, { strict: true })) return 'checksum'
  return getAddress(text.toLowerCase())
}

/**
 * ERC-681 `number`: digits, a fraction, a power of ten; an integer in the end. `2.014e18` is what its authors write.
 */
export function readLinkNumber(text: string): bigint | null {
  const match = /^\+?(\d{1,78})(?:\.(\d{1,78}))?(?:[eE]\+?(\d{1,2}))?$/.exec(text)
  if (match === null) return null
  const [, whole = '', fraction = '', power = '0'] = match
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > Number(power)) return null
  const units = BigInt(`${whole}${significant.padEnd(Number(power), '0')}`)
  return units <= mostUnits ? units : null
}

/** `null` where a parameter has no value. */
function readParameters(query: string): [string, string][] | null {
  const parameters: [string, string][] = []
  for (const part of query === '' ? [] : query.split('&')) {
    const at = part.indexOf('=')
    if (at <= 0) return null
    parameters.push([part.slice(0, at), part.slice(at + 1)])
  }
  return parameters
}
