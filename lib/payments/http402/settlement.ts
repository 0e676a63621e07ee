import * as z from 'zod/mini'
import { hashSchema } from '@/lib/base/hex-schemas'
import { parseJson } from '@/lib/base/json'
import { fromBase64, fromBase64Url } from './base64'
import { readTermsText } from './terms'

/**
 * What the merchant says became of the payment (x402 v2 §SettlementResponse, `PAYMENT-RESPONSE`; v1,
 * `X-PAYMENT-RESPONSE`). Its word, not the chain's.
 */
const settlementSchema = z.lazy(() =>
  z.object({
    success: z.boolean(),
    errorReason: z.nullish(z.string()),
    transaction: z.nullish(z.string()),
    /** The amount taken, where it is less than the maximum. Empty for a voucher. */
    amount: z.nullish(z.string()),
    extra: z.nullish(z.record(z.string(), z.unknown())),
  }),
)
export type Settlement = z.infer<typeof settlementSchema>

/** `Payment-Receipt`: only what was paid has one. @see The "Payment" HTTP Authentication Scheme, §Payment-Receipt */
const receiptSchema = z.lazy(() => z.object({ status: z.literal('success'), reference: z.string() }))

/** Reads either header; `null` for a header that says nothing. */
export function readSettlement(header: string): Settlement | null {
  const json = fromBase64(header) ?? fromBase64Url(header)
  if (json === null) return null
  const receipt = receiptSchema.safeParse(parseJson(json))
  return receipt.success ? { success: true, transaction: receipt.data.reference } : readSettlementText(json)
}

export function readSettlementText(json: string): Settlement | null {
  const settlement = settlementSchema.safeParse(parseJson(json))
  return settlement.success ? settlement.data : null
}

export function settlementHash({ transaction }: Settlement): `0x${string}` | null {
  const parsed = hashSchema.safeParse(transaction)
  return parsed.success ? parsed.data : null
}

/**
 * Why a payment was refused, in the seller's words, as a settlement that failed: from its settlement header, else from
 * the error of the terms it sent with the refusal.
 * @param offered JSON text of the terms before the payment: the error they have too says nothing of the payment
 * @returns `null` where the seller gave no reason
 */
export function refusalIn(
  { settlement, terms }: { settlement: string | null; terms: string | null },
  offered: string,
): Settlement | null {
  const said = settlement === null ? null : readSettlement(settlement)
  if (said !== null) return said
  const errorReason = terms === null ? null : (readTermsText(terms)?.terms.error ?? null)
  if (errorReason === null || errorReason === readTermsText(offered)?.terms.error) return null
  return { success: false, errorReason }
}
