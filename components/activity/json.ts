import type { Address } from 'viem'
import { directionOf } from './csv'
import type { Entry } from './entries'
import { exportedNetwork, type NamedNetwork } from './exported-network'

/** Activity as JSON text, complete: amounts as hex quantities in the smallest unit, times in ms since the epoch. */
export function toJson(entries: readonly Entry[], account: Address | null, networks: readonly NamedNetwork[]): string {
  const list = entries.map(entry => {
    if (entry.kind === 'sent') {
      const { networkId, ...row } = entry.row
      return { direction: 'sent', ...exportedNetwork(networks, networkId), ...row }
    }
    if (entry.kind === 'moved') {
      const { networkId, ...transfer } = entry.transfer
      return { direction: directionOf(entry.transfer, account), ...exportedNetwork(networks, networkId), ...transfer }
    }
    if (entry.kind === 'received') {
      const { networkId, account: to, ...arrival } = entry.arrival
      return { direction: 'received', to, ...exportedNetwork(networks, networkId), ...arrival }
    }
    const { networkId, account: from, ...answer } = entry.answer
    return { direction: 'paid', from, ...exportedNetwork(networks, networkId), ...answer }
  })
  return `${JSON.stringify(list, null, 2)}\n`
}
