import type { Address } from 'viem'
import { toQuantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { areTogether } from '@/lib/base/together'
import type { CallsReading, SimulatedCall } from '@/lib/chain/simulation/simulate-calls'
import type { Shown } from '@/lib/decisions/approvals/types'
import type { ApprovalRequest } from '@/lib/language/requests'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { transactionsOf } from './calls'
import { authorizationGas, resetGas } from './delegation'
import { gasWithRoom, transferGas } from './fees'
import type { ChainReading } from './prefetch'
import { newDraft, type TransactionDraft, totalValue } from './preview'

/**
 * A draft of all calls: as the transaction that makes them together, or else as one of their whole value and about
 * their whole size.
 */
export function newCallsDraft(
  networkId: NetworkId,
  account: Address,
  request: Extract<ApprovalRequest, { kind: 'calls' }>,
  shown: Shown,
): TransactionDraft {
  const { calls, cancels } = request
  const [first] = transactionsOf(account, request)
  const transaction = areTogether(request) && first !== undefined ? first.transaction : allOf(account, calls)
  const purpose = cancels === undefined ? 'send' : 'cancel'
  const together = { kind: 'transaction', transaction, purpose, replaces: null } as const
  const isTakenBack = request.atomic?.choice === 'once'
  return { ...newDraft(networkId, account, together, shown), calls, isTakenBack }
}

function allOf(account: Address, calls: readonly TransactionRequest[]): TransactionRequest {
  const data = calls.map(call => call.data.slice(2)).join('')
  const nonce = calls[0]?.nonce
  const all: TransactionRequest = { to: account, value: toQuantity(totalValue(calls)), data: `0x${data}` }
  return nonce === undefined ? all : { ...all, nonce }
}

export function toSimulated({ to, value, data }: TransactionRequest): SimulatedCall {
  return { to, value: BigInt(value), data }
}

/** The readings for the calls, in place of the readings for the transaction that carries them. */
export function readingOfCalls(alone: ChainReading, { gas, simulation }: CallsReading): ChainReading {
  return { ...alone, estimate: gas.reduce((sum, each) => sum + each, 0n), simulation }
}

/** What the one transaction would do and need, and, where it fails, which of its calls fail. */
export function callsTogether(
  alone: ChainReading,
  calls: CallsReading,
  { isTakenBack }: TransactionDraft,
): CallsReading {
  const { simulation } = alone
  const used = (alone.estimate ?? calls.gas.reduce((sum, each) => sum + each, 0n)) + authorizationGas
  return {
    gas: isTakenBack ? [used, resetGas] : [used],
    simulation:
      simulation.status === 'reverts' && calls.simulation.status === 'reverts' ? calls.simulation : simulation,
    effects: calls.effects,
  }
}

/**
 * With what was found out of each call. The limits shown before stay as long as they do, so that the ceiling does not
 * jump.
 */
export function withGasOfCalls(
  before: TransactionDraft,
  draft: TransactionDraft,
  { gas }: CallsReading,
): TransactionDraft {
  const gasOfCalls = gas.map((used, index) => {
    const shown = before.gasOfCalls?.[index]
    return shown !== undefined && used <= shown ? shown : roomFor(used)
  })
  return { ...draft, gasOfCalls, gas: gasOfCalls.reduce((sum, each) => sum + each, 0n) }
}

/** What a call used, after refunds of up to a fifth, with room for both. */
function roomFor(used: bigint): bigint {
  if (used === transferGas || used === resetGas) return used
  return gasWithRoom(used + used / 4n)
}
