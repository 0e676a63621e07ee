import { domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { skeleton, toUnicode } from './host-skeleton'

it('decodes Punycode as Node’s domainToUnicode does', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'abz09-äßéøñбсоуαβω東京ではนครไทย🐈'),
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(letters, letters, (first, second) => {
      const url = URL.parse(`https://${first}.${second}.example`)
      if (url === null) return
      expect(toUnicode(url.hostname)).toBe(domainToUnicode(url.hostname))
    }),
    { numRuns: 300 },
  )
})

it('leaves invalid Punycode unchanged and never throws', () => {
  expect(toUnicode('xn--99999999.example')).toBe('xn--99999999.example')
  fc.assert(
    fc.property(fc.string(), noise => {
      toUnicode(`xn--${noise}`)
      skeleton(noise)
    }),
  )
})

it.each([
  ['pаypal.example', 'paypal.example'],
  ['аррӏе.example', 'apple.example'],
  ['UNISWAP.example', 'uniswap.example'],
  ['metamásk.example', 'metamask.example'],
  ['rnetamask.example', 'metamask.example'],
  ['goog1e.example', 'google.example'],
  ['ｕniswap.example', 'uniswap.example'],
])('gives %s the skeleton of %s', (one, other) => {
  expect(skeleton(one)).toBe(skeleton(other))
})

it('gives different names different skeletons', () => {
  expect(skeleton('uniswap.example')).not.toBe(skeleton('sushiswap.example'))
  expect(skeleton('東京.example')).not.toBe(skeleton('大阪.example'))
})
