import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { protectedHosts } from '@/lib/reading/hosts/protected-hosts'
import { readBundledHosts } from './bundled-hosts'

const list = readBundledHosts(readFileSync('public/fraud-hosts.bin'))

it('the bundled list is whole, recent, and has no protected host on it', () => {
  expect(list.count).toBeGreaterThan(50_000)
  expect(list.date >= '2026-02-03').toBe(true)
  const before = ['', 'www.', 'app.', 'docs.', 'claim.']
  const found = protectedHosts.flatMap(({ host }) => before.map(each => `${each}${host}`).filter(list.has))
  expect(found).toEqual([])
})

it.each(['0-chain.com', '000000000000000000000deadburn.pages.dev', '09sync00.duckdns.org'])('it has %s', host => {
  expect(list.has(host)).toBe(true)
})

it('it is wrong about fewer than one host in 100,000', () => {
  let wrong = 0
  for (let index = 0; index < 200_000; index += 1) if (list.has(`honest-${index}.example`)) wrong += 1
  expect(wrong).toBeLessThanOrEqual(2)
})
