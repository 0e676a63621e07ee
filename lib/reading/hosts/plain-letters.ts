import { confusableLetters } from './confusable-letters'

/**
 * The text in plain small letters: each letter of any script is replaced by the Latin one it looks like, marks are
 * removed. Covers Unicode's own table, and letters used to forge names of hosts and tokens that are not in it.
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
  a: 'аⲁɑαꓮᎪᴀ',
  b: 'ЬъьƅВΒꓐᏴʙ',
  c: 'сꓚᏟᴄ',
  d: 'ԁɗꓓᎠᴅ',
  e: 'еⲉєҽɘΕꓰᎬᴇ',
  f: 'ғꓝꜰ',
  g: 'ɡցǥꓖᏀɢ',
  h: 'һհНΗꓧᎻʜ',
  i: 'іıɩιӏꓲɪ',
  j: 'јϳꓙᎫᴊ',
  k: 'кκꓗᏦᴋ',
  l: 'łԼꓡᏞʟ',
  m: 'мΜꓟᎷᴍ',
  n: 'пոηΝꓠɴ',
  o: 'оοօøσꓳᴏ',
  p: 'рρꓑᏢᴘ',
  q: 'ԛգ',
  r: 'гꓣᎡʀ',
  s: 'ѕʂՏꓢᏚꜱ',
  t: 'тτŧꓔᎢᴛ',
  u: 'υսцꓴᴜ',
  v: 'ѵνꓦᏙᴠ',
  w: 'ԝшωաꓪᎳᴡ',
  x: 'хχꓫ',
  y: 'уγүΥꓬʏ',
  z: 'ʐƶΖꓜᏃᴢ',
  ss: 'ß',
  ae: 'æӕ',
  oe: 'œ',
}
const drawnLike: Readonly<Record<string, string>> = Object.fromEntries(
  [...confusableLetters, ...Object.entries(alike)].flatMap(([plain, letters]) =>
    Array.from(letters, letter => [letter, plain]),
  ),
)
