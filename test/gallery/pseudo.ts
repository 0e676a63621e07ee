const accents: Record<string, string> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'î',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Î',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Ü',
}

/**
 * English that looks foreign and is 40 % longer, placeholders kept: what is cut off, or not in the catalogue at all,
 * shows.
 */
export function pseudo(message: string): string {
  if (message === '') return ''
  const accented = message
    .split(/(\{\w+\})/)
    .map(part => (part.startsWith('{') ? part : part.replace(/[a-zA-Z]/g, letter => accents[letter] ?? letter)))
    .join('')
  const more = Math.ceil(message.replace(/\{\w+\}/g, '').length * 0.4)
  return `[${accented}${' one two three four five six seven eight nine ten'.repeat(4).slice(0, more)}]`
}
