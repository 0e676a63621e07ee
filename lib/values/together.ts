/** True if the calls of a decision are made together, in one transaction. */
export function areTogether({ atomic }: { atomic?: { choice: 'once' | 'keep' | 'apart' } }): boolean {
  return atomic !== undefined && atomic.choice !== 'apart'
}
