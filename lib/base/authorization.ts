/** What became of a signature that lets somebody else move money. */
export const authorizationStates = ['live', 'used', 'partly-used', 'cancelled', 'expired', 'unknown'] as const
export type AuthorizationState = (typeof authorizationStates)[number]

/**
 * What a log says of a signature: `allowed` it was put on the chain and waits there, `taken`, `returned` money came
 * back, `cancelled`.
 */
export const evidenceEvents = ['allowed', 'taken', 'returned', 'cancelled'] as const
export type EvidenceEvent = (typeof evidenceEvents)[number]
