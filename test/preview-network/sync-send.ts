import { type Hash, type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import { quantityParameter } from './block-parameter.ts'
import type { SyncLimits } from './modes.ts'
import { invalidParams, RpcError } from './rpc-error.ts'
import type { Service } from './service.ts'

/** Milliseconds as the EIP writes them. */
const numberSchema = z.int().positive()
/** The same, and as some clients take them: a quantity in hex. */
const timeoutSchema = z.union([numberSchema, quantityParameter.transform(Number).pipe(numberSchema)])

/**
 * Returns the milliseconds to wait for a receipt.
 * @param timeout second parameter of the call
 * @throws {RpcError} -32602 for a time that is none or too long, where the network refuses it
 * @see EIP-7966, "Parameter Validation Rules" and "Behavior": an invalid time means the default
 */
export function waitOf(timeout: unknown, { defaultMs, maximumMs, aboveMaximum, takesHex }: SyncLimits): number {
  if (timeout === undefined || timeout === null) return defaultMs
  const parsed = (takesHex ? timeoutSchema : numberSchema).safeParse(timeout)
  if (parsed.success && parsed.data <= maximumMs) return parsed.data
  if (aboveMaximum === 'default') return defaultMs
  throw parsed.success
    ? invalidParams(`time out too long, timeout: ${parsed.data} ms, max: ${maximumMs} ms`)
    : invalidParams('invalid timeout')
}

/**
 * Submits a raw transaction and returns its first receipt, pre-confirmed or sealed.
 * @param ms milliseconds to wait
 * @param receipt returns the receipt as this endpoint knows it
 * @throws {RpcError} what `eth_sendRawTransaction` throws; 4 when the time is over; where the network tells, 5 when the
 * transaction waits for a lower base fee, and 6 when it waits for an earlier nonce; it is in the mempool then
 * @see EIP-7966, "Returns"
 */
export async function sendAndWait(
  service: Service,
  raw: Hex,
  ms: number,
  receipt: (hash: Hash) => Promise<unknown>,
): Promise<unknown> {
  const hash = await service.submit(raw)
  if (service.options.traits.sync.refusesUnready) await refuseUnready(service, hash)
  return firstReceipt(service, hash, ms, receipt)
}

async function refuseUnready({ chain, gate, mempool }: Service, hash: Hash): Promise<void> {
  const waiting = mempool.get(hash)
  if (waiting === undefined) return
  const count = await gate.read(() => chain.anvil.request('eth_getTransactionCount', [waiting.from, 'latest']))
  let expected = BigInt(z.string().parse(count))
  while (expected < waiting.nonce && mempool.at(waiting.from, expected) !== undefined) expected += 1n
  // An authorization that waits may use the missing nonce (EIP-7702).
  const mayBeFilled = mempool.all().some(({ authorizations }) => authorizations > 0)
  if (expected < waiting.nonce && !mayBeFilled) {
    const text = `Transaction ${hash} was added to the mempool but waits for an earlier nonce: expected ${expected}.`
    throw new RpcError(6, text, numberToHex(expected))
  }
  if (waiting.maxFeePerGas >= chain.open.baseFee) return
  throw new RpcError(5, `Transaction ${hash} was added to the mempool but its fee is below the base fee.`, hash)
}

const dataOfTimeout = {
  hash: (hash: Hash) => hash,
  'object-with-hash': (hash: Hash) => ({ hash }),
  none: () => undefined,
}

function firstReceipt(
  { events, gate, options }: Service,
  hash: Hash,
  ms: number,
  receipt: (hash: Hash) => Promise<unknown>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      off()
      settle()
    }
    const look = () =>
      gate
        .read(() => receipt(hash))
        .then(
          found => found !== null && end(() => resolve(found)),
          error => end(() => reject(error)),
        )
    const text = `Transaction ${hash} was added to the mempool but wasn't confirmed within ${ms / 1000}s.`
    const timer = setTimeout(
      () => end(() => reject(new RpcError(4, text, dataOfTimeout[options.traits.sync.timeoutData](hash)))),
      ms,
    )
    const off = events.on(() => void look())
    // It may have been included while it was looked into.
    void look()
  })
}
