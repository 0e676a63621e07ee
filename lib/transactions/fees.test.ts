import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absoluteCeiling,
  accessListGas,
  areCredible,
  atLeast,
  expectedCost,
  type FeeMarket,
  type GasFee,
  gasWithAccessList,
  gasWithRoom,
  isPermitted,
  leastReplacement,
  namedSpeeds,
  type RememberedFees,
  readFeeMarket,
  refreshSuggestions,
  rememberBaseFee,
  suggestFees,
  suggestionCeiling,
  transactionGasLimit,
} from './fees'

const gwei = 1_000_000_000n
const wei = fc.bigInt({ min: 0n, max: 1n << 256n })
const usualWei = fc.bigInt({ min: 1n, max: 1_000n * gwei })
const market = (value: fc.Arbitrary<bigint>): fc.Arbitrary<FeeMarket> =>
  fc.record({ baseFeePerGas: value, tips: fc.array(fc.tuple(value, value, value), { maxLength: 12 }) })
const remembered: fc.Arbitrary<RememberedFees> = fc.record({
  samples: fc.array(fc.record({ at: fc.nat(), baseFeePerGas: wei }), { maxLength: 48 }),
})
const calm: FeeMarket = { baseFeePerGas: 5_000_000n, tips: [[1_000_000n, 1_000_000n, 2_000_000n]] }
const usual: RememberedFees = {
  samples: Array.from({ length: 20 }, (_, index) => ({ at: index * 600_000, baseFeePerGas: 5_000_000n })),
}

describe('the three choices', () => {
  it('leave room for the base fee to double, and pay what others pay', () => {
    expect(suggestFees(calm).normal).toEqual({ maxFeePerGas: 11_000_000n, maxPriorityFeePerGas: 1_000_000n })
  })

  it('offer a tip where nobody pays one', () => {
    const { slow, normal, fast } = suggestFees({ baseFeePerGas: gwei, tips: [] })
    expect([slow, normal, fast].map(fee => fee.maxPriorityFeePerGas)).toEqual([100_000n, 1_000_000n, 2_000_000n])
  })

  it('are ordered, and each is a valid EIP-1559 fee that the next block would take', () => {
    fc.assert(
      fc.property(market(wei), given => {
        const { slow, normal, fast } = suggestFees(given)
        for (const [lower, higher] of [
          [slow, normal],
          [normal, fast],
        ] as const) {
          expect(lower.maxFeePerGas).toBeLessThanOrEqual(higher.maxFeePerGas)
          expect(lower.maxPriorityFeePerGas).toBeLessThanOrEqual(higher.maxPriorityFeePerGas)
        }
        for (const fee of [slow, normal, fast]) {
          expect(fee.maxPriorityFeePerGas).toBeLessThanOrEqual(fee.maxFeePerGas)
          if (fee.maxFeePerGas < absoluteCeiling)
            expect(fee.maxFeePerGas - fee.maxPriorityFeePerGas).toBeGreaterThanOrEqual(given.baseFeePerGas)
        }
      }),
    )
  })
})

describe('figures under a person’s eyes', () => {
  it('stand still while the base fee moves within their room', () => {
    const shown = suggestFees(calm)
    expect(refreshSuggestions(shown, { ...calm, baseFeePerGas: 5_500_000n })).toBe(shown)
    expect(refreshSuggestions(shown, { ...calm, baseFeePerGas: 1_000_000n })).toBe(shown)
  })

  it('rise when the base fee outgrows them', () => {
    const shown = suggestFees(calm)
    const risen = refreshSuggestions(shown, { ...calm, baseFeePerGas: 10_000_000n })
    expect(risen.normal.maxFeePerGas).toBe(21_000_000n)
  })

  it('never promise less than the next block asks for', () => {
    fc.assert(
      fc.property(market(usualWei), market(usualWei), (before, now) => {
        const fresh = refreshSuggestions(suggestFees(before), now)
        for (const speed of namedSpeeds)
          expect(fresh[speed].maxFeePerGas - fresh[speed].maxPriorityFeePerGas).toBeGreaterThanOrEqual(
            now.baseFeePerGas,
          )
      }),
    )
  })
})

