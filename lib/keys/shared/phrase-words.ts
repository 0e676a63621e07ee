/**
 * The words of a recovery phrase however it was kept: letters alone count, so that numbers, bullets, brackets, full
 * stops and invisible signs are dropped.
 * @returns in lower case and NFKD, as the lists of BIP-39 have them
 */
export function phraseWords(text: string): string[] {
  return (
    text
      .replace(/\p{Cf}/gu, '')
      .normalize('NFKD')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  )
}
