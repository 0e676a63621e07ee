import { Failure, failureIn } from '@/lib/base/failure'
import { failureOf, RpcError } from '@/lib/base/rpc/errors'
import { isProcedure, type ProcedureHandlers, procedures, readInput } from '@/lib/language/procedures'
import type { ProcedureName, SliceName, Slices, Surface } from '@/lib/language/ui'

/** What answers the pages. */
export interface UiService {
  procedures: Partial<ProcedureHandlers>
  /** Why procedures are missing. */
  refusal?: Failure
  isUnlocked(): Promise<boolean>
  slices: SliceSource
  /** A person uses one of the pages. */
  active(): void
}

export interface SliceSource {
  read<Name extends SliceName>(name: Name): Promise<Slices[Name]>
  /** Called when the set of slices that some page shows changes. */
  wanted(names: ReadonlySet<SliceName>): void
}

type Handlers = Pick<UiService, 'procedures' | 'refusal' | 'isUnlocked'>

/**
 * The one place where a call is checked: name, surface, lock and input, in this order, against the procedure's row.
 * @returns what carries the call out; where the answer is `null` it may resolve with nothing
 * @throws Failure `procedure-unknown` | `wrong-surface` | `locked` | `invalid-input` {field}, or the service's
 *   `refusal`; nothing has happened then
 */
export async function admit(
  service: Handlers,
  surface: Surface,
  procedure: string,
  input: unknown,
): Promise<() => Promise<unknown>> {
  // The name is not passed on: a text that is no name may be anything.
  if (!isProcedure(procedure)) throw new Failure('procedure-unknown')
  return admitKnown(service, surface, procedure, input)
}

async function admitKnown<Name extends ProcedureName>(
  { procedures: handlers, refusal, isUnlocked }: Handlers,
  surface: Surface,
  procedure: Name,
  input: unknown,
): Promise<() => Promise<unknown>> {
  const { surfaces, unlocked } = procedures[procedure]
  if (!surfaces.includes(surface)) throw new Failure('wrong-surface', { procedure, surface })
  const handler: ProcedureHandlers[Name] | undefined = handlers[procedure]
  if (handler === undefined) throw refusal ?? new Failure('procedure-unknown', { procedure })
  if (unlocked && !(await isUnlocked())) throw new Failure('locked', { procedure })
  const checked = readInput(procedure, input)
  return () => handler(checked)
}

/**
 * Any error as a `Failure`. If the error is neither a `Failure` nor from an endpoint, only its class is told: its text
 * may hold a secret.
 */
export function failureFrom(error: unknown): Failure {
  if (error instanceof RpcError) return failureOf(error)
  const failure = failureIn(error)
  if (failure !== null) return failure
  return new Failure('unknown', { message: error instanceof Error ? error.name : 'unknown' })
}
