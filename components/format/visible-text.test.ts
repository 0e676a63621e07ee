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

  it('has its long runs of empty lines and of blanks counted, so that nothing is pushed out of sight', () => {
    expect(visibleParts(`Hello${'\n'.repeat(301)}and pay`)).toEqual([
      { kind: 'text', text: 'Hello' },
      { kind: 'lines', count: 300 },
      { kind: 'text', text: 'and pay' },
    ])
    expect(visibleParts(`a${' \r\n'.repeat(9)}b`)).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'lines', count: 8 },
      { kind: 'text', text: 'b' },
    ])
    expect(visibleParts(`a${'\u2003'.repeat(200)}b`)[1]).toEqual({ kind: 'blanks', count: 200 })
    expect(visibleParts('a\n\n\n\nb')).toEqual([{ kind: 'text', text: 'a\n\n\n\nb' }])
  })

  it('is the same text again when the names are put back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const parts = visibleParts(text)
        fc.pre(parts.every(({ kind }) => kind === 'text' || kind === 'hidden'))
        const again = parts.map(part =>
          part.kind === 'text'
            ? part.text
            : String.fromCodePoint(part.kind === 'hidden' ? Number.parseInt(part.name.slice(2), 16) : 0),
        )
        expect(again.join('')).toBe(text.replaceAll('\r\n', '\n'))
      }),
    )
  })
})
