/** `count` different positions out of `length`, ascending, counting from 1. */
export function pickPositions(length: number, count: number, random: () => number): number[] {
  const left = Array.from({ length }, (_, index) => index + 1)
  const picked: number[] = []
  while (picked.length < count && left.length > 0) {
    picked.push(...left.splice(Math.floor(random() * left.length), 1))
  }
  return picked.toSorted((a, b) => a - b)
}
