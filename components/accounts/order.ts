/** The list with one item moved by `by` places, at most to its start or end. */
export function moved<Item>(items: readonly Item[], from: number, by: number): Item[] {
  const item = items[from]
  if (item === undefined) return [...items]
  const to = Math.min(Math.max(from + by, 0), items.length - 1)
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
