import fc from 'fast-check'
import { Challenge } from 'mppx'
import { describe, expect, it } from 'vitest'
import { asksForPayment, readChallenges } from './challenges'

const whole = 'Payment id="a", realm="shop", method="evm", intent="charge", request="e30"'
const read = { id: 'a', realm: 'shop', method: 'evm', intent: 'charge', request: 'e30' }

describe('a header with challenges', () => {
  it.each([
    ['alone', whole],
    ['without quotes', 'Payment id=a, realm=shop, method=evm, intent=charge, request=e30'],
    ['in other letters', 'PAYMENT ID="a",REALM="shop" , Method="evm",intent="charge",request="e30"'],
    [
      'with blanks around its signs',
      'Payment \tid = "a" ,\trealm= "shop",, method="evm",intent ="charge",request="e30",',
    ],
    ['after another scheme', `Bearer realm="api", error="x, Payment id=\\"z\\"", ${whole}`],
    ['after a scheme with a token', `Negotiate YWJj==, ${whole}`],
    ['after a scheme of one word', `Basic, ${whole}`],
    ['before another scheme', `${whole}, Basic realm="a"`],
    ['with a parameter that nobody knows', `${whole}, hello="there"`],
    ['with escapes', whole.replace('"shop"', '"s\\hop"')],
  ])('is read: %s', (_, header) => {
    expect(readChallenges(header)).toEqual([expect.objectContaining(read)])
  })

  it('has one entry for each challenge', () => {
    const other = whole.replace('"evm"', '"card"')
    expect(readChallenges(`${whole}, ${other}`)?.map(entry => entry?.method)).toEqual(['evm', 'card'])
  })

  it.each(['id', 'realm', 'method', 'intent', 'request'])('has an entry without %s that cannot be read', name => {
    const without = whole.replace(new RegExp(`${name}="[^"]*"(, )?`), '').replace(/, $/, '')
    expect(readChallenges(`${without}, ${whole}`)).toEqual([null, expect.objectContaining(read)])
    expect(readChallenges(whole.replace(new RegExp(`${name}="[^"]*"`), `${name}=""`))).toEqual([null])
  })

  it.each([
    ['a text that does not end', 'Payment id="a'],
    ['a text that ends in an escape', 'Payment id="a\\'],
    ['a parameter twice', `${whole}, ID="b"`],
    ['a value without a name', 'Payment ="a"'],
    ['a name without a value', 'Payment realm="a", id=, method="evm"'],
    ['a value and no comma', 'Payment id="a" realm="b"'],
    ['a parameter of no scheme', 'id="a", Payment realm="b"'],
    ['a control character', whole.replace('shop', 'sh\u0007op')],
    ['a line', whole.replace('shop', 'sh\nop')],
    ['a sign that no name has', 'Payment id;"a"'],
    ['too much', `${whole}, x="${'y'.repeat(48_000)}"`],
    ['a value that is too long', `${whole}, x="${'y'.repeat(16_385)}"`],
    ['too many challenges', Array.from({ length: 11 }, () => whole).join(', ')],
    ['too many parameters', `${whole}, ${Array.from({ length: 40 }, (_, index) => `p${index}="a"`).join(', ')}`],
  ])('is refused whole for %s', (_, header) => {
    expect(readChallenges(header)).toBeNull()
  })

  it('is told from one that asks for something else', () => {
    expect([whole, `Basic realm="a", ${whole}`, 'payment x'].map(asksForPayment)).toEqual([true, true, true])
    expect(['Basic realm="a"', 'Prepayment id="a"', ''].map(asksForPayment)).toEqual([false, false, false])
  })

  it('never throws, and what is read of it is whole, whatever a server sends', () => {
    const piece = fc.constantFrom(
      'Payment ',
      'payment',
      'id=',
      'realm',
      '="',
      '"',
      '\\',
      ',',
      ' ',
      '=',
      'abc',
      whole,
      '\u0000',
    )
    const header = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(piece, fc.string({ maxLength: 3 }))).map(all => all.join('')),
    )
    fc.assert(
      fc.property(header, value => {
        for (const challenge of readChallenges(value) ?? []) {
          if (challenge === null) continue
          for (const text of [challenge.id, challenge.realm, challenge.method, challenge.intent, challenge.request])
            expect(text.length).toBeGreaterThan(0)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('is read as the publisher reads it, whatever its texts are', () => {
    const text = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).filter(value => !/[\p{Cc}]/u.test(value))
    const challenge = fc.record({ id: text, realm: text, description: text, count: fc.integer({ min: 1, max: 4 }) })
    fc.assert(
      fc.property(challenge, ({ count, ...texts }) => {
        const made = Challenge.from({ ...texts, method: 'evm', intent: 'charge', request: { amount: '1' } })
        const header = Array.from({ length: count }, () => Challenge.serialize(made)).join(', ')
        const theirs = Challenge.deserializeList(header)
        expect(theirs).toHaveLength(count)
        const ours = readChallenges(header)
        const told = (all: readonly ({ id: string; realm: string } | null)[] | null) =>
          all?.map(one => [one?.id, one?.realm])
        expect(told(ours)).toEqual(told(theirs))
        expect(ours?.[0]).toMatchObject(texts)
      }),
    )
  })
})
