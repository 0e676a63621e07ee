import { createContext, use } from 'react'
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '@/lib/language/ui'
import { useClient } from './client-context'

/** Opens a place of the wallet by its path. The popup shows its own screens, and leaves the others to the full tab. */
export const GoContext = createContext<(path: string) => void>(() => undefined)

/** The path of the row whose detail stands beside the list. */
export const ChosenContext = createContext<string | null>(null)

export function useGo(): (path: string) => void {
  return use(GoContext)
}

/** Shows a decision of the wallet's own, by the id of its approval. */
export function useReview(): (approvalId: string) => void {
  const go = useGo()
  return approvalId => go(`/review/${approvalId}`)
}

type Proposing = {
  [Name in ProcedureName]: ProcedureOutput<Name> extends { approvalId: string } ? Name : never
}[ProcedureName]

/** Proposes a decision of the wallet's own, and shows it. */
export function usePropose(): <Name extends Proposing>(procedure: Name, input: ProcedureInput<Name>) => Promise<void> {
  const client = useClient()
  const review = useReview()
  return async (procedure, input) => {
    // Each of these procedures answers so; the compiler does not see it through the type of a name.
    const { approvalId } = (await client.call(procedure, input)) as { approvalId: string }
    review(approvalId)
  }
}
