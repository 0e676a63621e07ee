import type { Address, Hash } from 'viem'
import * as z from 'zod/mini'
import type { NetworkEntry } from '@/lib/database/records'
import type { Door, DoorResponse } from '@/lib/rpc/door'
import { failureOf, RpcError } from '@/lib/rpc/errors'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { hashSchema, lowerCaseAddress } from '@/lib/values/hex'

/** What a faucet gave: a transaction of its own that brings `amount` wei, and when it gives again (ms since the epoch). */
export interface Drip {
  hash: Hash
  amount: bigint
  readyAt: number
}

export interface Faucet {
  /**
   * Asks the network's faucet for test money.
   * @throws Failure `faucet-refused` with `message` in the faucet's own words (`null` while it is known to be cooling down, when it is not even
   * asked) and `readyAt` where it said how long; `endpoint-unreachable`; `network-unknown` where there is no faucet
   */
  drip(chainId: number, address: Address): Promise<Drip>
  /** End of the cooldown, or `null`. */
  readyAt(chainId: number): number | null
}

/** Where a faucet does not say how long it rests. */
const usualCooldownMs = 10_000
const largestAnswer = 64 * 1024

const dripSchema = z.object({
  tx_hash: hashSchema,
  /** Wei, decimal; an older server wrote a hex quantity. */
  amount_wei: z.pipe(
    z.string().check(z.regex(/^(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/)),
    z.transform(text => BigInt(text)),
  ),
})
const refusalSchema = z.object({ error: z.string() })
const statusSchema = z.object({ ip_cooldown_secs: z.number().check(z.gte(0), z.lte(86_400)) })

export function createFaucet(dependencies: {
  door: Door
  networks: { get(chainId: number): NetworkEntry | undefined }
  clock: Clock
}): Faucet {
  const { door, networks, clock } = dependencies
  const cooldowns = new Map<number, number>()
  /** Cooldown by faucet address, ms. */
  const lengths = new Map<string, number>()

  function readyAt(chainId: number): number | null {
    const at = cooldowns.get(chainId)
    return at === undefined || at <= clock.now() ? null : at
  }

  async function ask(url: string, address: Address): Promise<DoorResponse> {
    try {
      return await door.fetch(`${url}/drip`, {
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

  /** How long the faucet rests after a drip, as it says itself; asked once, and a drip does not fail for it. */
  async function cooldownMs(url: string): Promise<number> {
    const known = lengths.get(url)
    if (known !== undefined) return known
    try {
      const { body } = await door.fetch(`${url}/status`, { method: 'GET', maxBytes: largestAnswer, timeoutMs: 3_000 })
      const parsed = statusSchema.safeParse(parseJson(body))
      if (!parsed.success) return usualCooldownMs
      const ms = parsed.data.ip_cooldown_secs * 1_000
      lengths.set(url, ms)
      return ms
    } catch {
      return usualCooldownMs
    }
  }

  return {
    readyAt,
    async drip(chainId, address) {
      const url = networks.get(chainId)?.faucetUrl?.replace(/\/+$/, '')
      if (!url) throw new Failure('network-unknown', { chainId })
      const cooling = readyAt(chainId)
      if (cooling !== null) throw new Failure('faucet-refused', { message: null, readyAt: cooling })
      const [response, restMs] = await Promise.all([ask(url, address), cooldownMs(url)])
      const answer = parseJson(response.body)
      const given = response.status < 300 ? dripSchema.safeParse(answer) : null
      if (given?.success) {
        const end = clock.now() + restMs
        cooldowns.set(chainId, end)
        return { hash: given.data.tx_hash, amount: given.data.amount_wei, readyAt: end }
      }
      const refusal = refusalSchema.safeParse(answer)
      const message = refusal.success ? refusal.data.error.slice(0, 300) : `HTTP ${response.status}`
      if (response.status !== 429) throw new Failure('faucet-refused', { message, readyAt: null })
      const waitMs = saidWaitMs(message) ?? headerWaitMs(response.headers.get('retry-after')) ?? restMs
      const end = clock.now() + waitMs
      cooldowns.set(chainId, end)
      throw new Failure('faucet-refused', { message, readyAt: end })
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
