/**
 * A text with letters that are drawn alike made one, whatever their script: small plain ones, without marks (the idea of Unicode TS #39 §4, with the
 * letters that names of hosts and tokens are forged with).
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
 * Letters of other scripts (Cyrillic, Greek, Armenian, Lisu, Cherokee) and other forms of Latin ones, by the plain letter they are taken for; capitals only
 * where it is not their small form that is.
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
