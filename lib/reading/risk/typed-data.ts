import { permit2Address } from '@/lib/reading/calls/published-contracts'
import { contractOf } from '@/lib/reading/typed-data/typed-data'
import type { TypedDataKind } from '@/lib/reading/typed-data/typed-data-types'
import { hiddenCharacters } from './message'
import { exchangeMoves, orderBalance, orderTerms, signedCalls, signedEffects } from './orders'
import {
  channelDelay,
  delegation,
  escrowFee,
  networkClock,
  permitAmount,
  permitBalance,
  permitDuration,
  permitLookAlike,
  permitOwner,
  permitSpender,
  permitTokens,
  signaturePayment,
} from './permits'
import { type Risk, risk, worstFirst } from './risk'
import type { TypedDataFacts, TypedDataRule } from './typed-data-facts'

/** Kinds that no contract verifies; their domains name no chain, or chain 1. */
const withoutContract: ReadonlySet<TypedDataKind> = new Set(['x402-offer', 'x402-receipt', 'escrow-payment'])

/** Kinds that an exchange checks by itself: their domain names the zero address. */
const ofExchange: ReadonlySet<TypedDataKind> = new Set(['exchange-transfer', 'exchange-withdrawal', 'exchange-agent'])

/**
 * Risk of a domain without a chain id: the signature is valid on every chain.
 * @see EIP-712, domainSeparator
 */
const domainWithoutChain: TypedDataRule = ({ typedData, meaning }) =>
  typedData.domain.chainId !== undefined || (meaning !== null && withoutContract.has(meaning.kind))
    ? []
    : [risk(meaning === null ? 'caution' : 'danger', 'domain-without-chain')]

/**
 * Risk of a verifying contract without code: nothing checks the signature, and anyone may deploy a contract there
 * later. Known kinds are not signed then, but for a network for testing, where the contract may be made later. Unknown
 * typed data may name an address only as an identifier.
 */
const contractWithoutCode: TypedDataRule = ({ typedData, meaning, hasCode, isTestNetwork }) => {
  const contract = contractOf(typedData)
  if (contract === null || hasCode(contract) !== false) return []
  if (meaning !== null && ofExchange.has(meaning.kind)) return []
  return meaning === null
    ? [risk('caution', 'contract-without-code', { contract })]
    : [risk('danger', isTestNetwork ? 'contract-not-there-yet' : 'contract-missing', { contract })]
}

/**
 * Risk of an own account as verifying contract. Only the account's own code uses it (EIP-7702, ERC-4337): not signed.
 */
const ownAccountAsContract: TypedDataRule = ({ typedData, isOwn }) => {
  const contract = contractOf(typedData)
  return contract !== null && isOwn(contract) ? [risk('danger', 'contract-is-own-account', { contract })] : []
}

/** Risk of a contract that claims to be Permit2, which has one address on all chains. */
const notPermit2: TypedDataRule = ({ typedData, meaning }) => {
  const claims = meaning?.kind.startsWith('permit2') === true || typedData.domain.name === 'Permit2'
  const contract = contractOf(typedData)
  return claims && contract !== permit2Address
    ? [risk('danger', 'not-the-permit-contract', { contract: contract ?? '' })]
    : []
}

/** Risk of a Permit2 witness of an unknown type: the wallet cannot show what it says. */
const unknownWitness: TypedDataRule = ({ meaning }) =>
  meaning?.kind === 'permit2-unknown-witness' ? [risk('caution', 'witness-unknown')] : []

const rules: readonly TypedDataRule[] = [
  permitAmount,
  permitBalance,
  permitDuration,
  permitSpender,
  permitOwner,
  permitTokens,
  permitLookAlike,
  signedEffects,
  orderTerms,
  orderBalance,
  signedCalls,
  exchangeMoves,
  signaturePayment,
  notPermit2,
  contractWithoutCode,
  ownAccountAsContract,
  domainWithoutChain,
  unknownWitness,
  delegation,
  escrowFee,
  channelDelay,
  networkClock,
  ({ typedData }) => hiddenCharacters([typedData.domain, typedData.message]),
]

/** All risks of signing typed data, worst first. */
export function typedDataRisks(facts: TypedDataFacts): Risk[] {
  return worstFirst(rules.flatMap(rule => rule(facts)))
}
