import type { Address } from 'viem'
import { directionOf } from './csv'
import type { Entry } from './entries'

/** Activity as JSON text, complete: amounts as hex quantities in the smallest unit, times in ms since the epoch. */
export function toJson(entries: readonly Entry[], account: Address | null): string {
  const list = entries.map(entry => {
    if (entry.kind === 'sent') return { direction: 'sent', ...entry.row }
    if (entry.kind === 'moved') return { direction: directionOf(entry.transfer, account), ...entry.transfer }
    return entry.kind === 'received'
      ? { direction: 'received', to: account, ...entry.arrival }
      : { direction: 'paid', from: account, ...entry.answer }
  })
  return `${JSON.stringify(list, null, 2)}\n`
}
