import { describe, expect, it } from 'vitest'
import { takeEthereum } from './take-ethereum'

const own = { isPrelude: true }
const other = { isOther: true }

function announce(page: EventTarget, rdns: string, provider: unknown): void {
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { rdns }, provider } }))
}
const ethereumOf = (page: EventTarget): unknown => Reflect.get(page, 'ethereum')

describe('window.ethereum, for people who want it', () => {
  it('is this wallet’s, whichever script runs first', () => {
    const announcedLater = new EventTarget()
    takeEthereum(announcedLater)
    announce(announcedLater, 'wallet.prelude', own)
    expect(ethereumOf(announcedLater)).toBe(own)

    const announcedBefore = new EventTarget()
    announcedBefore.addEventListener('eip6963:requestProvider', () => announce(announcedBefore, 'wallet.prelude', own))
    takeEthereum(announcedBefore)
    expect(ethereumOf(announcedBefore)).toBe(own)
  })

  it('is taken from another wallet, and an assignment of that one is let go by', () => {
    const page = Object.assign(new EventTarget(), { ethereum: other })
    takeEthereum(page)
    announce(page, 'wallet.prelude', own)
    expect(ethereumOf(page)).toBe(own)
    page.ethereum = other
    expect(ethereumOf(page)).toBe(own)
    Object.defineProperty(page, 'ethereum', { value: other })
    expect(ethereumOf(page)).toBe(other)
  })

  it('stays what this wallet shows itself as, whichever script runs first', () => {
    const posing = { isPrelude: true, isMetaMask: true }
    const page = Object.assign(new EventTarget(), { ethereum: posing })
    takeEthereum(page)
    announce(page, 'wallet.prelude', own)
    expect(ethereumOf(page)).toBe(posing)
  })

  it('is left alone where another wallet froze it, without an error', () => {
    const page = new EventTarget()
    Object.defineProperty(page, 'ethereum', { value: other, configurable: false, writable: false })
    takeEthereum(page)
    expect(() => announce(page, 'wallet.prelude', own)).not.toThrow()
    expect(ethereumOf(page)).toBe(other)
  })

  it('is never given to another, nor to nothing', () => {
    const page = new EventTarget()
    takeEthereum(page)
    announce(page, 'io.other', other)
    announce(page, 'wallet.prelude', null)
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider'))
    page.dispatchEvent(new Event('eip6963:announceProvider'))
    expect(ethereumOf(page)).toBeUndefined()
  })
})
