import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLocalHost, packPhishingList, readPhishingList } from '@/lib/sites/phishing-list'
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

describe('the risks of a site', () => {
  it.each(['https://drainer.example', 'https://www.free-eth.gift', 'https://a.b.drainer.example:8443'])(
    'name a host that is on the phishing list, or whose parent domain is: %s',
    origin => {
      expect(codes(origin)).toEqual(['danger site-phishing'])
    },
  )

  it.each(['https://shop.example', 'https://example', 'https://gift', 'https://notdrainer.example'])(
    'are none for a host that is not on it: %s',
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
  ])('are none for a local host, even a listed one: %s', origin => {
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
    expect(isLocalHost(new URL(origin).hostname)).toBe(true)
    expect(codes(origin, { list: everything })).toEqual([])
  })

  it.each(['172.15.0.1', '172.32.0.1', '8.8.8.8', '192.169.0.1', 'localhost.example', 'mytest'])(
    'do not treat a public host as a local one: %s',
    host => {
      expect(isLocalHost(host)).toBe(false)
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
  ])('name a host that imitates a well-known one: %s', (origin, known) => {
    // A final dot is kept by browsers and leads to the same site.
    for (const named of [origin, `${origin}.`]) {
      const [found] = siteRisks({ origin: named, topOrigin: null, refusals: 0, list, connectedHosts: [] })
      expect(found).toMatchObject({ level: 'danger', code: 'site-look-alike', values: { known } })
    }
  })

  it.each(['https://opensea.io', 'https://docs.opensea.io', 'https://opensee.io', 'https://shop.example'])(
    'are none for the well-known host itself, an allowed one and a different one: %s',
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
  ])('name a host that imitates a connected site: %s', (origin, level) => {
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
  ])(
    'are none for the connected host itself, the same domain, a very short name and a local host: %s',
    (origin, known) => {
      expect(codes(origin, { connectedHosts: [known] })).toEqual([])
    },
  )

  it('name a Punycode host', () => {
    expect(codes('https://xn--80ak6aa92e.com')).toEqual(['caution site-punycode'])
  })

  it('name a frame inside another site', () => {
    expect(codes('https://shop.example', { topOrigin: 'https://outer.example' })).toEqual(['caution site-framed'])
  })

  it('offer to mute it after three refusals', () => {
    expect(codes('https://shop.example', { refusals: 2 })).toEqual([])
    expect(codes('https://shop.example', { refusals: 3 })).toEqual(['note site-refused-before'])
  })

  it('say that the phishing list is unavailable', () => {
    expect(codes('https://drainer.example', { list: null })).toEqual(['note site-list-unavailable'])
  })
})

describe('the phishing list', () => {
  it('finds the hosts it was made from and no others', () => {
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
        for (const each of listed) expect(read.has(each)).toBe(!isLocalHost(each))
        const isBelow = listed.some(each => other === each || other.endsWith(`.${each}`))
        expect(read.has(other)).toBe(isBelow && !isLocalHost(other))
      }),
    )
  })

  it('gives its source, date, licence and length', () => {
    expect(list).toMatchObject({ source: 'a list 1.0.0', date: '2026-01-02', licence: 'MIT', count: 3 })
  })

  it('is refused if it has another form', () => {
    for (const text of ['', '{}', '[]', '{"prefixes":1}']) expect(() => readPhishingList(text)).toThrow()
  })
})
