/**
 * The next nonce: `max(local next, pending count, latest count)`. `pending` does not count what only sits in a mempool
 * and `local` does not know of another wallet with the same key, so neither is enough alone.
 * @param local next free nonce by this wallet's own reckoning, `null` if it never sent from this address
 * @param pending transaction count with the tag `pending`, `null` if unknown
 * @param latest transaction count with the tag `latest`, `null` if unknown
 */
export function chooseNonce(known: { local: number | null; pending: number | null; latest: number | null }): number {
  return Math.max(known.local ?? 0, known.pending ?? 0, known.latest ?? 0)
}

/** A transaction as far as nonces are concerned. */
export interface NonceHolder {
  nonce: number
  /** Already in a block or a partial block. */
  included: boolean
  /** Ended without being included: it will never use its nonce. */
  ended: boolean
}

/** Holes are filled one by one, and a site may name any nonce it likes. */
const mostHoles = 100

/**
 * Nonces that nothing holds although later ones are taken: what comes after them cannot be included. The first of them,
 * where there are very many.
 * @param count transaction count on the chain (the highest of `pending` and `latest` that was read)
 */
export function findHoles(holders: readonly NonceHolder[], count: number): number[] {
  const held = new Set(holders.filter(holder => !holder.ended).map(holder => holder.nonce))
  const waiting = holders.filter(holder => !holder.ended && !holder.included && holder.nonce >= count)
  const highest = Math.max(-1, ...waiting.map(holder => holder.nonce))
  const holes: number[] = []
  for (let nonce = count; nonce < highest && holes.length < mostHoles; nonce += 1)
    if (!held.has(nonce)) holes.push(nonce)
  return holes
}

/**
 * The nonce whose turn comes first: the lowest one below `nonce` that is not included yet, held or missing. `null` when
 * it is this one's turn.
 * @param count transaction count on the chain, as far as known
 */
export function waitsForNonce(nonce: number, holders: readonly NonceHolder[], count: number): number | null {
  const holes = findHoles([...holders, { nonce, included: false, ended: false }], count)
  const earlier = holders
    .filter(holder => !holder.ended && !holder.included && holder.nonce < nonce && holder.nonce >= count)
    .map(holder => holder.nonce)
  const first = Math.min(nonce, ...holes, ...earlier)
  return first < nonce ? first : null
}

/**
 * The local next nonce after a transaction was refused before it could be included. Only the end of the reservations
 * can be given back; one below a nonce still held leaves a hole.
 * @param held nonces of all transactions that were included or still may be, without the refused one
 * @param count transaction count on the chain, as far as known
 */
export function releaseNonce(next: number, refused: number, held: readonly number[], count: number): number {
  const stillHeld = new Set(held)
  if (refused !== next - 1 || stillHeld.has(refused)) return next
  let free = refused
  // Lower nonces that were refused while this one was held are free with it.
  while (free > count && !stillHeld.has(free - 1)) free -= 1
  return free
}
