import type { Address, Hash } from 'viem'
import * as z from 'zod/mini'
import type { Networks } from '@/lib/networks/networks'
import type { Door } from '@/lib/rpc/door'
import { failureOf, toRpcError } from '@/lib/rpc/errors'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { hashSchema } from '@/lib/values/hex'

export interface Drip {
  hash: Hash
  /** Wei. */
  amount: bigint
  /** When the faucet may be asked again, if known. */
  readyAt: number | null
}

export interface Faucet {
  /**
   * Asks the faucet of a network for test money.
   * @throws Failure `faucet-refused` {message: the faucet's own words, readyAt} | `endpoint-…` when it cannot be reached or is none
   */
  drip(chainId: number, address: Address): Promise<Drip>
}

/** Where a faucet says nothing of its cooldown, it is this long, in ms. */
const usualCooldownMs = 10_000

const dripped = z.object({
  tx_hash: hashSchema,
  /** Decimal text, or a hex quantity of an older server. */
  amount_wei: z.string().check(z.regex(/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/)),
})
const refused = z.object({ error: z.string().check(z.maxLength(500)) })

export function createFaucet(dependencies: { door: Door; networks: Pick<Networks, 'get'>; clock: Clock }): Faucet {
  const { door, networks, clock } = dependencies

  return {
    async drip(chainId, address) {
      const base = networks.get(chainId)?.faucetUrl
      if (base == null) throw new Failure('network-unknown', { chainId })
      const { status, body } = await door
        .fetch(`${base.replace(/\/+$/, '')}/drip`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ address }),
        })
        .catch(error => {
          throw failureOf(toRpcError(error))
        })
      const answer = parseJson(body)
      const success = status === 200 ? dripped.safeParse(answer) : null
      if (success?.success)
        return {
          hash: success.data.tx_hash,
          amount: BigInt(success.data.amount_wei),
          readyAt: clock.now() + usualCooldownMs,
        }
      const refusal = refused.safeParse(answer)
      if (!refusal.success) throw new Failure('endpoint-not-json-rpc', { status })
      const message = refusal.data.error
      throw new Failure('faucet-refused', { message, status, readyAt: status === 429 ? readyAt(message) : null })
    },
  }

  /** Both wordings in use name the seconds: «Try again in 4s.», «retry in 7s». */
  function readyAt(message: string): number {
    const seconds = /(\d{1,6})\s*s\b/.exec(message)?.[1]
    return clock.now() + (seconds === undefined ? usualCooldownMs : Number(seconds) * 1_000)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
