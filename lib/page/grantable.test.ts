import { describe, expect, it } from 'vitest'
import { isThisMachine } from '@/lib/base/local-host'
import { pageMatches, patternOf } from './grantable'

describe('the patterns of pages without encryption', () => {
  const hosts = pageMatches.flatMap(pattern => /^http:\/\/(.+)\/\*$/.exec(pattern)?.[1] ?? [])

  it('are of hosts that the wallet takes for this machine, and of nothing else', () => {
    expect(pageMatches).toEqual(['https://*/*', ...hosts.map(host => `http://${host}/*`)])
    expect(hosts).not.toEqual([])
    for (const host of hosts) expect(isThisMachine(new URL(`http://${host.replace('*', 'app')}`).hostname)).toBe(true)
  })

  it.each(['localhost', 'app.localhost', '127.1', '2130706433', '0x7f.0.0.1', '[0:0:0:0:0:0:0:1]'])(
    'have %s, in the form in which the browser compares it',
    spelling => {
      const { hostname } = new URL(`http://${spelling}`)
      const isMatched = (host: string) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host)
      expect(isThisMachine(hostname)).toBe(true)
      expect(hosts.some(isMatched)).toBe(true)
    },
  )
})

describe('the pattern of an origin', () => {
  it('has no port, because Firefox refuses one', () => {
    expect(patternOf('https://shop.example')).toBe('https://shop.example/*')
    expect(patternOf('https://shop.example:8443')).toBe('https://shop.example/*')
    expect(patternOf('http://[::1]:3000')).toBe('http://[::1]/*')
  })
})
