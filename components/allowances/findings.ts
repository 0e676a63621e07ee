import type { Address, Hex } from 'viem'
import { readBytes32String, readSingleString, readSingleWord } from '@/lib/base/abi'
import { inventionQuestion, isInvented } from '@/lib/base/batch-answer'
import { cleanForeignText } from '@/lib/base/foreign-text'
import * as selectors from '@/lib/base/signatures/selectors'
import { type Grant, type GrantState, grantKey, readGrant, readState, stateCalls } from '@/lib/reading/calls/grants'
import type { ChainReads } from './chain-reads'

export interface Allowance {
  key: string
  grant: Grant
  state: GrantState
  /** The block of its newest event. */
  grantedIn: bigint
}

export interface TokenFacts {
  symbol: string
  /** `null` for what is not counted in units. */
  decimals: number | null
}

/** The allowances found so far, and the tokens they are about. */
export interface Findings {
  /** The allowances in force at the last reading: unlimited allowances first, then the newest. */
  allowances(): Allowance[]
  tokens(): ReadonlyMap<Address, TokenFacts>
  /**
   * Searches the blocks `from` to `to` for new allowances and reads their states.
   *
   * @throws Failure
   */
  search(from: bigint, to: bigint): Promise<void>
  /**
   * Reads the states of all found allowances again.
   *
   * @throws Failure
   */
  refresh(): Promise<void>
}

export function createFindings({ chain, owner }: { chain: ChainReads; owner: Address }): Findings {
  const grants = new Map<string, { grant: Grant; grantedIn: bigint }>()
  const states = new Map<string, GrantState>()
  let tokens: ReadonlyMap<Address, TokenFacts> = new Map()

  async function readStates(keys: readonly string[]): Promise<void> {
    const asked = keys.flatMap(key => {
      const grant = grants.get(key)?.grant
      return grant === undefined ? [] : [{ key, grant, calls: stateCalls(grant, owner) }]
    })
    const answers = await chain.call(asked.flatMap(({ calls }) => calls))
    const now = BigInt(Math.floor(Date.now() / 1_000))
    let at = 0
    for (const { key, grant, calls } of asked) {
      const current = readState(grant, owner, answers.slice(at, at + calls.length), now)
      at += calls.length
      if (current === null) states.delete(key)
      else states.set(key, current)
    }
    const named = new Set([...states.keys()].flatMap(key => grants.get(key)?.grant.token ?? []))
    const learnt = await readTokens(
      chain,
      [...named].filter(token => !tokens.has(token)),
    )
    if (learnt.length > 0) tokens = new Map([...tokens, ...learnt])
  }

  return {
    allowances: () =>
      [...states]
        .flatMap(([key, state]) => {
          const known = grants.get(key)
          return known === undefined ? [] : [{ key, ...known, state }]
        })
        .sort(
          (left, right) =>
            Number(right.state.isUnlimited) - Number(left.state.isUnlimited) ||
            Number(right.grantedIn - left.grantedIn),
        ),
    tokens: () => tokens,
    refresh: () => readStates([...grants.keys()]),
    async search(from, to) {
      const found = new Set<string>()
      for (const log of await chain.logs(from, to)) {
        const grant = readGrant(log)
        if (grant === null) continue
        const key = grantKey(grant)
        const grantedIn = log.blockNumber === null ? to : BigInt(log.blockNumber)
        const known = grants.get(key)
        if (known === undefined) found.add(key)
        if (known === undefined || known.grantedIn < grantedIn) grants.set(key, { grant, grantedIn })
      }
      await readStates([...found])
    },
  }
}

/** Symbol and decimals of each token, as its contract says; not what an endpoint invents. */
async function readTokens(chain: ChainReads, addresses: readonly Address[]): Promise<[Address, TokenFacts][]> {
  if (addresses.length === 0) return []
  const [control, ...answers] = await chain.call([
    inventionQuestion.params[0],
    ...addresses.flatMap((to): { to: Address; data: Hex }[] => [
      { to, data: selectors.symbol },
      { to, data: selectors.decimals },
    ]),
  ])
  if (isInvented({ ok: true, result: control }))
    return addresses.map(address => [address, { symbol: '', decimals: null }])
  return addresses.map((address, index) => {
    const symbol = answers[index * 2] ?? '0x'
    const decimals = readSingleWord(answers[index * 2 + 1] ?? '0x')
    return [
      address,
      {
        symbol: cleanForeignText(readSingleString(symbol) ?? readBytes32String(symbol) ?? '', 12),
        decimals: decimals === null || decimals > 36n ? null : Number(decimals),
      },
    ]
  })
}
