import { describe, expect, it } from 'vitest'
import { longCommentsOf } from './comment-lines.ts'

const long = 'word '.repeat(30).trim()

describe('long comment lines', () => {
  it.each([
    ['a line', `// ${long}`, 1],
    ['a line that is indented', `  // ${long}`, 1],
    ['a line of a block', `/**\n * ${long}\n */`, 2],
    ['a block of one line', `/* ${long} */`, 1],
    ['a block behind a brace', `{/* ${long} */}`, 1],
    ['a comment behind code', `const a = 1 // ${long}`, 1],
    ['a line after a block that was closed', `/* short */\n// ${long}`, 2],
  ])('finds %s', (_, text, line) => {
    expect(longCommentsOf(text).map(found => found.line)).toEqual([line])
  })

  it.each([
    ['code', `const text = call(${long.replaceAll(' ', ', ')})`],
    ['an address in a string', `const address = 'https://example.org/ // ${long}'`],
    ['a block in a string', `const text = '/* ${long}'\nconst more = ${long.replaceAll(' ', ' + ')}`],
    ['a comment of 120 characters', `// ${'x'.repeat(117)}`],
  ])('leaves %s alone', (_, text) => {
    expect(longCommentsOf(text)).toEqual([])
  })
})
