import { first } from './01-first'
import { payments } from './02-payments'
import { arrivals } from './03-arrivals'
import { faults } from './04-faults'
import { consent } from './05-consent'
import { lists } from './06-lists'
import { items } from './07-items'
import { past } from './08-past'
import { networkIdentity } from './09-network-identity'
import { encrypted } from './10-encrypted'
import type { Migration, Upgrade } from './migration'

/** In order, without gaps. */
export const steps: readonly Migration[] = [
  first,
  payments,
  arrivals,
  faults,
  consent,
  lists,
  items,
  past,
  networkIdentity,
  encrypted,
]

export function upgradeTo(version: number, upgrade: Upgrade): void | Promise<void> {
  return steps[version - 1]?.upgrade(upgrade)
}
