import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { ApprovalView, Slices } from '@/lib/language/ui'
import { startingAccounts } from './starting-accounts'

const anna: Address = '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
const bob: Address = '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
const carol: Address = '0xcccccccccccccccccccccccccccccccccccccccc'
const origin = 'https://shop.example'
const approval: Pick<ApprovalView, 'requester' | 'isConnected'> = {
  requester: { kind: 'site', origin, topOrigin: null, tabId: 1, documentId: 'a' },
  isConnected: true,
}

function slices(connected: Address[], hidden: Address[] = []) {
  const accounts: Slices['accounts'] = [anna, bob, carol].map(address => ({
    address,
    name: 'One',
    kind: 'phrase',
    hidden: hidden.includes(address),
    phraseId: null,
    path: null,
  }))
  const site = { networkId: firstNetworkOf(1), lastUsedAt: 1, mutedUntil: null, offersMute: false, posesAs: null }
  const sites = [
    { ...site, origin: 'https://other.example', accounts: [carol] },
    { ...site, origin, accounts: connected },
  ]
  return { accounts, askingSites: sites, selection: { networkId: firstNetworkOf(1), chainId: 1, address: carol } }
}

describe('the choice of accounts for a site', () => {
  it('begins with those that the site sees already, the one it sees first in front', () => {
    expect(startingAccounts(approval, slices([bob, anna]))).toEqual([bob, anna])
    // A site's are written with a checksum, those of the list need not be.
    const upperCase: Address = `0x${bob.slice(2).toUpperCase()}`
    expect(startingAccounts(approval, slices([upperCase]))).toEqual([bob])
  })
  it('begins with the one that the wallet shows where the site sees none', () => {
    expect(startingAccounts(approval, slices([]))).toEqual([carol])
    expect(
      startingAccounts(
        { ...approval, isConnected: false },
        { selection: { networkId: firstNetworkOf(1), chainId: 1, address: carol } },
      ),
    ).toEqual([carol])
  })
  it('leaves out what is hidden, which cannot be chosen', () => {
    expect(startingAccounts(approval, slices([bob, anna], [bob]))).toEqual([anna])
    expect(startingAccounts(approval, slices([bob], [bob]))).toEqual([carol])
  })
  it('does not begin before it is known what the site sees', () => {
    const { askingSites: _sites, ...unknown } = slices([bob, anna])
    expect(startingAccounts(approval, unknown)).toEqual([])
    expect(startingAccounts({ ...approval, isConnected: false }, {})).toEqual([])
  })
})
