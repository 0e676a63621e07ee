export interface Scale {
  /** Largest value shown, a round number of milliseconds. */
  end: number
  ticks: number[]
}

const steps = [50, 100, 200, 250, 500, 1_000, 2_000, 2_500, 5_000, 10_000, 20_000, 30_000, 60_000]

/** A scale from zero with two to five steps of a round length. */
export function scaleFor(values: readonly number[]): Scale {
  const largest = Math.max(1, ...values)
  const step = steps.find(candidate => largest / candidate <= 5) ?? Math.ceil(largest / 5 / 60_000) * 60_000
  const count = Math.max(1, Math.ceil(largest / step))
  return { end: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) }
}

/** Ms. Networks differ by a factor of a thousand, so they are compared on a scale of powers of ten. */
export const comparisonTicks = [10, 100, 1_000, 10_000, 60_000] as const
const [shortest, , , , longest] = comparisonTicks

/** @returns where a time lies between the first and the last tick, from 0 to 1; what is beyond lies at the end */
export function placeInComparison(ms: number): number {
  const within = Math.min(longest, Math.max(shortest, ms))
  return Math.log(within / shortest) / Math.log(longest / shortest)
}
