import type { Address, Hex } from 'viem'
import { isHex } from 'viem/utils'
import { getAddress } from '@/lib/base/checksum'
import { authorization, permit, type TokenDomain } from './authorization-templates'
import { argumentsOf, readEthereumUri, readLinkAddress, readLinkNumber, writeCall } from './ethereum-uri'

/**
 * A payment that its payer signed, as a link (ERC-681): the call of the token that hands it in, with all its
 * arguments. A transfer authorization is `transferWithAuthorization` or `receiveWithAuthorization` (EIP-3009), a permit
 * is `permit` with the signature in one piece (ERC-7597).
 */
export interface SignedLink {
  kind: 'transfer' | 'receive' | 'permit'
  /** `null` where the link names none. */
  chainId: number | null
  token: Address
  owner: Address
  /** Whom it pays; of a permit, the contract that may take it. */
  payee: Address
  /** Smallest unit. */
  value: bigint
  /** Unix seconds; 0 for a permit. */
  validAfter: bigint
  /** Unix seconds; of a permit, its deadline. */
  validBefore: bigint
  /** `null` for a permit: its number is the owner's next one at the token. */
  nonce: Hex | null
  signature: Hex
}

const calls = {
  transfer: 'transferWithAuthorization',
  receive: 'receiveWithAuthorization',
  permit: 'permit',
} as const
const authorizationTypes = ['address', 'address', 'uint256', 'uint256', 'uint256', 'bytes32', 'bytes']
const permitTypes = ['address', 'address', 'uint256', 'uint256', 'bytes']

/** @returns `null` for whatever is no such link */
export function readSignedLink(text: string): SignedLink | null {
  const read = readEthereumUri(text)
  if (!read.ok) return null
  const { chainId, target: token, call } = read.uri
  const kind = (['transfer', 'receive', 'permit'] as const).find(each => calls[each] === call)
  if (kind === undefined) return null
  const given = argumentsOf(read.uri, kind === 'permit' ? permitTypes : authorizationTypes)
  if (given === null) return null
  const [owner, payee] = given.slice(0, 2).map(readLinkAddress)
  const [value, ...times] = given.slice(2, kind === 'permit' ? 4 : 5).map(readLinkNumber)
  const [nonce, signature] = kind === 'permit' ? [null, given[4]] : [given[5], given[6]]
  const [validAfter, validBefore] = kind === 'permit' ? [0n, times[0]] : times
  if (!isAddress(owner) || !isAddress(payee) || value == null || validAfter == null || validBefore == null) return null
  if (!isHex(signature) || (nonce !== null && !(isHex(nonce) && nonce.length === 66))) return null
  return { kind, chainId, token, owner, payee, value, validAfter, validBefore, nonce, signature }
}

/**
 * The link of what was signed.
 * @param typedData JSON text
 * @returns `null` for kinds of typed data that no such call hands in
 */
export function writeSignedLink(typedData: string, signature: Hex): string | null {
  const { domain, primaryType, message }: Signed = JSON.parse(typedData)
  const kind = kinds[primaryType ?? '']
  const chainId = Number(domain?.chainId)
  const token = domain?.verifyingContract
  if (kind === undefined || message === undefined || token === undefined || !Number.isSafeInteger(chainId)) return null
  const field = (name: string) => String(message[name])
  const given: [string, string][] =
    kind === 'permit'
      ? [
          ['address', field('owner')],
          ['address', field('spender')],
          ['uint256', field('value')],
          ['uint256', field('deadline')],
        ]
      : [
          ['address', field('from')],
          ['address', field('to')],
          ['uint256', field('value')],
          ['uint256', field('validAfter')],
          ['uint256', field('validBefore')],
          ['bytes32', field('nonce')],
        ]
  const checked = given.map(([type, value]): [string, string] => [
    type,
    type === 'address' ? getAddress(value.toLowerCase()) : value,
  ])
  return writeCall(token, chainId, calls[kind], [...checked, ['bytes', signature]])
}

/** What was signed, as JSON text of typed data. @param permitNonce the owner's number at the token */
export function typedDataOf(link: SignedLink, domain: TokenDomain, permitNonce: bigint): string {
  const { kind, owner, payee, value, validAfter, validBefore, nonce } = link
  return kind === 'permit' || nonce === null
    ? permit(domain, { owner, spender: payee, value, nonce: permitNonce, deadline: validBefore })
    : authorization(domain, {
        from: owner,
        to: payee,
        value,
        validAfter,
        validBefore,
        nonce,
        receive: kind === 'receive',
      })
}

interface Signed {
  domain?: { chainId?: unknown; verifyingContract?: Address }
  primaryType?: string
  message?: Record<string, unknown>
}

const kinds: Readonly<Record<string, SignedLink['kind'] | undefined>> = {
  TransferWithAuthorization: 'transfer',
  ReceiveWithAuthorization: 'receive',
  Permit: 'permit',
}

function isAddress(read: Address | 'checksum' | null | undefined): read is Address {
  return read != null && read !== 'checksum'
}
