import type { FaultPlace, Faults } from './faults'

/** For a test in which nothing may go wrong unseen: a fault is thrown, and with it the test fails. */
export const noFaults: Faults = {
  report(where, error) {
    throw new Error(`a fault at ${where}`, { cause: error })
  },
}

/** What was reported, in its order. */
export function recordFaults(): Faults & {
  seen: { where: FaultPlace; error: unknown; networkId: number | undefined }[]
} {
  const seen: { where: FaultPlace; error: unknown; networkId: number | undefined }[] = []
  return { seen, report: (where, error, networkId) => void seen.push({ where, error, networkId }) }
}
