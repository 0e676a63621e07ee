import type { ApprovalRequest } from './types'

/** True if the calls of a decision are made together, in one transaction. */
export function areTogether({ atomic }: Extract<ApprovalRequest, { kind: 'calls' }>): boolean {
  return atomic !== undefined && atomic.choice !== 'apart'
}
