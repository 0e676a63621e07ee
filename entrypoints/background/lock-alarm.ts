import { browser } from 'wxt/browser'
import type { Keyring } from '@/lib/keys/shared/keyring'

const name = 'lock'

/** Sets the alarm that wakes the worker at the lock deadline, and clears it where there is no deadline. */
export async function setLockAlarm({ state }: Pick<Keyring, 'state'>): Promise<void> {
  const { vault, lockAt } = await state()
  if (vault === 'unlocked' && lockAt !== null) await browser.alarms.create(name, { when: lockAt })
  else await browser.alarms.clear(name)
}
