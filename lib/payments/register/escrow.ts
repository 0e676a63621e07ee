import type { Address, Hex } from 'viem'
import type * as z from 'zod/mini'
import { readWords, wordToAddress } from '@/lib/base/abi'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { receiptReply } from '@/lib/base/rpc/schemas'
import * as events from '@/lib/base/signatures/events'
import type { AuthorizationRecord } from '@/lib/storage/payment-records'

/**
 * `PaymentAuthorized(bytes32 indexed, PaymentInfo, uint256 amount, address collector)` of Commerce Payments 1.0 and
 * 1.1.
 */
/** AuthCaptureEscrow 1.1 and 1.0: anybody can emit such an event, these alone hold what it says. */
const escrows: readonly Address[] = [
  '0xf96815976523e00e65be8f34ca5e64b4f41eb19c',
  '0xbdea0d1bcc5966192b070fdf62ab4ef5b4420cff',
]
/** PaymentInfo is twelve words, then the amount and the collector. */
const infoWords = 12
const never = 1n << 40n

/**
 * A signature that moved money into escrow goes on as a row of its own: what lies there may still be captured, voided
 * or reclaimed. The terms stand in the event, and nowhere else once only their hash was signed. `null` where the
 * transaction put nothing into escrow for this account.
 */
export function escrowRow(row: AuthorizationRecord, receipt: z.infer<typeof receiptReply>): AuthorizationRecord | null {
  for (const { address, topics, data } of receipt?.logs ?? []) {
    const contract = lowerCaseAddress(address)
    const [name, paymentHash] = topics
    if (name !== events.escrowAuthorized || paymentHash === undefined || !escrows.includes(contract)) continue
    const words = readWords(data)
    const [operator, payer, receiver] = [0, 1, 2].map(index => wordToAddress(words?.[index] ?? 0n))
    const [end = 0n, amount] = [words?.[6], words?.[infoWords]]
    if (payer !== row.account || amount === undefined) continue
    const info: Hex = `0x${data.slice(2, 2 + infoWords * 64)}`
    return {
      ...row,
      id: `${row.id}:escrow`,
      kind: 'escrow-payment',
      contract,
      spender: operator ?? null,
      recipient: receiver ?? null,
      amount,
      validAfter: null,
      validBefore: end >= never ? null : end,
      deadline: null,
      nonce: paymentHash,
      digest: paymentHash,
      typedData: JSON.stringify({ paymentInfo: info }),
      state: 'live',
      used: 0n,
      remaining: amount,
      isOnChain: true,
      isProvisional: false,
      evidence: [],
      readTo: null,
      isClosed: false,
      checkedAt: null,
    }
  }
  return null
}
