import fc from 'fast-check'
import { argon2id } from 'hash-wasm'
import { describe, expect, test } from 'vitest'
import { manualClock } from '@/lib/keys/keyring.fixture'
import { affordableIterations, chooseDerivation, defaultDerivation, derivationSchema, isOutdated } from './derivation'

test('is Argon2id: the test vector of the reference implementation', async () => {
  // phc-winner-argon2, src/test.c: hashtest(version 0x13, t 2, m 2^16, p 1, "password", "somesalt"), Argon2id
  const hash = await argon2id({
    password: 'password',
    salt: new TextEncoder().encode('somesalt'),
    iterations: 2,
    memorySize: 65_536,
    parallelism: 1,
    hashLength: 32,
    outputType: 'hex',
  })
  expect(hash).toBe('09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7')
})

describe('the standard', () => {
  test('is never below 64 MiB and three passes', () => {
    expect(defaultDerivation.memoryKiB).toBe(64 * 1024)
    expect(defaultDerivation.minimumIterations).toBeGreaterThanOrEqual(3)
  })

  test('stays within its bounds on any machine', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100_000, noNaN: true }), tookMs => {
        const iterations = affordableIterations(defaultDerivation, tookMs)
        expect(iterations).toBeGreaterThanOrEqual(defaultDerivation.minimumIterations)
        expect(iterations).toBeLessThanOrEqual(defaultDerivation.maximumIterations)
        // Where the minimum leaves room, the chosen number fills it and does not overflow it.
        if (iterations > defaultDerivation.minimumIterations) {
          expect((iterations * tookMs) / defaultDerivation.minimumIterations).toBeLessThanOrEqual(
            defaultDerivation.targetMs,
          )
        }
      }),
    )
  })

  test.each([
    [2_000, 3],
    [225, 6],
    [150, 9],
    [20, 12],
  ])('three passes in %i ms are made %i', (tookMs, iterations) => {
    expect(affordableIterations(defaultDerivation, tookMs)).toBe(iterations)
  })
})

test('a salt is never used twice', async () => {
  const target = { memoryKiB: 8, minimumIterations: 1, maximumIterations: 1, targetMs: 1 }
  const chosen = await Promise.all(
    [1, 2, 3].map(() => chooseDerivation('x', target, { argon2id, clock: manualClock() })),
  )
  expect(new Set(chosen.map(({ derivation }) => derivation.salt)).size).toBe(3)
})

test('what is cheaper than the standard is outdated, what is dearer is not', () => {
  const derivation = {
    name: 'argon2id',
    memoryKiB: 65_536,
    iterations: 3,
    parallelism: 1,
    salt: '00'.repeat(16),
  } as const
  expect(isOutdated(derivation, defaultDerivation)).toBe(false)
  expect(isOutdated({ ...derivation, iterations: 9 }, defaultDerivation)).toBe(false)
  expect(isOutdated({ ...derivation, iterations: 2 }, defaultDerivation)).toBe(true)
  expect(isOutdated({ ...derivation, memoryKiB: 19_456 }, defaultDerivation)).toBe(true)
})

test('parameters that would take all memory or an hour are no parameters', () => {
  const good = { name: 'argon2id', memoryKiB: 65_536, iterations: 3, parallelism: 1, salt: '00'.repeat(16) }
  expect(derivationSchema.safeParse(good).success).toBe(true)
  expect(derivationSchema.safeParse({ ...good, iterations: 64 }).success).toBe(true)
  for (const bad of [
    { memoryKiB: 262_145 },
    { memoryKiB: 262_144, iterations: 17 },
    { iterations: 65 },
    { iterations: 0 },
    { salt: '' },
    { name: 'pbkdf2' },
  ]) {
    expect(derivationSchema.safeParse({ ...good, ...bad }).success).toBe(false)
  }
})
