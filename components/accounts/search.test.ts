import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountPath, type Numbering, numberings } from '@/lib/base/derivation-paths'
import { firstNetworkOf } from '@/lib/base/network-id'
import { type SearchState, searchAccounts } from './search'

type Look = Parameters<typeof searchAccounts>[0]['look']

/** Addresses are told apart by their paths. @param used paths, by network */
function chainsWith(
  used: Readonly<Record<number, readonly string[]>>,
  silentFrom: (asked: number) => number[] = () => [],
) {
  const asked: string[] = []
  const requests = new Map<number, number>()
  const look: Look = async (paths, networkIds) => {
    asked.push(...paths)
    const silent = silentFrom(asked.length)
      .map(firstNetworkOf)
      .filter(networkId => networkIds.includes(networkId))
    for (const networkId of networkIds) requests.set(networkId, (requests.get(networkId) ?? 0) + paths.length)
    const answering = networkIds.filter(networkId => !silent.includes(networkId))
    return {
      accounts: paths.map(path => ({
        path,
        address: '0x0000000000000000000000000000000000000001' as const,
        usedOn: answering.filter(networkId => used[networkId]?.includes(path)),
      })),
      silent,
    }
  }
  return { look, asked, requests }
}

function search(look: Look, networkIds: readonly number[], onProgress: (state: SearchState) => void = () => undefined) {
  return searchAccounts({
    networkIds: networkIds.map(firstNetworkOf),
    look,
    onProgress,
    signal: new AbortController().signal,
  })
}
const pathsOf = ({ found }: SearchState) => found.map(({ path }) => path)
const bip44 = (number: number) => accountPath('bip44', number)

describe('the search for used accounts', () => {
  it('goes through every numbering, until 20 in a row are unused', async () => {
    const { look, asked } = chainsWith({ 1: [bip44(7)], 2: [accountPath('ledger-live', 2), accountPath('legacy', 1)] })
    const state = await search(look, [1, 2])
    expect(pathsOf(state)).toEqual([bip44(7), accountPath('ledger-live', 2), accountPath('legacy', 1)])
    expect(state.found.map(({ usedOn }) => usedOn)).toEqual([[1], [2], [2]])
    // 30, 25 and 25: in groups of five. The first of Ledger Live is the first of BIP-44.
    expect(asked).toHaveLength(30 + 24 + 25)
    expect(state).toMatchObject({ looked: 79, ended: 'whole', silent: [] })
    expect(new Set(asked).size).toBe(asked.length)
  })

  it('finds the twentieth after a used one, and not what lies behind the gap', async () => {
    const found = await search(chainsWith({ 1: [bip44(0), bip44(20)] }).look, [1])
    expect(pathsOf(found)).toEqual([bip44(0), bip44(20)])
    // 25 unused ones lie before it.
    expect(pathsOf(await search(chainsWith({ 1: [bip44(25)] }).look, [1]))).toEqual([])
  })

  it('finds each used one that no gap hides, once, whatever was used where', async () => {
    const uses = fc.array(fc.tuple(fc.constantFrom(...numberings), fc.nat(60), fc.constantFrom(1, 2)), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(uses, async used => {
        const by = (networkId: number) => used.filter(each => each[2] === networkId).map(([n, i]) => accountPath(n, i))
        const state = await search(chainsWith({ 1: by(1), 2: by(2) }).look, [1, 2])
        const all = new Set([...by(1), ...by(2)])
        const found = pathsOf(state)
        expect(new Set(found).size).toBe(found.length)
        for (const path of found) expect(all).toContain(path)
        for (const numbering of numberings) for (const path of reachable(numbering, all)) expect(found).toContain(path)
      }),
    )
    function reachable(numbering: Numbering, all: ReadonlySet<string>): string[] {
      const reached: string[] = []
      for (let number = 0, unused = 0; unused < 20; number++) {
        const path = accountPath(numbering, number)
        unused = all.has(path) ? 0 : unused + 1
        if (all.has(path)) reached.push(path)
      }
      return reached
    }
  })

  it('ends at 200 of each numbering, whatever an endpoint says', async () => {
    const look: Look = async (paths, networkIds) => ({
      accounts: paths.map(path => ({ path, address: `0x${'1'.repeat(40)}`, usedOn: [...networkIds] })),
      silent: [],
    })
    expect((await search(look, [1])).looked).toBe(599)
  })

  it('asks a network that does not answer no more, and names it', async () => {
    const { look, requests } = chainsWith({ 1: [bip44(6)] }, asked => (asked > 5 ? [2] : []))
    const state = await search(look, [1, 2])
    expect(state).toMatchObject({ ended: 'whole', silent: [2] })
    expect(pathsOf(state)).toEqual([bip44(6)])
    expect(requests.get(2)).toBe(10)
  })

  it('ends where no network answers, and says so', async () => {
    const { look, asked } = chainsWith({}, () => [1, 2])
    expect(await search(look, [1, 2])).toMatchObject({ ended: 'silent', silent: [1, 2] })
    expect(asked).toHaveLength(5)
  })

  it('stops where the person stops it, and keeps what it found', async () => {
    const { look, asked } = chainsWith({ 1: [bip44(1)] })
    const stop = new AbortController()
    const states: SearchState[] = []
    const state = await searchAccounts({
      ...{ networkIds: [firstNetworkOf(1)], look, signal: stop.signal },
      onProgress(now) {
        states.push(now)
        if (now.looked >= 10) stop.abort()
      },
    })
    expect(asked).toHaveLength(10)
    expect(state).toMatchObject({ looked: 10, ended: 'stopped' })
    expect(pathsOf(state)).toEqual([bip44(1)])
    expect(states.map(({ looked, ended }) => [looked, ended])).toEqual([
      [5, null],
      [10, null],
      [10, 'stopped'],
    ])
  })

  it('fails where it cannot look at all', async () => {
    await expect(search(() => Promise.reject(new Error('locked')), [1])).rejects.toThrow('locked')
  })
})
