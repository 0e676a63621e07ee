import type { ProcedureName } from './procedures'
import type { SliceName, Slices } from './slices'
import type { FailureView, SelectionView, TransactionView } from './views'

/**
 * Start here. The extension's own pages and the worker speak over the runtime port `ui`:
 *
 * - A page calls a procedure and gets one answer. `procedures.ts` has a row for each: input, output, which pages may
 *   call it, whether the wallet must be unlocked, whether a page may repeat it after the worker died.
 * - A page subscribes to slices and is sent each value, again with every change. `slices.ts` has a row for each:
 *   first value, whether a locked wallet hides it, whether it is kept for the next page's first paint, which pages show
 *   it at once.
 *
 * `procedure-row.ts` says what the columns of a procedure's row mean; `views.ts`, `payments.ts`, `desk.ts` and
 * `http402.ts` hold the types of the values. Amounts are hex quantities in the smallest unit; times are milliseconds
 * since the epoch. What websites say to the worker is in `dapp.ts`.
 */

export type { Surface } from './procedure-row'
export type { ProcedureInput, ProcedureName, ProcedureOutput } from './procedures'
export type { Page, SliceName, Slices } from './slices'
export type * from './views'

export const uiPortName = 'ui'

/** Page → worker. */
export type UiRequest =
  | { kind: 'call'; id: number; procedure: ProcedureName; input: unknown }
  | { kind: 'subscribe'; slices: SliceName[] }
  /** A person uses the page: the lock deadline moves. */
  | { kind: 'active' }

/** Worker → page. */
export type UiResponse =
  | { kind: 'result'; id: number; output: unknown }
  | { kind: 'failure'; id: number; failure: FailureView }
  | { [Name in SliceName]: { kind: 'slice'; name: Name; value: Slices[Name] } }[SliceName]
  /** One row of `activity`, new or changed, instead of all of them. */
  | { kind: 'activity-row'; row: TransactionView }

/** Key in session storage of the deadline in {@link StoredSnapshot}. */
export const snapshotKey = 'snapshot'
/** @returns the key in session storage of one value in {@link StoredSnapshot} */
export const snapshotKeyOf = (name: string) => `${snapshotKey}:${name}`
/** @returns the key in session storage of the last `BalanceView` of an account on a network */
export const balanceKeyOf = ({ networkId, address }: Pick<SelectionView, 'networkId' | 'address'>) =>
  snapshotKeyOf(`balance ${networkId} ${address}`)

/** The values that the next page paints before the worker answers. */
export interface StoredSnapshot {
  /** Past this time the snapshot must not be painted; `null`: no deadline. */
  lockAt: number | null
  slices: Partial<Slices>
}
