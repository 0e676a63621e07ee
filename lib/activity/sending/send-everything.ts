import type { Address } from 'viem'
import { Failure } from '@/lib/base/failure'
import type { NetworkId } from '@/lib/base/network-id'
import { failureFrom } from '@/lib/base/rpc/errors'
import type { ChainReader } from './chain-reader'
import type { JournalFacts } from './draft-reading'
import { gasWithRoom, suggestFees, transferGas, usualPrice } from './fees'

/** The L1 part of the fee moves on its own; this much more than it costs now is kept back. */
const l1Margin = { numerator: 5n, denominator: 4n }

/**
 * The value that leaves nothing behind but what the fee may cost at most: pending balance, less everything under way,
 * less the ceiling of the fastest choice (so that each of the three can be chosen), less L1 and operator fee with a
 * margin.
 * @throws Failure `insufficient-funds` when nothing would be left to send, `fee-unknown` when the network names no fee
 * and none is remembered, `endpoint-…`
 */
export async function valueOfEverything(
  reader: Pick<ChainReader, 'read'>,
  facts: Pick<JournalFacts, 'committed'>,
  networkId: NetworkId,
  from: Address,
  to: Address,
): Promise<bigint> {
  const { reading, remembered } = await reader
    .read(networkId, {
      type: 'eip1559',
      from,
      nonce: 0xffff,
      to,
      value: 1n,
      data: '0x',
      gas: transferGas,
      maxFeePerGas: 0xffffffffn,
      maxPriorityFeePerGas: 0xffffffn,
    })
    .catch(error => {
      throw failureFrom(error)
    })
  const { balance } = reading
  if (balance === null) throw new Failure('endpoint-error', { kind: 'node-error', message: '' })
  const usual = usualPrice(remembered)
  // Where the network names no fee, the person does: what is usual is kept back for it.
  const market = reading.market ?? (usual === undefined ? null : { baseFeePerGas: usual, tips: [] })
  if (market === null) throw new Failure('fee-unknown')
  const suggestions = suggestFees(market)
  const gas = reading.estimate === null ? transferGas : gasWithRoom(reading.estimate)
  const l1 = ((reading.l1Fee ?? 0n) * l1Margin.numerator) / l1Margin.denominator
  const value =
    balance - facts.committed(networkId, from) - gas * suggestions.fast.maxFeePerGas - l1 - (reading.operatorFee ?? 0n)
  if (value <= 0n) throw new Failure('insufficient-funds', { balance: balance.toString() })
  return value
}
