import { isAtLeast, type Level } from './level'

/** What counts of a transaction, of the journal's and of a screen's alike. */
interface Waiting {
  nonce: number
  purpose: string
  level: Level
  ended: string | null
  createdAt: number
  /** It carries an authorization (EIP-7702). */
  delegate?: unknown
}

/** So many are cancelled in one decision. */
export const mostCancelled = 20

/** They do nothing but use their nonces. */
const emptied: ReadonlySet<string> = new Set(['cancel', 'fill-nonce', 'clear-delegation'])

/**
 * What "cancel everything" cancels of an account's transactions on a network, before its limit of
 * {@link mostCancelled}: of each nonce that waits the newest transaction, lowest nonce first. None of a nonce where a
 * cancellation waits already, nor of one with an authorization: it takes two nonces, and is cancelled by itself.
 */
export function cancellable<Row extends Waiting>(rows: readonly Row[]): Row[] {
  const waiting = rows.filter(row => row.ended === null && !isAtLeast(row.level, 'preconfirmed'))
  const byNonce = Map.groupBy(
    waiting.toSorted((a, b) => a.nonce - b.nonce),
    row => row.nonce,
  )
  return [...byNonce.values()]
    .filter(rivals => rivals.every(({ delegate, purpose }) => delegate === undefined && !emptied.has(purpose)))
    .flatMap(rivals => rivals.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, 1))
}
