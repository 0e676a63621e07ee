import { contractOf, type TypedData } from './typed-data'
import { isForEveryChain, meaningOf } from './typed-data-meaning'
import type { TypedDataKind } from './typed-data-types'

/** What is known of typed data before a decision about it is made. */
export interface TypedDataTerms {
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

export function typedDataTerms(typedData: TypedData): TypedDataTerms {
  const lacksTokenContract = ofToken.has(meaningOf(typedData)?.kind) && contractOf(typedData) === null
  return { lacksTokenContract, isForEveryChain: isForEveryChain(typedData) }
}
