import type { Address } from 'viem'
import { type Risk, risk } from './risk'

/** Digits that the short form of an address shows at each end. */
const shownDigits = 4
/** That many same digits at both ends together: by chance one address in 16 million has them. */
const rareDigits = 6

/**
 * Risk of address poisoning: the address is not known, but at its ends a person sees a known one. Of several known ones
 * the most similar is named.
 */
export function lookAlikeAddress(address: Address, known: readonly Address[]): Risk[] {
  const digits = address.slice(2).toLowerCase()
  const others = known.map(each => each.slice(2).toLowerCase())
  if (others.includes(digits)) return []
  const [closest] = others
    .map(other => ({ other, ...similarity(digits, other) }))
    .filter(({ isSameShort, rarity }) => isSameShort || rarity >= rareDigits)
    .toSorted((left, right) => right.rarity - left.rarity)
  return closest === undefined ? [] : [risk('danger', 'recipient-look-alike', { known: `0x${closest.other}` })]
}

/** How alike two addresses are at their ends. `rarity`: the same digits at head and tail, without runs of zeros. */
function similarity(left: string, right: string): { isSameShort: boolean; rarity: number } {
  const head = sameDigits(left, right)
  const tail = sameDigits(reversed(left), reversed(right))
  return {
    isSameShort: head.length >= shownDigits && tail.length >= shownDigits,
    rarity: weight(head) + weight(tail),
  }
}

function sameDigits(left: string, right: string): string {
  let length = 0
  while (length < left.length && left[length] === right[length]) length += 1
  return left.slice(0, length)
}

/** Zeros in a row are common: contracts of a chain or of one maker are given such addresses on purpose. */
function weight(digits: string): number {
  return digits.replace(/0{2,}/g, '').length
}

function reversed(digits: string): string {
  return [...digits].reverse().join('')
}
