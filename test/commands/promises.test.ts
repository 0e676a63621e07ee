import { describe, expect, test } from 'vitest'
import { faultsIn } from './promises.ts'

const document = (...rows: string[]) =>
  `# Security\n\n## What is promised\n\n| promise | shown by |\n|---|---|\n${rows.join('\n')}\n\n## Other\n\n| x |\n`
const tests =
  "it('keeps it', () => {})\ntest.skip('sleeps', () => {})\n// says it in words\nit(\n  'is on a line of its own',\n"
const faults = (...rows: string[]) => faultsIn(document(...rows), file => (file === 'a.test.ts' ? tests : null))

describe('a promise', () => {
  test('with the tests that it names is in order', () => {
    expect(faults('| It holds. | `a.test.ts`: “keeps it” |')).toEqual([])
    expect(faults('| It holds. | `a.test.ts`: “is on a line of its own” · `a.test.ts`: “keeps” |')).toEqual([])
  })

  test('without a test is a fault', () => {
    expect(faults('| It holds. | trust us |')).toEqual(['No test shows: It holds.'])
  })

  test.each(['sleeps', 'says it in words', 'another'])('whose test does not run is a fault: %s', title => {
    expect(faults(`| It holds. | \`a.test.ts\`: “${title}” |`)).toEqual([`a.test.ts has no test called “${title}”.`])
  })

  test('whose file is gone is a fault, and so is a table that is gone', () => {
    expect(faults('| It holds. | `b.test.ts`: “keeps it” |')).toEqual([
      'SECURITY.md names b.test.ts, which is not there.',
    ])
    expect(faultsIn('# Security\n', () => tests)).toHaveLength(1)
  })
})
