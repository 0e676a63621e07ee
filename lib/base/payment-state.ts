/** How far the payment for an answer has got. */
export const paymentStates = [
  /** Terms are read, nothing signed. */
  'offered',
  /** The signed payload is here and has gone nowhere. */
  'signed',
  /** It went out at least once; the answer is not known. */
  'sent',
  /** The answer came and proves that it was settled. */
  'delivered',
  /** The answer came, and nothing proves that it was settled. */
  'unproven',
  /** The chain says that it was settled, and no answer came. */
  'undelivered',
  /** Nothing is paid: a sign-in went out (x402 extension sign-in-with-x), or is about to. */
  'signing-in',
  /** The answer came for a sign-in. Nothing was paid. */
  'opened',
  /** Taken back, or never used until it expired: nothing was paid. */
  'cancelled',
  'expired',
  /** Not paid: the person or a cap said no, or nothing of the terms could be paid. Nothing was signed. */
  'refused',
] as const
export type PaymentState = (typeof paymentStates)[number]
