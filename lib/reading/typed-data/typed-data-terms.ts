import type { Address } from 'viem'
import { contractOf, readTypedData, type TypedData } from './typed-data'
import { isForEveryChain, meaningOf } from './typed-data-meaning'
import type { TypedDataKind } from './typed-data-types'

/** What is known of typed data before a decision about it is made. */
export interface TypedDataTerms {
  typedData: TypedData
  /** The verifying contract; `null` if the domain names none. */
  contract: Address | null
  /** A permit or authorization whose domain names no token: refused. */
  lacksTokenContract: boolean
  /** Its domain names a chain only for the form: no contract of that chain verifies it. */
  isForEveryChain: boolean
}

const ofToken: ReadonlySet<TypedDataKind | undefined> = new Set([
  'permit',
  'permit-all',
  'transfer-authorization',
  'receive-authorization',
  'cancel-authorization',
])

/**
 * @param given the typed data, as text or as an object
 * @throws TypedDataError
 */
export function typedDataTerms(given: unknown): TypedDataTerms {
  const typedData = readTypedData(given)
  const contract = contractOf(typedData)
  const lacksTokenContract = ofToken.has(meaningOf(typedData)?.kind) && contract === null
  return { typedData, contract, lacksTokenContract, isForEveryChain: isForEveryChain(typedData) }
}
