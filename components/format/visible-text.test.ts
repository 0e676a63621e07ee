import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleParts } from './visible-text'

describe('foreign text', () => {
  it('stays as it is when there is nothing to hide', () => {
    const text = 'Welcome!\n\tGrüße, 日本語, عربى and ❤️ 👩‍👩‍👧'
    expect(visibleParts(text)).toEqual([{ kind: 'text', text }])
  })

  it.each([
    ['a\u202eb', 'U+202E'],
    ['a\u200bb', 'U+200B'],
    ['a\u2066b', 'U+2066'],
    ['a\u00adb', 'U+00AD'],
    ['a\u0007b', 'U+0007'],
    ['a\ufeffb', 'U+FEFF'],
    ['a\u3164b', 'U+3164'],
    ['a\u2800b', 'U+2800'],
    ['a\u{e0041}b', 'U+E0041'],
    ['a\u200db', 'U+200D'],
  ])('%j names what is hidden in it', (text, name) => {
    expect(visibleParts(text)).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'hidden', name },
      { kind: 'text', text: 'b' },
    ])
  })

  it('is the same text again when the names are put back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const again = visibleParts(text)
          .map(part =>
            part.kind === 'text' ? part.text : String.fromCodePoint(Number.parseInt(part.name.slice(2), 16)),
          )
          .join('')
        expect(again).toBe(text.replaceAll('\r\n', '\n'))
      }),
    )
  })
})
