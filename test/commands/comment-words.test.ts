import { describe, expect, it } from 'vitest'
import { subjectlessIn } from './comment-words.ts'

describe('sentences of comments without a subject', () => {
  it.each([
    ['a line', "// As above: the error is the caller's.", 'As'],
    ['a block of one line', '  /** Of the mark, in pixels. */', 'Of'],
    ['a block of several lines', '/**\n * Whoever asked\n * for one asks again.\n */', 'Whoever'],
    ['a block behind a brace', '    {/* Those that were added. */}', 'Those'],
    ['a later sentence', '// The list is short.\n// One that left it is old.', 'One that'],
    ['a comment of styles', '/* As high as the field. */', 'As'],
  ])('finds %s', (_, text, opening) => {
    expect(subjectlessIn(text)).toEqual([{ line: 1, opening }])
  })

  it('tells the line on which the comment begins', () => {
    expect(subjectlessIn('const a = 1\n\n// The first.\n\n// But not the second.\n// No.')).toEqual([
      { line: 5, opening: 'But' },
    ])
  })

  it.each([
    ['a sentence with a subject', '// The list keeps the newest. One list is enough. Of course it is read.'],
    ['a name that begins alike', '// Orders are kept. Assets are listed. Android has none.'],
    ['the middle of a sentence', '// The list, as\n// of today.'],
    ['code', 'const text = "As above."\nconst other = call(/* As above. */ 1)'],
    ['an example', '/**\n * Returns two.\n *\n * ```ts\n * As(1)\n * ```\n */'],
  ])('leaves %s alone', (_, text) => {
    expect(subjectlessIn(text)).toEqual([])
  })
})
