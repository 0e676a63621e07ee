import type { Hash, Hex } from 'viem'
import * as z from 'zod/mini'
import { executionTimedOut } from '@/lib/provider/errors'
import { parseParameters, rawTransaction } from '@/lib/provider/parameters'
import type { MethodCall, MethodTable, MethodTools } from '@/lib/provider/types'

/** ms. EIP-7966 recommends the default; a timeout that is no positive integer up to the longest counts as absent. */
const defaultTimeout = 2_000
const longestTimeout = 30_000
/** ms between two looks where no push reports the transaction. */
const lookEvery = 250

const parameters = z.lazy(() => z.tuple([rawTransaction, z.optional(z.unknown())], z.unknown()))
const receiptReply = z.lazy(() => z.nullable(z.looseObject({ transactionHash: z.string() })))

/**
 * `eth_sendRawTransactionSync`: sends signed bytes and answers with the receipt. The bytes go the way of every other
 * transaction (journal, submission, levels), so it works at endpoints that do not have the method.
 * @see EIP-7966
 */
export function syncSendMethods(tools: MethodTools): MethodTable {
  const { clock, keepAlive, networks, transactions } = tools

  /** Resolves at the next news of the transaction, or after `ms`. */
  function newsOf(hash: Hash, ms: number): Promise<void> {
    return new Promise(resolve => {
      const stop = transactions.onRow(row => {
        if (row.hash === hash) done()
      })
      const cancel = clock.after(ms, done)
      function done(): void {
        stop()
        cancel()
        resolve()
      }
    })
  }

  /** @throws ProviderError 4 with the hash after the timeout; RpcError if the node refuses the bytes */
  async function send({ networkId, frame }: MethodCall, raw: Hex, timeout: number): Promise<unknown> {
    const release = keepAlive.hold()
    try {
      const deadline = clock.now() + timeout
      const hash = await transactions.relay({ networkId, raw, origin: frame.origin })
      for (;;) {
        const left = deadline - clock.now()
        // Listening begins before the look: news that comes during it is not missed.
        const news = newsOf(hash, Math.max(0, Math.min(lookEvery, left)))
        // Without an answer, which the connection reports, it looks again.
        const receipt = await networks
          .connection(networkId)
          .request('eth_getTransactionReceipt', [hash], receiptReply)
          .catch(() => null)
        if (receipt !== null) return receipt
        if (left <= 0) throw executionTimedOut(hash, timeout)
        await news
      }
    } finally {
      release()
    }
  }

  return {
    eth_sendRawTransactionSync: {
      access: 'connected',
      effect: true,
      async run(call, given) {
        const [raw, timeout] = parseParameters(call.method, parameters, given)
        return { kind: 'later', result: send(call, raw, timeoutOf(timeout)) }
      },
    },
  }
}

/** @returns ms: what the page asked for, as a number or a quantity, or else the default */
function timeoutOf(asked: unknown): number {
  const ms =
    typeof asked === 'number' || (typeof asked === 'string' && /^0x[0-9a-f]+$/i.test(asked)) ? Number(asked) : 0
  return Number.isInteger(ms) && ms > 0 && ms <= longestTimeout ? ms : defaultTimeout
}
