type Query = IDBValidKey | IDBKeyRange | undefined

/**
 * @param fields of the index
 * @param hash of a text in a field
 * @returns the query with hashes in the place of texts, which finds encrypted rows; `null` where there is no text in
 * it: then the query itself finds all rows
 */
export function hashedQuery(
  query: Query,
  fields: readonly string[],
  hash: (field: string, text: string) => string,
): Query | null {
  let hasText = false
  const hashed = (part: IDBValidKey, index: number): IDBValidKey => {
    const field = fields[index]
    if (typeof part !== 'string' || field === undefined) return part
    hasText = true
    return hash(field, part)
  }
  const keyOf = (key: IDBValidKey) => (Array.isArray(key) ? key.map(hashed) : hashed(key, 0))
  const rangeOf = ({ lower, upper, lowerOpen, upperOpen }: IDBKeyRange) => {
    if (lower === undefined) return IDBKeyRange.upperBound(keyOf(upper), upperOpen)
    if (upper === undefined) return IDBKeyRange.lowerBound(keyOf(lower), lowerOpen)
    return IDBKeyRange.bound(keyOf(lower), keyOf(upper), lowerOpen, upperOpen)
  }
  if (query === undefined) return null
  const changed = query instanceof IDBKeyRange ? rangeOf(query) : keyOf(query)
  return hasText ? changed : null
}

/** Orders keys as the database does: numbers before texts before lists. */
export function compareKeys(left: unknown, right: unknown): number {
  if (Array.isArray(left) && Array.isArray(right)) {
    for (const [index, part] of left.entries()) {
      const order = index < right.length ? compareKeys(part, right[index]) : 1
      if (order !== 0) return order
    }
    return left.length - right.length
  }
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  return rankOf(left) - rankOf(right)
}

const rankOf = (key: unknown) => (typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2)
