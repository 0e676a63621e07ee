import type { MessageKey } from '@/components/app'
import { isPartial, summariseTrack } from '@/components/track/stops'
import { isAtLeast } from '@/lib/base/level'
import type { ConnectionView, TransactionView } from '@/lib/language/ui'

/**
 * The sentence that explains a setback or delay and what to do; `null` for an ordinary state.
 * @param isGap the nonce that comes first is held by no transaction that waits
 */
export function explain(
  row: TransactionView,
  connection: ConnectionView | null,
  { isGap }: { isGap: boolean } = { isGap: false },
): MessageKey | null {
  switch (row.ended) {
    case 'taken':
      return 'explain_taken'
    case 'replaced':
      if (row.isOver === true) return 'explain_over_closed'
      return row.isReplacedForGood === true ? 'explain_replaced_final' : 'explain_replaced'
    case 'dropped':
      if (row.isOver === true) return 'explain_over'
      if (row.refusal !== null) return 'explain_rejected'
      return row.history.at(-2)?.event === 'reorganised' ? 'explain_undone' : 'explain_dropped'
    case 'lost':
      return 'explain_lost'
    case null:
  }
  if (row.authority?.isCleared === false) return 'explain_still_delegated'
  const { setback } = summariseTrack(row)
  const isRefused = !isAtLeast(row.level, 'accepted') && row.refusal !== null
  if (isRefused && row.isHeldBack !== true) return 'explain_refused'
  if (isPartial(row)) return 'explain_part'
  if (row.status === 'reverted') return row.level === 'preconfirmed' ? 'explain_will_fail' : 'explain_failed'
  if (setback === 'withdrawn') return 'explain_withdrawn'
  if (setback === 'reorganised') return 'explain_reorganised'
  if (row.waitsForNonce !== null) return isGap ? 'explain_gap' : 'explain_waiting'
  if (isRefused) return 'explain_held_back'
  if (row.level === 'submitted') return 'explain_submitted'
  if (isAtLeast(row.level, 'sealed')) return null
  if (connection?.networkId === row.networkId && !connection.reachable) return 'explain_unreachable'
  // A transaction that is promised has its promise explained instead.
  if (row.level === 'preconfirmed') return null
  if (connection?.networkId === row.networkId && connection.regime === 'degraded') return 'explain_degraded'
  return row.level === 'accepted' && row.conditions !== undefined ? 'explain_conditional' : null
}

/** Whose promise its level is, where it is one: before it is sealed, and where the endpoint calls it safe. */
export function promiseOf({ level, promisedBy, ended }: TransactionView): MessageKey | null {
  if (ended !== null) return null
  if (level === 'safe') return 'promised_safe'
  return level === 'preconfirmed' ? `promised_${promisedBy ?? 'sequencer'}` : null
}

/** Block builders may have committed to including it: nobody has executed it, and its endpoint knows it. */
export function mayBeCommitted({ level, promisedBy, ended, isFromElsewhere }: TransactionView): boolean {
  const isWaiting = level === 'accepted' || (level === 'preconfirmed' && promisedBy === 'builders')
  return isWaiting && ended === null && isFromElsewhere !== true
}
