import { bytesToHex } from '@noble/hashes/utils'
import * as z from 'zod/mini'
import { derivationBudget } from '@/lib/base/budgets'
import type { Clock } from '@/lib/base/clock'
import type { Argon2id, DerivationTarget } from '@/lib/keys/types'
import { bytesOf, importWrappingKey, randomBytes, utf8 } from './cipher'

/**
 * How a wrapping key follows from the password: Argon2id (RFC 9106) of its NFC form (RFC 8265 §4.2). The upper bounds
 * keep a forged file from taking all memory or minutes.
 */
export const derivationSchema = z.lazy(() =>
  z
    .object({
      name: z.literal('argon2id'),
      memoryKiB: z.int().check(z.gte(8), z.lte(derivationBudget.memoryKiB)),
      iterations: z.int().check(z.gte(1), z.lte(64)),
      parallelism: z.literal(1),
      salt: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    })
    .check(z.refine(({ memoryKiB, iterations }) => memoryKiB * iterations <= derivationBudget.work)),
)
export type Derivation = z.infer<typeof derivationSchema>

/**
 * 64 MiB and at least 3 passes (RFC 9106 §4, second choice); more on a fast machine, but no unlock takes more than
 * about half a second.
 */
export const defaultDerivation: DerivationTarget = {
  memoryKiB: 65_536,
  minimumIterations: 3,
  maximumIterations: 12,
  targetMs: 450,
}

export async function deriveWrappingKey(
  password: string,
  derivation: Derivation,
  argon2id: Argon2id,
): Promise<CryptoKey> {
  const secret = utf8(password.normalize('NFC'))
  try {
    const key = await argon2id({
      password: secret,
      salt: bytesOf(derivation.salt),
      iterations: derivation.iterations,
      parallelism: derivation.parallelism,
      memorySize: derivation.memoryKiB,
      hashLength: 32,
      outputType: 'binary',
    })
    return await importWrappingKey(
      new Uint8Array(key.buffer, key.byteOffset, key.byteLength) as Uint8Array<ArrayBuffer>,
    )
  } finally {
    secret.fill(0)
  }
}

/** Fresh parameters as dear as this machine bears, and the key they give. */
export async function chooseDerivation(
  password: string,
  target: DerivationTarget,
  { argon2id, clock }: { argon2id: Argon2id; clock: Clock },
): Promise<{ derivation: Derivation; wrappingKey: CryptoKey }> {
  const derivation: Derivation = {
    name: 'argon2id',
    memoryKiB: target.memoryKiB,
    iterations: target.minimumIterations,
    parallelism: 1,
    salt: bytesToHex(randomBytes(16)),
  }
  const startedAt = clock.now()
  const wrappingKey = await deriveWrappingKey(password, derivation, argon2id)
  const iterations = affordableIterations(target, clock.now() - startedAt)
  if (iterations === derivation.iterations) return { derivation, wrappingKey }
  const dearer = { ...derivation, iterations }
  return { derivation: dearer, wrappingKey: await deriveWrappingKey(password, dearer, argon2id) }
}

/** Passes that fit into the target, when the minimum took `tookMs`. The time grows in proportion to the passes. */
export function affordableIterations(target: DerivationTarget, tookMs: number): number {
  const perIteration = Math.max(tookMs, 1) / target.minimumIterations
  const affordable = Math.floor(target.targetMs / perIteration)
  return Math.min(target.maximumIterations, Math.max(target.minimumIterations, affordable))
}

/** Whether a guess costs less than the least that is asked today. */
export function isOutdated(derivation: Derivation, target: DerivationTarget): boolean {
  return derivation.memoryKiB < target.memoryKiB || derivation.iterations < target.minimumIterations
}
