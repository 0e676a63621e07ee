/** Why the wallet makes a transaction: the person or a site sends it, or the wallet has a reason of its own. */
export const transactionPurposes = ['send', 'speed-up', 'cancel', 'fill-nonce', 'delegate', 'clear-delegation'] as const
export type TransactionPurpose = (typeof transactionPurposes)[number]
