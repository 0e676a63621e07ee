/**
 * The text in plain small letters: each letter of any script is replaced by the Latin one it looks like, marks are
 * removed. Covers the letters used to forge names of hosts and tokens.
 * @see Unicode TS #39 §4
 */
export function plainLetters(text: string): string {
  return Array.from(text.normalize('NFKD'))
    .filter(character => !/\p{Mark}/u.test(character))
    .map(character => {
      const small = character.toLowerCase()
      return drawnLike[character] ?? drawnLike[small] ?? small
    })
    .join('')
}

/**
 * Look-alike letters of Cyrillic, Greek, Armenian, Lisu and Cherokee, and variants of Latin ones, by the plain letter.
 * A capital is listed only if its small form looks different.
 */
const alike: Readonly<Record<string, string>> = {
  a: 'аɑαꓮᎪᴀ',
  b: 'ЬъьƅВΒꓐᏴʙ',
  c: 'сϲⅽꓚᏟᴄ',
  d: 'ԁɗꓓᎠᴅ',
  e: 'еєҽɘΕꓰᎬᴇ',
  f: 'ғꓝꜰ',
  g: 'ɡցǥꓖᏀɢ',
  h: 'һհНΗꓧᎻʜ',
  i: 'іıɩιӏꓲɪ',
  j: 'јϳꓙᎫᴊ',
  k: 'кκꓗᏦᴋ',
  l: 'ⅼłԼꓡᏞʟ',
  m: 'мⅿΜꓟᎷᴍ',
  n: 'пոηΝꓠɴ',
  o: 'оοօøσꓳᴏ',
  p: 'рρꓑᏢᴘ',
  q: 'ԛգ',
  r: 'гṙꓣᎡʀ',
  s: 'ѕʂՏꓢᏚꜱ',
  t: 'тτŧꓔᎢᴛ',
  u: 'υսцꓴᴜ',
  v: 'ѵνⅴꓦᏙᴠ',
  w: 'ԝшωաꓪᎳᴡ',
  x: 'хχⅹꓫ',
  y: 'уγүΥꓬʏ',
  z: 'ʐƶΖꓜᏃᴢ',
  ss: 'ß',
  ae: 'æӕ',
  oe: 'œ',
}
const drawnLike: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(alike).flatMap(([plain, letters]) => Array.from(letters, letter => [letter, plain])),
)
