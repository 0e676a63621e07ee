/**
 * @returns the middle one of the values in ascending order, of an even number of them the mean of the middle two;
 * `undefined` for none
 */
export function median(values: readonly number[]): number | undefined {
  const ascending = [...values].sort((a, b) => a - b)
  const middle = (ascending.length - 1) / 2
  const [lower, higher] = [ascending[Math.floor(middle)], ascending[Math.ceil(middle)]]
  return lower === undefined || higher === undefined ? undefined : (lower + higher) / 2
}

/**
 * @returns the middle one of the values in ascending order, of an even number of them the higher of the middle two;
 * `undefined` for none
 */
export function higherMedian<Value extends number | bigint>(values: readonly Value[]): Value | undefined {
  const ascending = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return ascending[Math.floor(ascending.length / 2)]
}

/**
 * @returns the middle one of the values in ascending order, of an even number of them the lower of the middle two,
 * which was really measured; `undefined` for none
 */
export function lowerMedian(values: readonly number[]): number | undefined {
  const ascending = [...values].sort((a, b) => a - b)
  return ascending[Math.floor((ascending.length - 1) / 2)]
}
