import fc from 'fast-check'
import { getPublicSuffix } from 'tldts'
import { expect, it } from 'vitest'
import { suffixLength } from './public-suffix'
import list from './public-suffixes.json'

/** The expected values come from another implementation, which has the list in its package. */
const expected = (labels: readonly string[]) =>
  getPublicSuffix(labels.join('.'), { allowPrivateDomains: true, validateHostname: false })?.split('.').length

/** Every label of the list, in any order: neighbours that belong together are frequent enough. */
const words = [...new Set(list.suffixes.join(',').split(/[,()!?]+/))].filter(word => word !== '*' && word !== '')

it('agrees with tldts on every rule of the list and two labels before it', () => {
  const rules: string[][] = []
  for (const line of list.suffixes) {
    let path: string[] = []
    for (const [, label = '', brackets = ''] of line.matchAll(/([^,()!?]+)[!?]?([(),]*)/g)) {
      path.push(label)
      rules.push(path.map(each => (each === '*' ? 'any' : each)).toReversed())
      if (!brackets.includes('(')) path.pop()
      for (const bracket of brackets) if (bracket === ')') path = path.slice(0, -1)
    }
  }
  expect(rules.length).toBeGreaterThan(8_000)
  for (const rule of rules)
    for (const labels of [rule, ['shop', ...rule], ['www', 'shop', ...rule]])
      expect(`${labels.join('.')} ${suffixLength(labels)}`).toBe(`${labels.join('.')} ${expected(labels)}`)
})

it('agrees with tldts on hosts made of any labels of the list', () => {
  const label = fc.constantFrom(...words, 'shop', 'example')
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 6 }), labels => {
      expect(suffixLength(labels)).toBe(expected(labels))
    }),
    { numRuns: 3_000 },
  )
})
