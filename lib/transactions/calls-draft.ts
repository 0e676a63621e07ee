import type { Address } from 'viem'
import type { ApprovalRequest, Shown, TransactionRequest } from '@/lib/approvals/types'
import type { CallsReading, SimulatedCall } from '@/lib/simulation/simulate-calls'
import { toQuantity } from '@/lib/values/hex'
import { gasWithRoom, transferGas } from './fees'
import type { ChainReading } from './prefetch'
import { newDraft, type TransactionDraft } from './preview'

/** A draft of all calls together: as one transaction of their whole value and about their whole size. */
export function newCallsDraft(
  chainId: number,
  account: Address,
  { calls }: Extract<ApprovalRequest, { kind: 'calls' }>,
  shown: Shown,
): TransactionDraft {
  const value = calls.reduce((sum, call) => sum + BigInt(call.value), 0n)
  const data = calls.map(call => call.data.slice(2)).join('')
  const transaction: TransactionRequest = { to: account, value: toQuantity(value), data: `0x${data}` }
  const together = { kind: 'transaction', transaction, purpose: 'send', replaces: null } as const
  return { ...newDraft(chainId, account, together, shown), calls }
}

export function toSimulated({ to, value, data }: TransactionRequest): SimulatedCall {
  return { to, value: BigInt(value), data }
}

/** The readings for the calls, in place of the readings for the transaction that carries them. */
export function readingOfCalls(alone: ChainReading, { gas, simulation }: CallsReading): ChainReading {
  return { ...alone, estimate: gas.reduce((sum, each) => sum + each, 0n), simulation }
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
  if (used === transferGas) return used
  return gasWithRoom(used + used / 4n)
}
