import type { ApprovalView } from '@/lib/language/ui'

/** The dangers that a person acknowledges with the checkbox of a decision. */
export interface Understood {
  /** The dangers, with what is asked and what would be signed for a payment. */
  of: string
  /** Wei that a danger calls the fee; 0n: none does. */
  fee: bigint
}

/** @returns what the person would acknowledge now */
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
 * Whether the acknowledgement covers the decision as it is now. A moving fee and the end of the simulation leave it
 * valid. Another danger, another request and a dangerous fee that more than doubled make it void.
 */
export function isUnderstood(ticked: Understood | null, { of, fee }: Understood): boolean {
  return ticked !== null && ticked.of === of && fee <= 2n * ticked.fee
}
