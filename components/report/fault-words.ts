import { failureSentence, lookUp } from '@/components/app'
import { type FailureCode, failureCodes } from '@/lib/base/failure'
import type { FaultView } from '@/lib/language/faults'

/** What a person reads of an error, one text for each of these. */
export type FaultMeaning =
  | 'endpoint-silent'
  | 'endpoint-garbage'
  | 'endpoint-busy'
  | 'endpoint-other-chain'
  | 'endpoint-refused'
  | 'address-not-allowed'
  | 'target-gone'
  | 'no-room'
  | 'storage-refused'
  | 'script-missing'
  | 'wrong-form'
  | 'own-code'
  | 'other'

const ofRpc: Readonly<Record<string, FaultMeaning>> = {
  unreachable: 'endpoint-silent',
  timeout: 'endpoint-silent',
  'not-json-rpc': 'endpoint-garbage',
  'invalid-reply': 'endpoint-garbage',
  'rate-limited': 'endpoint-busy',
  unavailable: 'endpoint-busy',
  'wrong-chain': 'endpoint-other-chain',
  'not-allowed': 'address-not-allowed',
}

const ofMessage: Readonly<Record<string, FaultMeaning>> = {
  'extension-replaced': 'target-gone',
  'nobody-listens': 'target-gone',
  'no-such-tab': 'target-gone',
  'no-such-window': 'target-gone',
  'fetch-failed': 'endpoint-silent',
  'script-missing': 'script-missing',
  'not-json': 'wrong-form',
  quota: 'no-room',
  'database-closed': 'storage-refused',
}

const ofClass: Readonly<Record<string, FaultMeaning>> = {
  $ZodError: 'wrong-form',
  SyntaxError: 'wrong-form',
  QuotaExceededError: 'no-room',
  TypeError: 'own-code',
  RangeError: 'own-code',
  ReferenceError: 'own-code',
  AbortError: 'storage-refused',
  ConstraintError: 'storage-refused',
  DataError: 'storage-refused',
  InvalidStateError: 'storage-refused',
  TransactionInactiveError: 'storage-refused',
  UnknownError: 'storage-refused',
}

type Meant = Pick<FaultView, 'kind' | 'message'>

/** Which text says what happened; `null` for a failure, which has a sentence of its own. */
export function meaningOfFault({ kind, message }: Meant): FaultMeaning | null {
  if (failureCodeOf(kind) !== null) return null
  if (kind.startsWith('RpcError/')) return ofRpc[kind.slice('RpcError/'.length)] ?? 'endpoint-refused'
  return (message === null ? undefined : ofMessage[message]) ?? ofClass[kind] ?? 'other'
}

/** What happened, in a sentence. */
export function whatHappened(fault: Meant): string {
  const meaning = meaningOfFault(fault)
  const code = failureCodeOf(fault.kind)
  if (meaning === null && code !== null) return failureSentence({ code, details: {} })
  return lookUp(`fault_${meaning ?? 'other'}`) ?? ''
}

/** The part of the wallet in which it happened. */
export function whereItHappened({ where }: Pick<FaultView, 'where'>): string {
  return lookUp(`fault_at_${where}`) ?? where
}

function failureCodeOf(kind: string): FailureCode | null {
  const code = kind.startsWith('Failure/') ? kind.slice('Failure/'.length) : null
  return failureCodes.find(known => known === code && known !== 'unknown') ?? null
}
