import { describe, expect, it } from 'vitest'
import { readNonce } from './nonce'

describe('the number of a transaction', () => {
  it('is the next free one where nothing was typed', () => {
    expect(readNonce('')).toEqual({ ok: true, nonce: null })
    expect(readNonce('  ')).toEqual({ ok: true, nonce: null })
  })

  it('is what was typed, zero included', () => {
    expect(readNonce('0')).toEqual({ ok: true, nonce: 0 })
    expect(readNonce(' 42 ')).toEqual({ ok: true, nonce: 42 })
    expect(readNonce('999999999999999')).toEqual({ ok: true, nonce: 999_999_999_999_999 })
  })

  it.each(['-1', '1.5', '1,000', '0x10', '1e3', 'seven', '1000000000000000'])('is not %s', text => {
    expect(readNonce(text)).toEqual({ ok: false })
  })
})
