import type { ApprovalView } from '@/lib/messaging/ui'

/** What a tick at the dangers stands for. */
export interface Understood {
  /** The dangers, with what is asked and what would be signed for a payment. */
  of: string
  /** Wei that a danger calls the fee; 0n: none does. */
  fee: bigint
}

/** @returns what a tick would stand for now */
export function toUnderstand({ id, request, payment, risks }: ApprovalView): Understood {
  let highest = 0n
  const dangers = risks
    .filter(({ level }) => level === 'danger')
    .map(({ code, values: { fee = '0', ...values } }) => {
      if (BigInt(fee) > highest) highest = BigInt(fee)
      return JSON.stringify([code, values])
    })
  const planned = [payment?.planned, payment?.signIn?.planned]
  return { of: JSON.stringify([id, request, planned, dangers.sort()]), fee: highest }
}

/**
 * Whether a tick still stands. The fee moves and the simulation ends while one reads: that takes it away only with
 * another danger, or where the fee that was called dangerous has doubled.
 */
export function isUnderstood(ticked: Understood | null, { of, fee }: Understood): boolean {
  return ticked !== null && ticked.of === of && fee <= 2n * ticked.fee
}
