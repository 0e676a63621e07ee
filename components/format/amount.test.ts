import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editableAmount, formatAmount, formatDelta, parseAmount, splitAmount, toDecimalText } from './amount'

const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const decimals = fc.integer({ min: 0, max: 18 })
const locales = fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN')
const ether = 10n ** 18n

describe('decimal text', () => {
  it('moves the point and drops what says nothing', () => {
    expect(toDecimalText(1_234_500_000_000_000_000n, 18)).toBe('1.2345')
    expect(toDecimalText(-1n, 18)).toBe('-0.000000000000000001')
    expect(toDecimalText(7n, 0)).toBe('7')
  })

  it('is the same number, whatever the number', () => {
    fc.assert(
      fc.property(amounts, decimals, (value, places) => {
        const [whole = '', fraction = ''] = toDecimalText(value, places).split('.')
        expect(BigInt(`${whole}${fraction.padEnd(places, '0')}`)).toBe(value)
      }),
    )
  })
})

describe('an exact amount', () => {
  it('keeps every digit that a float would lose', () => {
    const value = 123_456_789_012_345_678_901_234_567n
    expect(formatAmount(value, 18, { locale: 'en-US', style: 'exact' })).toBe('123,456,789.012345678901234567')
  })

  it('is read back as the same amount in every language', () => {
    fc.assert(
      fc.property(amounts, decimals, locales, (value, places, locale) => {
        const typed = editableAmount(value, places, locale)
        const parsed = parseAmount(typed, places, locale)
        expect(parsed).toEqual({ ok: true, value })
      }),
    )
  })
})

/** Languages with other digits, marks and groups, and the usual ones. */
const shown = (
  'en-US en-GB en-IN en-ZA de-DE de-AT de-CH fr-FR fr-CA es-ES es-MX it-IT pt-BR pt-PT nl-NL sv-SE nb-NO da-DK fi-FI pl-PL ' +
  'cs-CZ hu-HU ro-RO bg-BG ru-RU uk-UA el-GR tr-TR he-IL ar-EG ar-MA fa-IR ur-PK hi-IN bn-BD mr-IN ne-NP ta-IN my-MM th-TH ' +
  'vi-VN id-ID ja-JP ko-KR zh-CN zh-TW th-TH-u-nu-thai dz-BT'
).split(' ')

describe('what is shown', () => {
  it('can be read back in every language, but where a separator stands once before three digits', () => {
    const runs = Number(process.env.AMOUNT_RUNS ?? 10)
    for (const locale of shown)
      fc.assert(
        fc.property(amounts, decimals, fc.integer({ min: 0, max: 77 }), (large, places, cut) => {
          const value = large / 10n ** BigInt(cut)
          const text = formatAmount(value, places, { locale, style: 'exact' })
          const parsed = parseAmount(text, places, locale)
          const separators = text.match(/[.,]/g) ?? []
          if (separators.length === 1 && /[.,]\p{Nd}{3}$/u.test(text))
            expect([true, 'ambiguous']).toContain(parsed.ok || parsed.reason)
          else expect([locale, text, parsed]).toEqual([locale, text, { ok: true, value }])
          if (parsed.ok) expect(parsed.value).toBe(value)
        }),
        { numRuns: runs },
      )
  })
})

describe('a short amount', () => {
  it('is cut, not rounded, so that no amount is shown too high', () => {
    expect(formatAmount(1_999_999_999_999_999_999n, 18, { locale: 'en-US', style: 'short' })).toBe('1.999999')
  })

  it('shows enough of a small one to tell it apart', () => {
    expect(formatAmount(231_000_000_000n, 18, { locale: 'en-US', style: 'short' })).toBe('0.000000231')
  })

  it('says that something too small to show is not nothing', () => {
    expect(formatAmount(1n, 18, { locale: 'en-US', style: 'short' })).toBe('<0.000000001')
    expect(formatAmount(0n, 18, { locale: 'en-US', style: 'short' })).toBe('0')
  })

  it('never says more than there is', () => {
    fc.assert(
      fc.property(amounts, value => {
        const shown = formatAmount(value, 18, { locale: 'en-US', style: 'short' })
        if (shown.startsWith('<')) return
        const parsed = parseAmount(shown.replaceAll(',', ''), 18, 'fr-FR')
        expect(parsed.ok && parsed.value <= value).toBe(true)
      }),
    )
  })

  it('speaks the language of the page', () => {
    expect(formatAmount(1_234_500_000_000_000_000_000n, 18, { locale: 'de-DE', style: 'short' })).toBe('1.234,5')
  })

  it('falls into whole and fraction without losing a digit', () => {
    fc.assert(
      fc.property(amounts, decimals, locales, (value, places, locale) => {
        const { whole, fraction } = splitAmount(value, places, locale)
        expect(whole + fraction).toBe(formatAmount(value, places, { locale, style: 'short' }))
      }),
    )
    expect(splitAmount(1_234_000n * ether, 18, 'de-DE')).toEqual({ whole: '1.234.000', fraction: '' })
    expect(splitAmount(5n * 10n ** 17n, 18, 'de-DE')).toEqual({ whole: '0', fraction: ',5' })
  })
})

