import type { Migration } from './migration'
import { upgradeTo } from './steps'

/** Every step, in order. What it does is loaded when it is due. */
export const migrations: readonly Migration[] = Array.from({ length: 10 }, (_, index) => ({
  version: index + 1,
  upgrade: given => upgradeTo(index + 1, given),
}))
