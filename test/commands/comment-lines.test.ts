import { describe, expect, it } from 'vitest'
import { longCommentsOf, wrapComments } from './comment-lines.ts'

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

describe('wrapping', () => {
  it('moves the rest of the paragraph with a long line, and nothing else', () => {
    const text = `  // ${long}\n  // and the rest\n  const a = 1\n  // short\n  // lines`
    const wrapped = wrapComments(text).split('\n')
    expect(wrapped[0]).toMatch(/^ {2}\/\/ word/)
    expect(wrapped.every(line => line.length <= 120)).toBe(true)
    expect(wrapped[1]).toMatch(/^ {2}\/\/ word .*and the rest$/)
    expect(wrapped.slice(2)).toEqual(['  const a = 1', '  // short', '  // lines'])
  })

  it('opens a block of one line', () => {
    const wrapped = wrapComments(`/** ${long} */\nconst a = 1`).split('\n')
    expect(wrapped[0]).toBe('/**')
    expect(wrapped.at(-2)).toBe(' */')
    expect(longCommentsOf(wrapped.join('\n'))).toEqual([])
  })

  it('keeps tags, tables and lists where they are', () => {
    const text = `/**\n * ${long}\n * @param words\n */`
    expect(wrapComments(text)).toContain('\n * @param words\n */')
  })

  it('changes no word', () => {
    const text = `/**\n * ${long} a  b\n * c\n */`
    expect(wrapComments(text).replace(/\s*\n \* /g, ' ')).toBe(text.replace(/\s*\n \* /g, ' '))
  })

  it('leaves comments behind code to a person', () => {
    const text = `const a = 1 // ${long}`
    expect(wrapComments(text)).toBe(text)
  })
})
