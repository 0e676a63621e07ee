import type { Address, Hash } from 'viem'
import * as z from 'zod/mini'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { lowerCaseAddress } from '@/lib/base/hex'
import { addressSchema, hashSchema } from '@/lib/base/hex-schemas'
import { parseJson } from '@/lib/base/json'
import type { NetworkId } from '@/lib/base/network-id'
import { failureOf, RpcError } from '@/lib/base/rpc/errors'
import type { Door, DoorResponse } from '@/lib/chain/rpc/door'
import type { NetworkEntry } from '@/lib/storage/records'

/**
 * What a faucet gave: a transaction of its own that brings `amount` of the smallest unit, and when it gives again (ms
 * since the epoch).
 */
export interface Drip {
  hash: Hash
  /** `null` where a faucet does not say how much of its token it gives. */
  amount: bigint | null
  readyAt: number
}

/** The chain's own money, or the test token that a faucet may give besides. Each has its own cooldown. */
export type DripKind = 'native' | 'token'

/** A faucet's test token, as the faucet describes it. `amount` is in its smallest unit. */
export interface FaucetToken {
  address: Address
  amount: bigint | null
}

export interface Faucet {
  /**
   * Asks the network's faucet for test money.
   * @throws Failure `faucet-refused` with `message` in the faucet's own words (`null` while it is known to be cooling
   * down, when it is not even asked) and `readyAt` where it said how long; `endpoint-unreachable`; `network-unknown`
   * where there is no faucet
   */
  drip(networkId: NetworkId, address: Address, kind?: DripKind): Promise<Drip>
  /**
   * The test token the faucet gives besides, `null` if none. @throws RpcError where it does not answer; it is asked
   * again next time
   */
  token(networkId: NetworkId): Promise<FaucetToken | null>
  /** End of the cooldown, or `null`. */
  readyAt(networkId: NetworkId, kind?: DripKind): number | null
}

/** Where a faucet does not say how long it rests. */
const usualCooldownMs = 10_000
const largestAnswer = 64 * 1024
const paths = { native: 'drip', token: 'drip-usdv' } as const satisfies Record<DripKind, string>

/** Smallest unit, decimal; an older server wrote a hex quantity. */
const units = z.lazy(() =>
  z.pipe(
    z.string().check(z.regex(/^(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/)),
    z.transform(text => BigInt(text)),
  ),
)
const dripSchemas = {
  native: z.pipe(
    z.lazy(() => z.object({ tx_hash: hashSchema, amount_wei: units })),
    z.transform(({ tx_hash, amount_wei }) => ({ hash: tx_hash, amount: amount_wei })),
  ),
  token: z.pipe(
    z.lazy(() => z.object({ tx_hash: hashSchema, amount_units: z.optional(units) })),
    z.transform(({ tx_hash, amount_units }) => ({ hash: tx_hash, amount: amount_units ?? null })),
  ),
}
const refusalSchema = z.object({ error: z.string() })
const statusSchema = z.lazy(() =>
  z.object({
    ip_cooldown_secs: z.number().check(z.gte(0), z.lte(86_400)),
    usdv_address: z.optional(addressSchema),
    usdv_drip_units: z.optional(units),
  }),
)
type Status = z.infer<typeof statusSchema>

export function createFaucet(dependencies: {
  door: Door
  networks: { get(networkId: NetworkId): NetworkEntry | undefined }
  clock: Clock
  faults: Faults
}): Faucet {
  const { door, networks, clock, faults } = dependencies
  /** By the faucet's address and what it gives: a network may come to have another faucet. */
  const cooldowns = new Map<string, number>()
  /** What each faucet said of itself, by its address. */
  const statuses = new Map<string, Status>()

  function readyAt(networkId: NetworkId, kind: DripKind = 'native'): number | null {
    const at = cooldowns.get(`${addressOf(networkId)} ${kind}`)
    return at === undefined || at <= clock.now() ? null : at
  }

  function addressOf(networkId: NetworkId): string | null {
    return networks.get(networkId)?.faucetUrl?.replace(/\/+$/, '') || null
  }

  async function ask(url: string, address: Address): Promise<DoorResponse> {
    try {
      return await door.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        // Lower case is an address everywhere; a checksum of mixed case need not be.
        body: JSON.stringify({ address: lowerCaseAddress(address) }),
        maxBytes: largestAnswer,
      })
    } catch (error) {
      throw error instanceof RpcError ? failureOf(error) : error
    }
  }

  /** Asked until it answers; `null` where the answer is no status. @throws RpcError where none came */
  async function statusOf(url: string): Promise<Status | null> {
    const known = statuses.get(url)
    if (known !== undefined) return known
    try {
      const { body } = await door.fetch(`${url}/status`, { method: 'GET', maxBytes: largestAnswer, timeoutMs: 3_000 })
      const status = statusSchema.parse(parseJson(body))
      statuses.set(url, status)
      return status
    } catch (error) {
      if (error instanceof RpcError) throw error
      faults.report('faucet', error)
      return null
    }
  }

  return {
    readyAt,
    async token(networkId) {
      const url = addressOf(networkId)
      const status = url === null ? null : await statusOf(url)
      if (status?.usdv_address === undefined) return null
      return { address: lowerCaseAddress(status.usdv_address), amount: status.usdv_drip_units ?? null }
    },
    async drip(networkId, address, kind = 'native') {
      const url = addressOf(networkId)
      if (url === null) throw new Failure('network-unknown', { networkId })
      const cooling = readyAt(networkId, kind)
      if (cooling !== null) throw new Failure('faucet-refused', { message: null, readyAt: cooling })
      // A drip does not fail for it. Who shows the token hears of it.
      const asked = statusOf(url).catch(() => null)
      const [response, status] = await Promise.all([ask(`${url}/${paths[kind]}`, address), asked])
      const restMs = status === null ? usualCooldownMs : status.ip_cooldown_secs * 1_000
      const rest = (ms: number): number => {
        const end = clock.now() + ms
        cooldowns.set(`${url} ${kind}`, end)
        return end
      }
      const answer = parseJson(response.body)
      const given = response.status < 300 ? dripSchemas[kind].safeParse(answer) : null
      if (given?.success) {
        const { hash, amount } = given.data
        const usual = kind === 'token' ? (status?.usdv_drip_units ?? null) : null
        return { hash, amount: amount ?? usual, readyAt: rest(restMs) }
      }
      const refusal = refusalSchema.safeParse(answer)
      const message = refusal.success ? refusal.data.error.slice(0, 300) : `HTTP ${response.status}`
      if (response.status !== 429) throw new Failure('faucet-refused', { message, readyAt: null })
      const waitMs = saidWaitMs(message) ?? headerWaitMs(response.headers.get('retry-after')) ?? restMs
      throw new Failure('faucet-refused', { message, readyAt: rest(waitMs) })
    },
  }
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const

/** «Try again in 4s.», «ip cooldown active; retry in 7s», «… in 2 minutes»; at most a day. */
export function saidWaitMs(message: string): number | null {
  const said = /\bin (\d{1,6})\s*(s|m|h)/i.exec(message)
  if (said === null) return null
  const unit = said[2]?.toLowerCase()
  const ms = Number(said[1]) * unitMs[unit === 'm' || unit === 'h' ? unit : 's']
  return Math.min(ms, 24 * unitMs.h)
}

function headerWaitMs(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, 24 * unitMs.h) : null
}
