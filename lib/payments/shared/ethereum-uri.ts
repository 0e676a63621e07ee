import type { Address } from 'viem'
import { checksumOf, getAddress } from '@/lib/base/checksum'

/** An `ethereum:` link by its grammar (ERC-681 §Syntax), before anything of it is understood. */
export interface EthereumUri {
  /** The called contract, or without a call whom the chain's currency goes to. */
  target: Address
  /** `null` where the link names none. */
  chainId: number | null
  /** The function's name; `null` without a call. */
  call: string | null
  /**
   * Names and values in their order. Arguments of a call are named by their type, so a name may come twice. Gas is the
   * wallet's own business (ERC-681 §Semantics), and names such as `label` are for other readers: both are left out.
   */
  parameters: readonly (readonly [name: string, value: string])[]
  /** What the payee says that it is for, unread (`message`, as in BIP-21). `null` where the link does not say. */
  message: string | null
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
/** Names of parameters that may change who gets what: such a parameter is read, or the link is refused. */
const meaningful =
  /^(?:(?:u?int|bytes)\d*|address|bool|string|function)(?:\[\d*\])*$|^(?:value|amount|data|input|calldata|to|from|recipient|token|asset|contract\w*|chain\w*|network|req-.*)$/i

/**
 * Reads what other programs write: also `ethereum://`, chain ids in hex, `%40` for the at sign, capitals of QR codes.
 * @see ERC-681 §Syntax
 */
export function readEthereumUri(text: string): { ok: true; uri: EthereumUri } | { ok: false; fault: PaymentLinkFault } {
  const refuse = (fault: PaymentLinkFault) => ({ ok: false, fault }) as const
  const trimmed = text.trim()
  const written = /^ethereum%3a/i.test(trimmed) ? decoded(trimmed) : trimmed
  const match =
    text.length > longestLink
      ? null
      : /^ethereum:(?:\/\/)?(?:pay-)?([^@%/?#\s]+)(?:(?:@|%40)([^/?#\s]*))?(?:\/([^?#\s]*))?(?:\?([^#\s]*))?$/i.exec(
          written,
        )
  if (match === null) return refuse('not-a-link')
  const [, targetText = '', chainText, call = '', query = ''] = match
  const target = readLinkAddress(targetText)
  if (target === 'checksum') return refuse('checksum')
  if (target === null) return refuse('named-recipient')
  if (chainText !== undefined && !/^(?:0x0*[1-9a-f][\da-f]{0,12}|[1-9]\d{0,14})$/i.test(chainText))
    return refuse('chain')
  const named = readParameters(query)
  if (named === null) return refuse('not-a-link')
  const parameters = named.filter(([name]) => meaningful.test(name))
  const message = named.find(([name]) => name === 'message')?.[1] ?? null
  const chainId = chainText === undefined ? null : Number(chainText)
  return { ok: true, uri: { target, chainId, call: call === '' ? null : call, parameters, message } }
}

/**
 * The arguments of a call, if they have exactly these types in this order.
 * @returns the values; `null` for other arguments
 */
export function argumentsOf({ parameters }: EthereumUri, types: readonly string[]): string[] | null {
  const fits = parameters.length === types.length && parameters.every(([name], index) => name === types[index])
  return fits ? parameters.map(([, value]) => value) : null
}

/** The link of a call, its arguments named by their types. */
export function writeCall(target: Address, chainId: number | null, call: string, given: [string, string][]): string {
  const chain = chainId === null ? '' : `@${chainId}`
  return `ethereum:${getAddress(target)}${chain}/${call}?${given.map(part => part.join('=')).join('&')}`
}

export function readLinkAddress(text: string): Address | 'checksum' | null {
  const digits = /^0x([\da-f]{40})$/i.exec(text)?.[1]
  if (digits === undefined) return null
  return checksumOf(`0x${digits}`).kind === 'wrong' ? 'checksum' : getAddress(`0x${digits.toLowerCase()}`)
}

/**
 * ERC-681 `number`: digits, a fraction, a power of ten; an integer in the end. `2.014e18` is what its authors write.
 */
export function readLinkNumber(text: string): bigint | null {
  const match = /^\+?(?=\.?\d)(\d{0,78})(?:\.(\d{1,78}))?(?:e\+?0*(\d{1,2}))?$/i.exec(text)
  if (match === null) return null
  const [, whole = '', fraction = '', power = '0'] = match
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > Number(power)) return null
  const units = BigInt(`${whole}${significant.padEnd(Number(power), '0')}`)
  return units <= mostUnits ? units : null
}

/** What the link says of its payment; `null` where a parameter has no value. */
function readParameters(query: string): [string, string][] | null {
  const parameters: [string, string][] = []
  for (const part of query.split('&').filter(Boolean)) {
    const at = part.indexOf('=')
    if (at <= 0) return null
    parameters.push([decoded(part.slice(0, at)), decoded(part.slice(at + 1))])
  }
  return parameters
}

/** The text with its escapes resolved; as it is where they are none. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign of its own: the text has no escapes.
    return text
  }
}
