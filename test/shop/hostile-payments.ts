import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import type { Context } from 'hono'
import * as z from 'zod'
import { ask, deliver, isForPerson } from './hostile-answers.ts'
import type { Settlements } from './settlements.ts'

/** Answers a request that carries a payment. */
export type Answer = (context: Context, payment: PaymentPayload, terms: PaymentRequirements) => Promise<Response>

const channelStateSchema = z.record(z.string(), z.unknown()).default({})

/** Answers that several scenarios are made of. */
export interface PaidAnswers {
  /** Honest: settles and delivers; a payment that cannot be settled gets a 402 with the reason. */
  settleAndDeliver: Answer
  /** Settles the deposit of a channel, and tells that the answer has cost so many of the dollar's smallest parts. */
  countAs(parts: bigint): Answer
  /** Refuses a payment to a page three times, with this reason; then answers so. */
  late(reason: string, answer: Answer): Answer
  /** Settles a payment and answers with an error; the same payment sent again is delivered. */
  failsFirst(status: 402 | 503): Answer
}

export function createPaidAnswers({ settle, isKnown }: Settlements): PaidAnswers {
  const settleAndDeliver: Answer = async (context, payment, terms) => {
    const settled = await settle(payment, terms)
    return settled.success ? deliver(context, settled) : ask(context, terms, settled.errorReason)
  }
  return {
    settleAndDeliver,
    countAs: parts => async (context, payment, terms) => {
      const settled = payment.payload.type === 'deposit' ? await settle(payment, terms) : voucherTaken(terms)
      if (!settled.success) return ask(context, terms, settled.errorReason)
      const channelState = {
        ...channelStateSchema.parse(settled.extra?.channelState),
        chargedCumulativeAmount: String(parts),
      }
      return deliver(context, { ...settled, extra: { channelState, chargedAmount: String(parts) } })
    },
    late(reason, answer) {
      const refused = new Map<string, number>()
      return (context, payment, terms) => {
        const id = JSON.stringify(payment.payload)
        const times = refused.get(id) ?? 0
        if (!isForPerson(context) || times >= 3) return answer(context, payment, terms)
        refused.set(id, times + 1)
        return Promise.resolve(ask(context, terms, reason))
      }
    },
    failsFirst: status => async (context, payment, terms) => {
      if (isKnown(payment)) return settleAndDeliver(context, payment, terms)
      if (status === 402) {
        void settle(payment, terms).catch(() => undefined)
        return ask(context, terms, 'settlement timed out')
      }
      await settle(payment, terms)
      return context.json({ error: 'Try again later' }, status)
    },
  }
}

function voucherTaken({ network }: PaymentRequirements): SettleResponse {
  return { success: true, transaction: '', network }
}
