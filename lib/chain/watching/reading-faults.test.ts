import { expect, test } from 'vitest'
import { from, hash, silentConnection, watcherOver } from './watcher.fixture'

test('a reading that fails is reported, and the next one is made', async () => {
  const mistake = new TypeError('a mistake of ours')
  let readings = 0
  const { watcher, clock, faults } = watcherOver(
    silentConnection({
      subscribe: () => Promise.reject(mistake),
      async batch() {
        readings += 1
        throw mistake
      },
    }),
  )
  watcher.watch({ hash, from, nonce: 5 })
  await expect.poll(() => faults.seen).toContainEqual({ where: 'confirmations', error: mistake, networkId: 1 })
  clock.advance(10_000)
  await expect.poll(() => readings).toBeGreaterThan(1)
})
