import { describe, expect, it } from 'vitest'
import type { HostFacts } from '@/lib/reading/list-formats/listing'
import { siteRisks } from './site'

const plain = (host: string): HostFacts => ({
  host,
  listed: null,
  isUnlisted: false,
  imitates: null,
  likeConnected: null,
})
const listing = { entry: 'drainer.example', list: 'a list', date: '2026-01-02' }
const risksOf = (facts: Partial<HostFacts>, more: Partial<Parameters<typeof siteRisks>[0]> = {}) =>
  siteRisks({
    host: { ...plain('shop.example'), ...facts },
    topHost: null,
    topOrigin: null,
    refusals: 0,
    ...more,
  })
const codes = (...given: Parameters<typeof risksOf>) => risksOf(...given).map(({ code, level }) => `${level} ${code}`)

describe('the risks of a site', () => {
  it('are none for a host of which nothing is known', () => {
    expect(codes({})).toEqual([])
  })

  it('name the list that the host is on, and its date', () => {
    expect(risksOf({ listed: listing })).toEqual([
      { level: 'danger', code: 'site-phishing', values: { host: 'shop.example', list: 'a list', date: '2026-01-02' } },
    ])
  })

  it.each([
    [{ imitates: { known: 'opensea.io', by: 'alike', isSure: true } }, 'danger site-look-alike'],
    [{ imitates: { known: 'opensea.io', by: 'alike', isSure: false } }, 'caution site-look-alike'],
    [{ imitates: { known: 'opensea.io', by: 'name', isSure: true } }, 'danger site-borrowed-name'],
    [{ imitates: { known: 'opensea.io', by: 'name', isSure: false } }, 'caution site-borrowed-name'],
    [{ likeConnected: { known: 'app.shop.example', sure: true } }, 'danger site-look-alike-connected'],
    [{ likeConnected: { known: 'app.shop.example', sure: false } }, 'caution site-look-alike-connected'],
    [{ host: 'xn--80ak6aa92e.com' }, 'caution site-punycode'],
    [{ isUnlisted: true }, 'note site-list-unavailable'],
  ] satisfies [Partial<HostFacts>, string][])('%j: %s', (facts, risk) => {
    expect(codes(facts)).toEqual([risk])
  })

  it('name the page around a frame, and what is known of it', () => {
    const topOrigin = 'https://drainer.example'
    expect(risksOf({}, { topOrigin, topHost: { ...plain('drainer.example'), listed: listing } })).toMatchObject([
      { level: 'danger', code: 'site-phishing', values: { host: 'drainer.example', list: 'a list' } },
      { level: 'caution', code: 'site-framed', values: { top: topOrigin } },
    ])
    expect(
      codes({ isUnlisted: true }, { topOrigin, topHost: { ...plain('drainer.example'), isUnlisted: true } }),
    ).toEqual(['note site-list-unavailable', 'caution site-framed'])
  })

  it('offer to mute it after three refusals', () => {
    expect(codes({}, { refusals: 2 })).toEqual([])
    expect(codes({}, { refusals: 3 })).toEqual(['note site-refused-before'])
  })
})
