import type { FaultPlace, Faults } from './types'

/** For a test in which nothing may go wrong unseen: a fault is thrown, and with it the test fails. */
export const noFaults: Faults = {
  report(where, error) {
    throw new Error(`a fault at ${where}`, { cause: error })
  },
}

/** What was reported, in its order. */
export function recordFaults(): Faults & {
  seen: { where: FaultPlace; error: unknown; chainId: number | undefined }[]
} {
  const seen: { where: FaultPlace; error: unknown; chainId: number | undefined }[] = []
  return { seen, report: (where, error, chainId) => void seen.push({ where, error, chainId }) }
}
