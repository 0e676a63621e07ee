import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deskWords } from './desk-words.ts'
import { root } from './project.ts'

test.each([
  ['en', 1_186],
  ['de', 1_100],
])('the desk says what it has to in half the words (%s)', (language, most) => {
  const words = [...deskWords(readFileSync(join(root, `components/locales/${language}.yml`), 'utf8')).values()]
  // There were 2,372 and 2,201. No task has lost its texts, and together they stay at half of that.
  expect(Math.min(...words)).toBeGreaterThan(40)
  expect(words.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(most)
})

test('placeholders and the texts of other screens are no words of the desk', () => {
  const catalogue =
    '# Send\nsend: Send it now\n\n# Payments: requests\nask: "Ask {who} for {amount}: now"\npanel_title: Requests\n'
  expect(deskWords(catalogue).get('ask for money')).toBe(3)
})
