/** The ways in which wallets number the accounts of one phrase or device. */
export const numberings = ['bip44', 'ledger-live', 'legacy'] as const
export type Numbering = (typeof numberings)[number]

const paths: Record<Numbering, (number: number) => string> = {
  bip44: number => `m/44'/60'/0'/0/${number}`,
  'ledger-live': number => `m/44'/60'/${number}'/0/0`,
  legacy: number => `m/44'/60'/0'/${number}`,
}

/** @param number of the account, from 0 @returns as `m/44'/60'/0'/0/0` */
export function accountPath(numbering: Numbering, number: number): string {
  return paths[numbering](number)
}

/** The path as a numbering writes it, with the account's number from 0; `null` where none of them gives it. */
export function numberingOf(path: string): { numbering: Numbering; number: number } | null {
  const numbers = path.split('/').map(each => Number.parseInt(each, 10))
  for (const numbering of numberings)
    for (const number of numbers) if (path === paths[numbering](number)) return { numbering, number }
  return null
}

const mostSteps = 10
const step = /^(\d{1,10})(['hH]?)$/

/**
 * A path as a person writes it: hardened steps with `'`, `h` or `H`, with or without the `m`. Blanks and invisible
 * signs are dropped, and typographic marks and full-width signs are read as the plain ones.
 * @returns as `m/44'/60'/0'/0/0`; `null` where it is none of one to ten steps below 2^31
 * @see BIP-32 §The key tree
 */
export function readPath(text: string): string | null {
  // Before normalisation, which takes an acute accent apart.
  const plain = text
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/[’‘‛′´`ʹʼ＇]/g, "'")
    .normalize('NFKC')
  const [first = '', ...others] = plain.split('/')
  const steps = first === 'm' || first === 'M' ? others : [first, ...others]
  if (steps.length === 0 || steps.length > mostSteps) return null
  const read = steps.map(each => {
    const [, digits = '', mark = ''] = step.exec(each) ?? []
    return digits === '' || Number(digits) >= 0x8000_0000 ? null : `${Number(digits)}${mark === '' ? '' : "'"}`
  })
  return read.includes(null) ? null : ['m', ...read].join('/')
}
