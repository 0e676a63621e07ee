/**
 * Does the work for each item, for at most so many at a time, in their order.
 * @throws what the work throws for any of them, after which none is begun
 */
export async function atATime<Item>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: count }, lane))
}