describe('the ceiling', () => {
  it('tells an endpoint’s figures that are far above what is usual', () => {
    expect(areCredible(suggestFees(calm), usual)).toBe(true)
    expect(areCredible(suggestFees({ baseFeePerGas: 50n * gwei, tips: [] }), usual)).toBe(false)
    // Beyond the absolute ceiling no figure of an endpoint goes, and no choice vanishes.
    for (const fee of Object.values(suggestFees({ baseFeePerGas: 50_000n * gwei, tips: [] })))
      expect(fee.maxFeePerGas).toBe(absoluteCeiling)
    expect(areCredible(suggestFees({ ...calm, tips: [[50n * gwei, 50n * gwei, 50n * gwei]] }), usual)).toBe(false)
  })

  it('bounds what any reply can make the wallet propose, whatever is remembered', () => {
    fc.assert(
      fc.property(market(wei), remembered, (given, memory) => {
        const suggestions = suggestFees(given)
        const offered = areCredible(suggestions, memory) ? namedSpeeds.map(speed => suggestions[speed]) : []
        for (const fee of offered) {
          expect(fee.maxFeePerGas).toBeLessThanOrEqual(suggestionCeiling(memory))
          expect(isPermitted(fee)).toBe(true)
        }
        expect(suggestionCeiling(memory)).toBeLessThanOrEqual(absoluteCeiling)
      }),
    )
  })

  it('does not rise with the first things a new endpoint says', () => {
    const first = rememberBaseFee({ samples: [] }, 400n * gwei, 0)
    expect(suggestionCeiling(first)).toBeLessThanOrEqual(suggestionCeiling({ samples: [] }))
  })

  it('follows a market that stays high for hours, and no spike', () => {
    let memory = usual
    let now = 20 * 600_000
    memory = rememberBaseFee(memory, 1_000n * gwei, now)
    expect(suggestionCeiling(memory)).toBe(suggestionCeiling(usual))
    for (let sample = 0; sample < 48; sample += 1) {
      now += 600_000
      memory = rememberBaseFee(memory, gwei, now)
    }
    expect(suggestionCeiling(memory)).toBe(100n * gwei)
  })

  it('takes one sample in ten minutes, however often it is asked', () => {
    const once = rememberBaseFee({ samples: [] }, 1n, 0)
    expect(rememberBaseFee(once, 2n, 599_999)).toBe(once)
    expect(rememberBaseFee(once, 2n, 600_000).samples).toHaveLength(2)
  })

  it('holds for a person’s own values too', () => {
    expect(isPermitted({ maxFeePerGas: absoluteCeiling, maxPriorityFeePerGas: 0n })).toBe(true)
    expect(isPermitted({ maxFeePerGas: absoluteCeiling + 1n, maxPriorityFeePerGas: 0n })).toBe(false)
    expect(isPermitted({ maxFeePerGas: 5n, maxPriorityFeePerGas: 6n })).toBe(false)
    expect(isPermitted({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })).toBe(false)
  })
})

describe('a replacement', () => {
  it('raises both fields by 12.5 % and a wei, so that any node takes it', () => {
    fc.assert(
      fc.property(wei, wei, (maxFeePerGas, maxPriorityFeePerGas) => {
        const replaced: GasFee = { maxFeePerGas, maxPriorityFeePerGas }
        const least = leastReplacement(replaced)
        for (const field of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
          expect(least[field]).toBeGreaterThan(replaced[field])
          // The node's rule, 10 % in whole numbers.
          expect(least[field] * 100n).toBeGreaterThanOrEqual(replaced[field] * 110n)
        }
      }),
    )
  })

  it('offers at least that, and at least what the market asks', () => {
    const least = { maxFeePerGas: 20n, maxPriorityFeePerGas: 10n }
    expect(atLeast({ maxFeePerGas: 100n, maxPriorityFeePerGas: 1n }, least)).toEqual({
      maxFeePerGas: 100n,
      maxPriorityFeePerGas: 10n,
    })
    expect(atLeast({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, least)).toEqual(least)
  })
})

describe('gas', () => {
  it('gets a quarter of room, but a plain transfer none and nothing more than a transaction may have', () => {
    expect(gasWithRoom(21_000n)).toBe(21_000n)
    expect(gasWithRoom(100_000n)).toBe(125_000n)
    expect(gasWithRoom(16_000_000n)).toBe(transactionGasLimit)
  })

  it('of an access list is for each address and each storage key, however often they are in it', () => {
    const key = `0x${'1'.repeat(64)}` as const
    const address = `0x${'a'.repeat(40)}` as const
    expect(accessListGas()).toBe(0n)
    expect(accessListGas([{ address, storageKeys: [] }])).toBe(2_400n)
    expect(
      accessListGas([
        { address, storageKeys: [key, key] },
        { address, storageKeys: [key] },
      ]),
    ).toBe(10_500n)
  })

  it('is never less than an access list costs, where there is one', () => {
    const accessList = [{ address: `0x${'a'.repeat(40)}`, storageKeys: [] }] as const
    expect(gasWithAccessList(20_000n, undefined)).toBe(20_000n)
    expect(gasWithAccessList(21_000n, accessList)).toBe(23_400n)
    expect(gasWithAccessList(60_000n, accessList)).toBe(60_000n)
  })

  it('costs the base fee and the tip, and never more than the cap', () => {
    expect(expectedCost(10n, { maxFeePerGas: 9n, maxPriorityFeePerGas: 1n }, 4n)).toBe(50n)
    expect(expectedCost(10n, { maxFeePerGas: 9n, maxPriorityFeePerGas: 1n }, 40n)).toBe(90n)
  })
})

describe('a fee history', () => {
  it('is read with or without rewards', () => {
    const history = { oldestBlock: 1n, baseFeePerGas: [3n, 9n, 4n], gasUsedRatio: [0, 0] }
    expect(readFeeMarket(history)).toEqual({ baseFeePerGas: 9n, tips: [] })
    expect(readFeeMarket({ ...history, reward: [[1n, 2n, 3n], []] }).tips).toEqual([[1n, 2n, 3n]])
  })
})
