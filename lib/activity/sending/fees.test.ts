import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accessListGas,
  atLeast,
  expectedCost,
  type FeeMarket,
  feeDangerOf,
  type GasFee,
  gasWithAccessList,
  gasWithRoom,
  greatestFee,
  isPermitted,
  isUsual,
  leastReplacement,
  namedSpeeds,
  type RememberedFees,
  readFeeMarket,
  refreshSuggestions,
  rememberPrice,
  suggestFees,
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

  it('offer the tip that the endpoint asks for where blocks name none', () => {
    const { slow, normal, fast } = suggestFees({ baseFeePerGas: 0n, tips: [], askedTip: gwei })
    expect([slow, normal, fast].map(fee => fee.maxPriorityFeePerGas)).toEqual([
      gwei,
      (11n * gwei) / 10n,
      (13n * gwei) / 10n,
    ])
    expect([slow, normal, fast].map(fee => fee.maxFeePerGas)).toEqual([gwei, (11n * gwei) / 10n, (13n * gwei) / 10n])
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
          if (fee.maxFeePerGas < greatestFee)
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

  it('come down after a spike, which is not what is paid', () => {
    const shown = suggestFees({ ...calm, baseFeePerGas: 100n * calm.baseFeePerGas })
    expect(refreshSuggestions(shown, calm)).toEqual(suggestFees(calm))
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

describe('a fee that is not usual', () => {
  const dangers = (market: FeeMarket, memory: RememberedFees) =>
    Object.values(suggestFees(market)).map(({ maxFeePerGas }) => feeDangerOf(maxFeePerGas, memory))
  const told = (danger: string | null) => [danger, danger, danger]
  const rememberedAfter = (hours: number, fee: bigint, before: RememberedFees, everyMs = 600_000): RememberedFees => {
    const start = before.samples.at(-1)?.at ?? 0
    const times = Array.from({ length: (hours * 3_600_000) / everyMs }, (_, index) => start + (index + 1) * everyMs)
    return times.reduce((memory, at) => rememberPrice(memory, fee, at), before)
  }

  it('is a danger far above what is remembered', () => {
    expect(dangers(calm, usual)).toEqual(told(null))
    expect(dangers({ baseFeePerGas: 50n * gwei, tips: [] }, usual)).toEqual(told('far-above-usual'))
    expect(dangers({ ...calm, tips: [[50n * gwei, 50n * gwei, 50n * gwei]] }, usual)).toEqual(told('far-above-usual'))
  })

  it('is named so, whatever an endpoint answers and whatever is remembered', () => {
    fc.assert(
      fc.property(market(wei), remembered, (given, memory) => {
        const isAboveAll = (fee: bigint) => memory.samples.every(sample => fee > 100n * sample.baseFeePerGas)
        for (const fee of Object.values(suggestFees(given))) {
          expect(isPermitted(fee)).toBe(true)
          if (fee.maxFeePerGas > 500n * gwei && isAboveAll(fee.maxFeePerGas))
            expect(feeDangerOf(fee.maxFeePerGas, memory)).not.toBeNull()
        }
      }),
    )
  })

  it('is unproven where it is high and the usual one is not known, also after the first things an endpoint says', () => {
    const dear: FeeMarket = { baseFeePerGas: 110_000n * gwei, tips: [] }
    expect(dangers(dear, { samples: [] })).toEqual(told('unproven'))
    expect(dangers(calm, { samples: [] })).toEqual(told(null))
    expect(dangers(dear, rememberPrice({ samples: [] }, dear.baseFeePerGas, 0))).toEqual(told('unproven'))
  })

  it.each<[string, RememberedFees]>([
    ['an hour', rememberedAfter(1, 110_000n * gwei, { samples: [] })],
    ['three uses, days apart', rememberedAfter(72, 110_000n * gwei, { samples: [] }, 24 * 3_600_000)],
  ])('is usual after %s, whatever its height', (_, memory) => {
    expect(dangers({ baseFeePerGas: 110_000n * gwei, tips: [] }, memory)).toEqual(told(null))
    expect(feeDangerOf(20_000_000n * gwei, memory)).toBe('far-above-usual')
  })

  it('is told from a usual one: near what was remembered for an hour', () => {
    expect(isUsual(50_000_000n, usual)).toBe(true)
    expect(isUsual(50_000_001n, usual)).toBe(false)
    expect(isUsual(1n, { samples: usual.samples.slice(0, 2) })).toBe(false)
    expect(isUsual(1n, { samples: [] })).toBe(false)
  })

  it('follows a market that stays high for hours, and no spike', () => {
    const spiked = rememberPrice(usual, 1_000n * gwei, 20 * 600_000)
    expect(feeDangerOf(100n * gwei, spiked)).toBe('far-above-usual')
    expect(feeDangerOf(100n * gwei, rememberedAfter(8, gwei, spiked))).toBeNull()
    expect(feeDangerOf(100n * gwei + 1n, rememberedAfter(8, gwei, spiked))).toBe('far-above-usual')
  })

  it('takes one sample in ten minutes, however often it is asked', () => {
    const once = rememberPrice({ samples: [] }, 1n, 0)
    expect(rememberPrice(once, 2n, 599_999)).toBe(once)
    expect(rememberPrice(once, 2n, 600_000).samples).toHaveLength(2)
  })

  it('is permitted all the same; what no transaction can have is not', () => {
    expect(isPermitted({ maxFeePerGas: greatestFee, maxPriorityFeePerGas: 0n })).toBe(true)
    expect(isPermitted({ maxFeePerGas: greatestFee + 1n, maxPriorityFeePerGas: 0n })).toBe(false)
    expect(isPermitted({ maxFeePerGas: 5n, maxPriorityFeePerGas: 6n })).toBe(false)
    expect(isPermitted({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })).toBe(true)
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
    // A chain whose estimate is above that limit has another one: less than the estimate would run out of gas.
    expect(gasWithRoom(20_000_000n)).toBe(25_000_000n)
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
    expect(readFeeMarket(history, null)).toEqual({ baseFeePerGas: 9n, tips: [] })
    expect(readFeeMarket({ ...history, reward: [[1n, 2n, 3n], []] }, 100n).tips).toEqual([[1n, 2n, 3n]])
  })
})
