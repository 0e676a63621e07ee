/** A whole, in hundredths of a percent. */
export const totalBasisPoints = 10_000

export interface SplitLeg {
  basisPoints: number
  /** Smallest unit: the share rounded down, and what rounding left over where this is the leg that takes it. */
  amount: bigint
}

export interface Split {
  legs: SplitLeg[]
  /** What rounding down left over, in the smallest unit: less than there are legs. */
  remainder: bigint
}

export type SplitFault = 'no-legs' | 'too-many-legs' | 'not-basis-points' | 'not-a-whole' | 'remainder-nowhere'

/** The contract takes no more at once. */
export const mostLegs = 100

/**
 * Shares of an amount as the payouts contract computes them: every leg is `floor(amount × share / 10,000)`, and the
 * remainder goes to one of them.
 * @param amount in the smallest unit
 * @param basisPoints one integer a leg, 10,000 in all
 * @param remainderIndex the leg that takes the remainder
 */
export function splitAmount(
  amount: bigint,
  basisPoints: readonly number[],
  remainderIndex: number,
): { ok: true; split: Split } | { ok: false; fault: SplitFault } {
  if (basisPoints.length === 0) return { ok: false, fault: 'no-legs' }
  if (basisPoints.length > mostLegs) return { ok: false, fault: 'too-many-legs' }
  if (!basisPoints.every(share => Number.isInteger(share) && share > 0 && share <= totalBasisPoints))
    return { ok: false, fault: 'not-basis-points' }
  if (basisPoints.reduce((sum, share) => sum + share, 0) !== totalBasisPoints)
    return { ok: false, fault: 'not-a-whole' }
  if (basisPoints[remainderIndex] === undefined) return { ok: false, fault: 'remainder-nowhere' }
  const floors = basisPoints.map(share => (amount * BigInt(share)) / BigInt(totalBasisPoints))
  const remainder = amount - floors.reduce((sum, floor) => sum + floor, 0n)
  const legs = basisPoints.map((share, index) => ({
    basisPoints: share,
    amount: (floors[index] ?? 0n) + (index === remainderIndex ? remainder : 0n),
  }))
  return { ok: true, split: { legs, remainder } }
}
