import { describe, expect, it } from 'vitest'
import { hasHiddenCharacters, messageText } from './message'

describe('a message to be signed', () => {
  it('is text only where its bytes are UTF-8', () => {
    expect(messageText('0x6869')).toBe('hi')
    expect(messageText('0xe282ac')).toBe('€')
    expect(messageText('0xefbbbf68')).toBe('\ufeffh')
    expect(messageText('0xff')).toBeNull()
    expect(messageText('0xc080')).toBeNull()
    expect(messageText('0xeda080')).toBeNull()
  })

  it.each([
    ['a direction override', 'abc\u202edef'],
    ['an isolate', '\u2066abc'],
    ['a zero-width space', 'pay\u200bpal'],
    ['a joiner between letters', 'a\u200db'],
    ['a soft hyphen', 'a\u00adb'],
    ['a bell', 'a\u0007'],
    ['a line separator', 'a\u2028b'],
    ['a blank letter', 'a\u3164b'],
    ['a tag character', 'a\u{e0041}'],
    ['a private character', 'a\ue000'],
    ['a byte order mark', '\ufeffa'],
  ])('hides something with %s', (_what, text) => {
    expect(hasHiddenCharacters(text)).toBe(true)
  })

  it.each(['plain', 'two\nlines\r\n\twith a tab', 'Grüße, 你好, שלום', '👩‍👩‍👧 and ❤️'])('hides nothing: %j', text => {
    expect(hasHiddenCharacters(text)).toBe(false)
  })
})
