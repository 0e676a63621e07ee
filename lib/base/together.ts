/** How calls of a decision are made, and what they take the place of. */
interface Batch {
  calls: readonly unknown[]
  atomic?: { choice: 'once' | 'keep' | 'apart' }
  cancels?: readonly string[]
}

/**
 * True if one transaction makes the calls of a decision: its nonce can be chosen. If there are several transactions,
 * those after the first take the next free nonces when they are signed. Fixed ones could be those of other transactions
 * on their way, whose place they would take.
 */
export function isOneTransaction({ calls, atomic, cancels }: Batch): boolean {
  return cancels === undefined && (atomic?.choice === 'keep' || (calls.length === 1 && atomic?.choice !== 'once'))
}

/** True if the calls of a decision are made together, in one transaction. */
export function areTogether({ atomic }: { atomic?: { choice: 'once' | 'keep' | 'apart' } }): boolean {
  return atomic !== undefined && atomic.choice !== 'apart'
}
