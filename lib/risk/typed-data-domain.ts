import { meaningOf, permit2Address, type TypedDataKind } from '@/lib/decoding/typed-data-meaning'
import { risk } from './risk'
import type { TypedDataFacts, TypedDataRule } from './typed-data-facts'

/** Signed for chain 1 on purpose, and for no contract. */
const withoutContract: ReadonlySet<TypedDataKind> = new Set(['x402-offer', 'x402-receipt', 'escrow-payment'])

/** Without chain or contract in its domain a signature counts in places the person was not told of. */
export const domainWithoutChain: TypedDataRule = ({ typedData, meaning }) =>
  typedData.domain.chainId !== undefined || (meaning !== null && withoutContract.has(meaning.kind))
    ? []
    : [risk(meaning === null ? 'caution' : 'danger', 'domain-without-chain')]

/**
 * A contract that is not there cannot check anything, and may be put there later by anybody. What is known to be checked by it is not signed; other
 * typed data may name an address for no more than its name.
 */
export const contractWithoutCode: TypedDataRule = ({ typedData, meaning, hasCode }) => {
  const contract = contractOf(typedData)
  if (contract === null || hasCode(contract) !== false) return []
  return meaning === null
    ? [risk('caution', 'contract-without-code', { contract })]
    : [risk('danger', 'contract-missing', { contract })]
}

/** For an account as if it were a contract: nobody else should ever need it (EIP-7702, ERC-4337), so it is not signed. */
export const ownAccountAsContract: TypedDataRule = ({ typedData, isOwn }) => {
  const contract = contractOf(typedData)
  return contract !== null && isOwn(contract) ? [risk('danger', 'contract-is-own-account', { contract })] : []
}

/** Permit2 is one contract; another that calls itself so is after something. */
export const notPermit2: TypedDataRule = ({ typedData, meaning }) => {
  const claims = meaning?.kind.startsWith('permit2') === true || typedData.domain.name === 'Permit2'
  const contract = contractOf(typedData)
  return claims && contract !== permit2Address
    ? [risk('danger', 'not-the-permit-contract', { contract: contract ?? '' })]
    : []
}

/** What Permit2 is to check besides, nobody here can read. */
export const unknownWitness: TypedDataRule = ({ meaning }) =>
  meaning?.kind === 'permit2-unknown-witness' ? [risk('caution', 'witness-unknown')] : []

export function contractOf({ domain }: TypedDataFacts['typedData']): `0x${string}` | null {
  const contract = domain.verifyingContract
  return isAddress(contract) ? contract : null
}

/** A permit or authorization that names no token: refused, whatever else it says. */
export function isForNoToken(typedData: TypedDataFacts['typedData']): boolean {
  const kind = meaningOf(typedData)?.kind
  const ofToken: readonly (TypedDataKind | undefined)[] = [
    'permit',
    'permit-all',
    'transfer-authorization',
    'receive-authorization',
    'cancel-authorization',
  ]
  return ofToken.includes(kind) && contractOf(typedData) === null
}

function isAddress(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value)
}
