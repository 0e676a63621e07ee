import { describe, expect, it } from 'vitest'
import { linkOriginOf, readFollowedLink } from './followed-link'

const origin = 'https://shop.example'
const opened = '/payments/link/0b5e'
const kept = (text: string) => [
  { id: '0b5d', origin: 'https://other.example', text: 'ethereum:' },
  { id: '0b5e', origin, text },
]
const payee = '0x00000000000000000000000000000000000000A1'

describe('a followed link', () => {
  it('comes back as the page had it, escapes included', () => {
    const text = `ethereum:${payee}@1/transfer?address=%30x00&uint256=1%zz#/a`
    expect(readFollowedLink(opened, kept(text))).toEqual({ origin, text, path: '/payments/pay' })
  })

  it('of a signed payment is for the captures', () => {
    const hash = `0x${'11'.repeat(32)}`
    const call = `transferWithAuthorization?address=${payee}&address=${payee}&uint256=1&uint256=0&uint256=9&bytes32=${hash}`
    expect(readFollowedLink(opened, kept(`ethereum:${payee}@1/${call}&bytes=0x12`))?.path).toBe('/payments/captures')
  })

  it('is the site’s while its text stands in the field, and nobody’s once another one does', () => {
    const link = { origin, text: `ethereum:${payee}`, path: '/payments/pay' } as const
    expect(linkOriginOf(link.text, link)).toBe(origin)
    expect(linkOriginOf(`${link.text}?value=1`, link)).toBeUndefined()
    expect(linkOriginOf('', undefined)).toBeUndefined()
  })

  it('of the wallet itself is from no site', () => {
    const text = `ethereum:${payee}@1?value=5`
    const followed = readFollowedLink(`/payments/link/-/${encodeURIComponent(text)}`, [])
    expect(followed).toEqual({ origin: null, text, path: '/payments/pay' })
    expect(linkOriginOf(text, followed ?? undefined)).toBeUndefined()
  })

  it('is not in any other location', () => {
    for (const location of [
      '/payments/pay',
      '/payments/link',
      '/payments/link/shop/x',
      `${opened}/`,
      '/payments/link/-',
    ])
      expect(readFollowedLink(location, kept('ethereum:'))).toBeNull()
  })

  it('names a site only where the worker kept it: an address that somebody else opens has an id of nothing', () => {
    const text = `ethereum:${payee}@1?value=5`
    const foreign = `/payments/link/${encodeURIComponent(origin)}`
    for (const location of [foreign, '/payments/link/0b5f', '/payments/link/-/%zz'])
      expect(readFollowedLink(location, kept(text))).toEqual({ origin: null, text: '', path: '/payments/pay' })
  })
})
