import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNearby, packPhishingList, readPhishingList } from '@/lib/sites/phishing-list'
import { siteRisks } from './site'

const hosts = ['drainer.example', 'free-eth.gift', 'xn--pnsea-9ua.example']
const list = readPhishingList(
  JSON.stringify(
    packPhishingList({
      source: 'a list 1.0.0',
      date: '2026-01-02',
      licence: 'MIT',
      hosts,
      protected: ['opensea.io', 'metamask.io'],
      allowed: ['opensee.io', 'unrelated.example'],
    }),
  ),
)
const codes = (origin: string, more: Partial<Parameters<typeof siteRisks>[0]> = {}) =>
  siteRisks({ origin, topOrigin: null, refusals: 0, list, connectedHosts: [], ...more }).map(
    ({ code, level }) => `${level} ${code}`,
  )

describe('a site', () => {
  it.each(['https://drainer.example', 'https://www.free-eth.gift', 'https://a.b.drainer.example:8443'])(
    'that is on the list, or below one that is: %s',
    origin => {
      expect(codes(origin)).toEqual(['danger site-phishing'])
    },
  )

  it.each(['https://shop.example', 'https://example', 'https://gift', 'https://notdrainer.example'])(
    'that is not: %s',
    origin => {
      expect(codes(origin)).toEqual([])
    },
  )

  it.each([
    'http://localhost:3000',
    'http://metamask.localhost',
    'http://127.0.0.1',
    'http://[::1]',
    'https://192.168.1.7',
    'https://10.0.0.1',
    'https://172.20.0.1',
    'https://[fd00::1]',
    'https://opensea.test',
    'https://printer.local',
  ])('of one’s own is never listed: %s', origin => {
    const everything = readPhishingList(
      JSON.stringify(
        packPhishingList({
          source: '',
          date: '',
          licence: '',
          hosts: [new URL(origin).hostname, 'localhost', 'test', 'local'],
          protected: ['opensea.io'],
          allowed: [],
        }),
      ),
    )
    expect(isNearby(new URL(origin).hostname)).toBe(true)
    expect(codes(origin, { list: everything })).toEqual([])
  })

  it.each(['172.15.0.1', '172.32.0.1', '8.8.8.8', '192.169.0.1', 'localhost.example', 'mytest'])(
    'elsewhere is not one’s own: %s',
    host => {
      expect(isNearby(host)).toBe(false)
    },
  )

  it.each([
    ['https://0pensea.io', 'opensea.io'],
    ['https://openseal.io', 'opensea.io'],
    ['https://opense.io', 'opensea.io'],
    ['https://open-sea.io', 'opensea.io'],
    ['https://metarnask.io', 'metamask.io'],
    ['https://www.opensca.io', 'opensea.io'],
    [`https://${new URL('https://оpensea.io').hostname}`, 'opensea.io'],
    [`https://${new URL('https://metamåsk.io').hostname}`, 'metamask.io'],
  ])('nearly spelt like a known one: %s', (origin, known) => {
    // A browser keeps the dot that ends a full name, and opens the same site.
    for (const named of [origin, `${origin}.`]) {
      const [found] = siteRisks({ origin: named, topOrigin: null, refusals: 0, list, connectedHosts: [] })
      expect(found).toMatchObject({ level: 'danger', code: 'site-look-alike', values: { known } })
    }
  })

  it.each(['https://opensea.io', 'https://docs.opensea.io', 'https://opensee.io', 'https://shop.example'])(
    'that is the known one, allowed, or far from it: %s',
    origin => {
      expect(codes(origin)).toEqual([])
    },
  )

  it.each([
    ['https://app.un1swap.example', 'danger'],
    ['https://app.un1swap.example.', 'danger'],
    [`https://${new URL('https://app.unіswap.example').hostname}`, 'danger'],
    ['https://uniswop.example', 'caution'],
    ['https://uniswaap.example', 'caution'],
  ])('taken for one that the person is connected to: %s', (origin, level) => {
    const [found] = siteRisks({
      origin,
      topOrigin: null,
      refusals: 0,
      list,
      connectedHosts: ['shop.example', 'app.uniswap.example'],
    })
    expect(found).toMatchObject({ level, code: 'site-look-alike-connected', values: { known: 'app.uniswap.example' } })
  })

  it.each([
    ['https://app.uniswap.example', 'app.uniswap.example'],
    ['https://app2.uniswap.example', 'app.uniswap.example'],
    ['https://y.com', 'x.com'],
    ['https://two.shop.co.uk', 'one.shop.co.uk'],
    ['http://localhost:3000', 'localhosts'],
    ['http://127.0.0.2', '127.0.0.1'],
  ])('that is the same, its neighbour, too short to say or one’s own: %s', (origin, known) => {
    expect(codes(origin, { connectedHosts: [known] })).toEqual([])
  })

  it('with letters of other scripts is shown for what it is', () => {
    expect(codes('https://xn--80ak6aa92e.com')).toEqual(['caution site-punycode'])
  })

  it('inside another site’s frame is said so', () => {
    expect(codes('https://shop.example', { topOrigin: 'https://outer.example' })).toEqual(['caution site-framed'])
  })

  it('that was refused three times may be muted', () => {
    expect(codes('https://shop.example', { refusals: 2 })).toEqual([])
    expect(codes('https://shop.example', { refusals: 3 })).toEqual(['note site-refused-before'])
  })

  it('is asked about even without the list, which is said', () => {
    expect(codes('https://drainer.example', { list: null })).toEqual(['note site-list-unavailable'])
  })
})

describe('the list', () => {
  it('finds exactly what went in', () => {
    const host = fc.domain()
    fc.assert(
      fc.property(fc.uniqueArray(host, { maxLength: 60 }), host, (listed, other) => {
        const packed = packPhishingList({
          source: '',
          date: '',
          licence: '',
          hosts: listed,
          protected: [],
          allowed: [],
        })
        const read = readPhishingList(JSON.stringify(packed))
        for (const each of listed) expect(read.has(each)).toBe(!isNearby(each))
        const isBelow = listed.some(each => other === each || other.endsWith(`.${each}`))
        expect(read.has(other)).toBe(isBelow && !isNearby(other))
      }),
    )
  })

  it('says where it comes from', () => {
    expect(list).toMatchObject({ source: 'a list 1.0.0', date: '2026-01-02', licence: 'MIT', count: 3 })
  })

  it('is refused when it is no list', () => {
    for (const text of ['', '{}', '[]', '{"prefixes":1}']) expect(() => readPhishingList(text)).toThrow()
  })
})
