const prefix = 'payment:'

/** What stands for an approval where a limit of the person's allowed a payment without a window. */
export function paymentConsent(paymentId: string): string {
  return `${prefix}${paymentId}`
}

export function isPaymentConsent(id: string): boolean {
  return id.startsWith(prefix)
}

export function consentedPayment(id: string): string {
  return id.slice(prefix.length)
}
