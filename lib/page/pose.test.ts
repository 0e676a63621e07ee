import { describe, expect, it } from 'vitest'
import { isPoseWanted, poseAsMetaMask } from './pose'
import { createPageProvider } from './provider'

interface Posing {
  isMetaMask?: boolean
  chainId?: string | null
  request?: (args: { method: string }) => Promise<unknown>
  _metamask?: { isUnlocked(): Promise<boolean> }
}

function ownProvider() {
  return createPageProvider({
    send: () => true,
    later: () => undefined,
    randomId: () => 'id-1',
    report: () => undefined,
  })
}

function pageWithWallet(own: object = ownProvider().provider): EventTarget & { ethereum?: Posing } {
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
    const { provider, receive } = ownProvider()
    const page = pageWithWallet(provider)
    poseAsMetaMask(page, 'an-id')
    expect(page.ethereum).toMatchObject({ isMetaMask: true, isPrelude: true })
    const asked = page.ethereum?.request?.({ method: 'eth_chainId' })
    receive(JSON.stringify(['result', 'id-1', 'answered']))
    expect(await asked).toBe('answered')
    // A page never hears whether the wallet is locked.
    expect(await page.ethereum?._metamask?.isUnlocked()).toBe(true)
  })

  it('sees the chain of now, may add members, and replaces none', () => {
    const { provider, receive } = ownProvider()
    const page = pageWithWallet(provider)
    poseAsMetaMask(page, 'an-id')
    receive(JSON.stringify(['state', '0x2105', []]))
    expect(page.ethereum?.chainId).toBe('0x2105')
    const posing = page.ethereum ?? {}
    Object.assign(posing, { autoRefreshOnNetworkChange: false, request: 'replaced' })
    expect(posing).toMatchObject({ autoRefreshOnNetworkChange: false, request: provider.request })
    Object.assign(posing, { isMetaMask: false })
    expect(posing.isMetaMask).toBe(true)
    expect(provider).not.toHaveProperty('isMetaMask')
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

  it('is left alone where the pattern covers its port, and the person did not mean it', async () => {
    for (const [answer, isMetaMask] of [
      [true, true],
      [false, undefined],
    ] as const) {
      const { provider, receive } = ownProvider()
      const page = pageWithWallet(provider)
      poseAsMetaMask(page, 'an-id', isPoseWanted)
      expect(page.ethereum?.isMetaMask).toBeUndefined()
      receive(JSON.stringify(['result', 'id-1', answer]))
      await expect.poll(() => page.ethereum?.isMetaMask).toBe(isMetaMask)
      expect(announced(page).includes('io.metamask')).toBe(answer)
    }
  })
})
