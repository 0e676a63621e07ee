import type { NetworkId } from './network-id'
/** Where a fault was caught: one name for each part of the wallet that a person can be told about. */
export const faultPlaces = [
  'approval-window',
  'approvals',
  'balances',
  'confirmations',
  'database',
  'endpoint',
  'faucet',
  'fraud-list',
  'keys',
  'lists',
  'networks',
  'notifications',
  'page-scripts',
  'payments',
  'screen',
  'screen-call',
  'sites',
  'socket',
  'transactions',
  'worker',
] as const
export type FaultPlace = (typeof faultPlaces)[number]

/** An error as the log keeps it: words from closed lists and small numbers, never a text of the error itself. */
export interface FaultNature {
  /**
   * `Failure/<code>`, `RpcError/<kind>`, the name of another error's class, or `no-error` for a thrown value that is no
   * error.
   */
  kind: string
  /** The same of the innermost cause; `null` where there is none. */
  cause: string | null
  /** Which of the known messages of browsers it carried (`lib/base/describe-fault.ts`); `null` for any other. */
  message: string | null
  /** The JSON-RPC error code of an endpoint, where it is one of the registered ones. */
  code: number | null
  /** `<script>:<line>:<column>` of the innermost frame in a script of the wallet. */
  position: string | null
}

/** The fault log, as the parts of the wallet see it. */
export interface Faults {
  /**
   * Notes an error that nobody else is told about. Never throws. An error that was reported before, itself or as a
   * cause, is not noted again.
   * @param networkId of the network that the error is about
   */
  report(where: FaultPlace, error: unknown, networkId?: NetworkId): void
}
