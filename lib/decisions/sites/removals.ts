import type { KeyValueStore } from '@/lib/base/key-value-store'
import type { Sites } from '@/lib/decisions/sites/sites'
import type { Keyring } from '@/lib/keys/shared/keyring'

const removingKey = 'removing-accounts'

/** Removes accounts, and with them what websites may see of them. */
export interface Removals {
  /** @param work takes accounts off the list; its failures are passed on */
  remove(work: () => Promise<unknown>): Promise<void>
  /** Finishes what an earlier worker began. To be called at worker start, before a website is answered. */
  finish(): Promise<void>
}

/** True if an earlier worker began to remove accounts, and died on the way. */
export async function isRemoving(store: KeyValueStore): Promise<boolean> {
  return (await store.get(removingKey)) !== undefined
}

export function createRemovals({
  store,
  keyring,
  sites,
}: {
  /** Survives the browser. */
  store: KeyValueStore
  keyring: Pick<Keyring, 'accounts'>
  sites: Pick<Sites, 'keepAccounts'>
}): Removals {
  let underWay = 0

  async function finish(): Promise<void> {
    await sites.keepAccounts((await keyring.accounts()).map(({ address }) => address))
    if (underWay === 0) await store.remove(removingKey)
  }

  return {
    async remove(work) {
      underWay += 1
      try {
        // The intent is stored before the first effect: the next worker compares the lists where this one dies.
        await store.set(removingKey, true)
        await work()
      } finally {
        underWay -= 1
        await finish()
      }
    },
    finish,
  }
}
