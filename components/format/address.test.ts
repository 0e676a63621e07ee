import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressGroups, judgeAddress, shortAddress } from './address'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 })

describe('an address to be read', () => {
  it('comes in ten groups of four that are the whole of it', () => {
    expect(addressGroups(address)).toHaveLength(10)
    expect(`0x${addressGroups(address).join('')}`).toBe(address)
  })

  it('is shortened at both ends alike', () => {
    expect(shortAddress(address)).toBe('0x71C7…976F')
  })

  it('is shortened with its mixed case, whether it came with it or not', () => {
    const mixed = '0xAbcD656EC7ab88b098defB751B7401B5f6d8aBcD'
    expect(shortAddress(`0x${address.slice(2).toLowerCase()}`)).toBe('0x71C7…976F')
    expect(shortAddress(mixed)).toBe('0xAbcD…aBcD')
  })
})

describe('an address that was typed or pasted', () => {
  it.each([
    address,
    `  ${address}\n`,
    `"${address}"`,
    `<${address}>`,
    `ethereum:${address}`,
    `ethereum:${address}@8453?value=1e18`,
    `ethereum:pay-${address}`,
    `${address.slice(0, 22)}\u200b${address.slice(22)}`,
    address.match(/.{1,4}/g)?.join(' ') ?? '',
  ])('«%s» is cleaned and believed', text => {
    expect(judgeAddress(text)).toEqual({ ok: true, address, checksum: 'matches' })
  })

  it('without mixed case is reported to have no checksum', () => {
    expect(judgeAddress(address.toLowerCase())).toEqual({ ok: true, address, checksum: 'absent' })
    expect(judgeAddress(`0x${address.slice(2).toUpperCase()}`)).toEqual({ ok: true, address, checksum: 'absent' })
  })

  it.each([
    ['', 'empty'],
    ['vitalik.eth', 'not-an-address'],
    ['0x1234', 'wrong-length'],
    [`${address}00`, 'wrong-length'],
    [`${address.slice(0, -1)}f`, 'checksum'],
  ])('«%s» is refused: %s', (text, reason) => {
    expect(judgeAddress(text)).toEqual({ ok: false, reason })
  })

  it('is never believed with one digit of its checksummed form changed', () => {
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 39 }), fc.constantFrom(...'0123456789'), (hex, at, digit) => {
        const right = judgeAddress(`0x${hex}`)
        if (!right.ok) throw new Error('forty hexadecimal digits are an address')
        const mixed = right.address.slice(2)
        fc.pre(/[a-f]/.test(mixed) && /[A-F]/.test(mixed) && mixed[at] !== digit)
        const wrong = `0x${mixed.slice(0, at)}${digit}${mixed.slice(at + 1)}`
        fc.pre(/[a-f]/.test(wrong.slice(2)) && /[A-F]/.test(wrong.slice(2)))
        const judged = judgeAddress(wrong)
        // One digit in 2^n passes by chance; what passes is at least not taken for the right one.
        expect(judged.ok && judged.address === right.address).toBe(false)
      }),
    )
  })

  it('survives anything', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => typeof judgeAddress(text).ok === 'boolean'))
  })
})
