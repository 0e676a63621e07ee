import * as z from 'zod/mini'
import { Failure } from '@/lib/base/failure'
import { type DecisionKind, requestSchema } from './kind'
import { valued } from './results'

declare module '@/lib/language/requests' {
  interface Requests {
    /** `shown.plan` holds what is signed for it. */
    payment: { paymentId: string; url: string; method: string }
  }
}

/** The payment for an HTTP 402 answer, or the sign-in in its place. `lib/payments` reads its terms and judges them. */
export const payment: DecisionKind<'payment'> = {
  schema: requestSchema('payment', () => ({ paymentId: z.string(), url: z.string(), method: z.string() })),
  isSingle: false,
  needs: 'plan',
  isAccountSeen: false,
  isOfChain: () => false,
  signs:
    () =>
    ({ id, shown }, _, { planned }) => {
      if (shown.plan === undefined) throw new Failure('approval-changed', { id })
      return planned(shown.plan)
    },
  names: () => [],
  assessed: () => null,
  carryOut: async (_, approval, { http402 }) => valued(await http402.pay(approval)),
}
