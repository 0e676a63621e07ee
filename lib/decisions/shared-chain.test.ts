import { expect, it } from 'vitest'
import { firstNetworkOf, furtherNetwork } from '@/lib/base/network-id'
import { presets } from '@/lib/chain/networks/presets'
import { isSigned } from '@/lib/decisions/kinds/kinds'
import { knownChain } from '@/lib/reading/list-formats/known-chains'
import type { NetworkEntry } from '@/lib/storage/records'
import { sharedChain, sharedChainRisks } from './shared-chain'

const [base] = presets(null)
if (base === undefined) throw new Error('there are presets')
const local = [{ http: 'http://127.0.0.1:8545', socket: null }]
const fork: NetworkEntry = { ...base, id: furtherNetwork([]), name: 'Fork', endpoints: local, testing: true }
const otherFork: NetworkEntry = { ...fork, id: furtherNetwork([fork.id]), name: 'Other fork' }
const other = (network: NetworkEntry, sameChain: readonly NetworkEntry[]) =>
  sharedChain(network, sameChain, async chainId => knownChain(chainId)).then(found => found?.name ?? null)

it('a network is told of the one where most is at stake', async () => {
  expect(await other(base, [base])).toBeNull()
  expect(await other(base, [base, fork])).toBe('Fork')
  expect(await other(fork, [otherFork, fork, base])).toBe('Base')
  expect(await other(fork, [fork, otherFork])).toBe('Base')
})

it('a copy of a known chain is told of it though the wallet does not have it', async () => {
  expect(await other(fork, [fork])).toBe('Base')
  expect(await other({ ...fork, testing: false }, [fork])).toBe('Base')
  // The chain itself at an endpoint of one's own on this machine could be a copy as well.
  expect(await other({ ...base, endpoints: local }, [base])).toBe('Base')
})

it.each([31_337, 1_337, 84532, 84538453])(
  'chain %i has no public chain behind it that could be meant',
  async chainId => {
    const network: NetworkEntry = { ...fork, id: firstNetworkOf(chainId), chainId }
    expect(await other(network, [network])).toBeNull()
  },
)

it('the risk names both, and stands in decisions that sign something', () => {
  expect(sharedChainRisks(fork, base)).toEqual([
    { code: 'shared-chain', level: 'caution', values: { network: 'Fork', other: 'Base', id: '8453' } },
  ])
  expect(sharedChainRisks(base, null)).toEqual([])
  expect(isSigned({ kind: 'typed-data', typedData: '' })).toBe(true)
  expect(isSigned({ kind: 'connect', signIn: { before: '', after: '' } })).toBe(true)
  expect(isSigned({ kind: 'connect' })).toBe(false)
  expect(isSigned({ kind: 'switch-network', networkId: fork.id })).toBe(false)
})
