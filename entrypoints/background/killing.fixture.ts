import { browser } from 'wxt/browser'

/**
 * After so many writes nothing of this worker is stored any more, and nothing that waits for it goes on: it was killed.
 * Call `revive` before the next one starts.
 */
export function killAfterWrites(last: number): { killed: Promise<'killed'>; revive(): void } {
  let writes = 0
  const { promise: killed, resolve: kill } = Promise.withResolvers<'killed'>()
  const neverAnswered = Object.assign(Object.create(IDBRequest.prototype), {
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  const restores: (() => void)[] = []
  const counted = <Target extends object, Name extends keyof Target>(target: Target, name: Name) => {
    const original = target[name]
    if (typeof original !== 'function') return
    const stand = function (this: unknown, ...given: unknown[]) {
      writes += 1
      if (writes <= last) return Reflect.apply(original, this, given)
      kill('killed')
      return target === IDBObjectStore.prototype ? neverAnswered : new Promise(() => undefined)
    }
    Object.assign(target, { [name]: stand })
    restores.push(() => Object.assign(target, { [name]: original }))
  }
  for (const name of ['put', 'add', 'delete', 'clear'] as const) counted(IDBObjectStore.prototype, name)
  for (const area of [browser.storage.local, browser.storage.session])
    for (const name of ['set', 'remove', 'clear'] as const) counted(area, name)
  return {
    killed,
    revive() {
      for (const restore of restores.splice(0)) restore()
    },
  }
}
