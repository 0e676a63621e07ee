import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Effect, effectsOf } from '@/lib/base/effects'
import { contractOf } from '@/lib/reading/typed-data/typed-data'
import { typedDataAct } from '@/lib/reading/typed-data/typed-data-act'
import { meaningOf } from '@/lib/reading/typed-data/typed-data-meaning'
import { alice, market, thief, trades } from './signed-trades.fixture'
import { typedDataRisks } from './typed-data'

const catalogue = readFileSync('components/locales/en.yml', 'utf8')

function inShort(effect: Effect): string {
  if (effect.kind === 'hands-over' || effect.kind === 'takes-back') return `${effect.kind} ${effect.power}`
  if (effect.kind === 'unknown') return `unknown ${effect.reason}`
  if (!('asset' in effect)) return effect.kind
  return `${effect.kind} ${effect.asset.kind} ${effect.kind === 'revokes' ? effect.left : effect.amount}`
}

describe('typed data that trades, hands over or calls', () => {
  it.each(trades)('%s', (_label, typedData, kind, effects, level, named) => {
    const meaning = meaningOf(typedData)
    expect(meaning?.kind ?? null).toBe(kind)
    const act = meaning && typedDataAct(meaning, { account: alice, target: contractOf(typedData) })
    const found = act === null ? [] : effectsOf(act).map(inShort)
    expect(found).toHaveLength(effects.length)
    for (const [index, effect] of effects.entries()) expect(found[index]).toContain(effect)
    const risks = typedDataRisks({
      ...{ typedData, meaning, account: alice, now: 1_800_000_000n, networkAheadSeconds: 0n },
      hasCode: address => (address === market ? true : address === thief ? false : null),
      isTestNetwork: false,
      isOwn: address => address === alice,
      balanceOf: () => null,
      contacts: [alice],
      metadataOf: () => null,
      money: { nativeSymbol: 'ETH', tokens: [] },
    })
    expect(risks[0]?.level ?? 'none').toBe(level)
    if (named !== null) expect(risks.map(({ code }) => code)).toContain(named)
    for (const { code } of risks) expect(catalogue).toMatch(new RegExp(`^risk_${code.replaceAll('-', '_')}:`, 'm'))
  })

  it('compares what an order gives with what the account has', () => {
    const [, typedData] = trades.find(([label]) => label === 'a swap on CoW') ?? []
    if (typedData === undefined) throw new Error('the swap is gone')
    const having = (balance: bigint | null) =>
      typedDataRisks({
        ...{ typedData, meaning: meaningOf(typedData), account: alice, now: 1_800_000_000n, networkAheadSeconds: 0n },
        ...{ hasCode: () => true, isOwn: address => address === alice, contacts: [alice], metadataOf: () => null },
        isTestNetwork: false,
        balanceOf: () => balance,
        money: { nativeSymbol: 'ETH', tokens: [] },
      }).map(({ level, code }) => `${level} ${code}`)
    // It gives 5,000 of a token with six decimals.
    expect(having(null)).toEqual([])
    expect(having(6_000_000_000n)).toEqual([])
    expect(having(5_500_000_000n)).toEqual(['note order-of-most'])
    expect(having(5_000_000_000n)).toEqual(['note order-of-most'])
    expect(having(4_999_999_999n)).toEqual(['caution order-above-balance'])
    expect(having(0n)).toEqual(['caution order-above-balance'])
  })

  it('has at least 40 rows', () => {
    expect(trades.length).toBeGreaterThanOrEqual(40)
  })
})
