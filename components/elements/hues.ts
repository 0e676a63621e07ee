/** Two hues and a rotation for a drawn mark, in degrees. */
interface Hues {
  hue: number
  beside: number
  turn: number
}

/**
 * @param text an address or another identifier; its case does not matter
 * @returns the same for the same text; each character has a part in it
 */
export function huesOf(text: string): Hues {
  const hash = hashOf(text.toLowerCase())
  const hue = hash % 360
  return { hue, beside: (hue + 80 + ((hash >>> 9) % 200)) % 360, turn: (hash >>> 16) % 360 }
}

/** FNV-1a, and then mixed once more: addresses that differ in one digit are far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  return (hash ^ (hash >>> 15)) >>> 0
}
