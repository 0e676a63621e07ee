/**
 * How far a transaction has got, in the words the whole project uses (code and screen alike).
 * The order is the order of certainty; `levelRank` compares.
 */
export const levels = ['signed', 'submitted', 'accepted', 'preconfirmed', 'sealed', 'safe', 'final'] as const
export type Level = (typeof levels)[number]

/**
 * The named events by which a transaction may lose ground. Nothing else ever lowers a level. `taken`: its nonce was
 * used, and it is not known by what. `found`: it was taken for replaced, and is in a block after all.
 */
export const setbacks = ['withdrawn', 'reorganised', 'taken', 'found', 'replaced', 'dropped', 'lost'] as const
export type Setback = (typeof setbacks)[number]

/** Who, beside a sequencer, can promise a block before it is sealed. */
export const promisers = ['proposer', 'builders'] as const
export type Promiser = (typeof promisers)[number]

/** 0 for `signed` up to 6 for `final`. */
export function levelRank(level: Level): number {
  return levels.indexOf(level)
}

export function isAtLeast(level: Level, floor: Level): boolean {
  return levelRank(level) >= levelRank(floor)
}