describe('a change', () => {
  it('carries its sign, a real minus', () => {
    expect(formatDelta(-(10n ** 17n), 18, { locale: 'en-US' })).toBe('−0.1')
    expect(formatDelta(10n ** 17n, 18, { locale: 'en-US' })).toBe('+0.1')
    expect(formatDelta(0n, 18, { locale: 'en-US' })).toBe('0')
  })

  it('of a few wei is shown whole', () => {
    expect(formatDelta(-4n, 18, { locale: 'en-US' })).toBe('−0.000000000000000004')
  })
})

describe('what a person types', () => {
  it.each([
    ['0.25', 'en-US', 250_000_000_000_000_000n],
    ['0,25', 'en-US', 250_000_000_000_000_000n],
    ['0,25', 'de-DE', 250_000_000_000_000_000n],
    ['.5', 'en-US', 500_000_000_000_000_000n],
    ['5.', 'en-US', 5n * ether],
    [' 1 000 ', 'fr-FR', 1_000n * ether],
    ["1'000.5", 'de-CH', 1_000_500_000_000_000_000_000n],
    ['1.2345', 'de-DE', 1_234_500_000_000_000_000n],
    ['0.125', 'de-DE', 125_000_000_000_000_000n],
    ['1.234', 'en-US', 1_234_000_000_000_000_000n],
    ['1,234.5', 'en-US', 1_234_500_000_000_000_000_000n],
    ['1,234.56', 'en-US', 1_234_560_000_000_000_000_000n],
    ['1,234,567.89', 'en-US', 1_234_567_890_000_000_000_000_000n],
    ['1,234.56789', 'en-US', 1_234_567_890_000_000_000_000n],
    ['1.234,56', 'de-DE', 1_234_560_000_000_000_000_000n],
    ['1.234,56', 'en-US', 1_234_560_000_000_000_000_000n],
    ['1.234.567', 'de-DE', 1_234_567n * ether],
    ['12,34,567.5', 'en-IN', 1_234_567_500_000_000_000_000_000n],
    ['１．５', 'en-US', 1_500_000_000_000_000_000n],
    ['１，２３４．５', 'ja-JP', 1_234_500_000_000_000_000_000n],
    ['١٬٢٣٤٫٥', 'ar-EG', 1_234_500_000_000_000_000_000n],
    ['١٫٢٣٤', 'ar-EG', 1_234_000_000_000_000_000n],
    ['१.५', 'hi-IN', 1_500_000_000_000_000_000n],
    ['𝟏.𝟱', 'en-US', 1_500_000_000_000_000_000n],
    ['\u200e1.5\u200f', 'he-IL', 1_500_000_000_000_000_000n],
  ])('%s in %s is understood', (text, locale, value) => {
    expect(parseAmount(text, 18, locale)).toEqual({ ok: true, value })
  })

  it.each([
    ['1,234', 'en-US'],
    ['1.234', 'de-DE'],
    ['１，２３４', 'en-US'],
  ])('%s in %s could be two amounts and is not guessed at', (text, locale) => {
    expect(parseAmount(text, 18, locale)).toEqual({ ok: false, reason: 'ambiguous' })
  })

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['.', 'not-a-number'],
    ['-1', 'not-a-number'],
    ['1e18', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['1.2.3', 'not-a-number'],
    ['1,234.567,89', 'not-a-number'],
    ['1,234,56', 'not-a-number'],
    ['0,123.5', 'not-a-number'],
    ['12.345,678.9', 'not-a-number'],
    ['1,234.5.6', 'not-a-number'],
    ['1:5', 'not-a-number'],
    ['5²', 'not-a-number'],
    ['½', 'not-a-number'],
    ['①', 'not-a-number'],
    ['0.0000000000000000001', 'too-many-decimals'],
    [`1${'0'.repeat(60)}`, 'too-large'],
  ])('«%s» is refused: %s', (text, reason) => {
    expect(parseAmount(text, 18, 'en-US')).toEqual({ ok: false, reason })
  })

  it('never becomes an amount that was not typed, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), decimals, locales, (text, places, locale) => {
        const parsed = parseAmount(text, places, locale)
        if (!parsed.ok) return
        const digits = text.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '')
        expect(parsed.value.toString().replace(/0+$/, '')).toBe(digits)
      }),
    )
  })
})
