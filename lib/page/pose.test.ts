import { describe, expect, it } from 'vitest'
import { poseAsMetaMask } from './pose'

const own = Object.freeze({ isPrelude: true, request: async () => 'answered' })

function pageWithWallet(): EventTarget & { ethereum?: { isMetaMask?: boolean; request?: () => Promise<string> } } {
  const page = new EventTarget()
  const tell = () =>
    page.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: { info: { rdns: 'wallet.prelude', icon: 'data:own' }, provider: own },
      }),
    )
  page.addEventListener('eip6963:requestProvider', tell)
  return page
}

function announced(page: EventTarget): string[] {
  const names: string[] = []
  page.addEventListener('eip6963:announceProvider', event => {
    if (event instanceof CustomEvent) names.push(event.detail.info.rdns)
  })
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  return names
}

describe('a site for which the person switched it on', () => {
  it('finds what it looks for, and requests go to this wallet', async () => {
    const page = pageWithWallet()
    poseAsMetaMask(page, 'an-id')
    expect(page.ethereum).toMatchObject({ isMetaMask: true, isPrelude: true })
    expect(await page.ethereum?.request?.()).toBe('answered')
    expect(Object.isFrozen(page.ethereum)).toBe(true)
  })

  it('is told of both, once each time it asks', () => {
    const page = pageWithWallet()
    poseAsMetaMask(page, 'an-id')
    expect(announced(page).sort()).toEqual(['io.metamask', 'wallet.prelude'])
  })

  it('is told nothing where this wallet is not', () => {
    const page = new EventTarget()
    poseAsMetaMask(page, 'an-id')
    expect(announced(page)).toEqual([])
    expect(Reflect.get(page, 'ethereum')).toBeUndefined()
  })

  it('meets nothing that throws where another wallet froze its place', () => {
    const page = pageWithWallet()
    Object.defineProperty(page, 'ethereum', { value: 'theirs', configurable: false, writable: false })
    expect(() => poseAsMetaMask(page, 'an-id')).not.toThrow()
    expect(page.ethereum).toBe('theirs')
  })
})
