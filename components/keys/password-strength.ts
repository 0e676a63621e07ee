/** Fewer characters are refused; the vault can be attacked at leisure by whoever copies it. */
export const leastPasswordLength = 12

export type Strength = 'too-short' | 'weak' | 'fair' | 'strong'

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '01234567890',
  '09876543210',
]
const favourites =
  /password|passwort|letmein|welcome|iloveyou|dragon|monkey|bitcoin|ethereum|wallet|metamask|prelude|football|sunshine|princess/gi

/**
 * A rough estimate of how hard a password is to guess, for a hint only. Counts what is not predictable: a repeated
 * character, a step along the keyboard or alphabet and a favourite word add next to nothing.
 */
export function passwordStrength(password: string): Strength {
  const characters = [...password]
  if (characters.length < leastPasswordLength) return 'too-short'
  const bits = unpredictableLength(password) * Math.log2(alphabetSize(password))
  if (bits < 45) return 'weak'
  return bits < 65 ? 'fair' : 'strong'
}

function unpredictableLength(password: string): number {
  const reduced = [...password.replace(favourites, 'x').toLowerCase()]
  const seen = new Map<string, number>()
  let length = 0
  for (const [index, character] of reduced.entries()) {
    const before = reduced[index - 1]
    const pair = `${before ?? ''}${character}`
    if (before !== undefined && (before === character || isStep(pair))) {
      length += 0.1
      continue
    }
    // The same pair again: `abcxabcxabcx` has one secret, not three.
    const times = before === undefined ? 0 : (seen.get(pair) ?? 0)
    seen.set(pair, times + 1)
    length += times === 0 ? 1 : 0.25
  }
  return length
}

function isStep(pair: string): boolean {
  return rows.some(row => row.includes(pair))
}

function alphabetSize(password: string): number {
  let size = 0
  if (/[a-z]/.test(password)) size += 26
  if (/[A-Z]/.test(password)) size += 26
  if (/[0-9]/.test(password)) size += 10
  if (/[^a-zA-Z0-9]/.test(password)) size += 24
  return Math.max(size, 2)
}
