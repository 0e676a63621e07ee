/**
 * The examples of a README, in order.
 * @param language as the block names it: `js`
 */
export function examplesOf(readme: string, language: string): string[] {
  return [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  )
}
