import type { Address } from 'viem'
import type { Entry } from './entries'

/** Activity as JSON text, complete: amounts as hex quantities in the smallest unit, times in ms since the epoch. */
export function toJson(entries: readonly Entry[], account: Address | null): string {
  const list = entries.map(entry =>
    entry.kind === 'sent'
      ? { direction: 'sent', ...entry.row }
      : { direction: 'received', to: account, ...entry.arrival },
  )
  return `${JSON.stringify(list, null, 2)}\n`
}
