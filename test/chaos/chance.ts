/** Chance that can be had again: the same seed, the same sequence (Mulberry32). */
export interface Chance {
  /** From 0 up to and without `below`. */
  whole(below: number): number
  pick<Value>(values: readonly [Value, ...Value[]]): Value
  shuffled<Value>(values: readonly Value[]): Value[]
  bytes(length: number): Uint8Array
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const whole = (below: number) => Math.floor(next() * below)
  return {
    whole,
    pick: values => values[whole(values.length)] ?? values[0],
    shuffled(values) {
      // Fisher and Yates, from the end.
      const left = [...values]
      return values.flatMap(() => left.splice(whole(left.length), 1))
    },
    bytes: length => Uint8Array.from({ length }, () => whole(256)),
  }
}
