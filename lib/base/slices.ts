import { sliceMs } from './budgets'

/** Resolves when other work had its turn. */
export type Pause = () => Promise<void>

/** Not a matter of time: other work that is ready comes first. */
export const giveWay: Pause = () => new Promise(resolve => setTimeout(resolve, 0))

/**
 * Does something with each item, and pauses whenever that kept others waiting for long enough.
 * @param items may be made while they are asked for
 */
export async function inSlices<Item>(items: Iterable<Item>, pause: Pause, each: (item: Item) => void): Promise<void> {
  let end = performance.now() + sliceMs
  for (const item of items) {
    each(item)
    if (performance.now() < end) continue
    await pause()
    end = performance.now() + sliceMs
  }
}
