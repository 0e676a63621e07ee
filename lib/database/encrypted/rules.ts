import type { PreludeSchema, StoreName } from '@/lib/database/open'

/** What a locked wallet may do with a store of encrypted rows. */
export interface EncryptedRule<Row = unknown> {
  /**
   * `closed`: nothing is read or written (Failure `locked`). `unread`: it is read as if it were empty, and not written.
   * `written`: its readable rows are read and written; those that have ended are encrypted at the next unlock.
   */
  locked: 'closed' | 'unread' | 'written'
  /** True for a row that a locked wallet needs: it is not encrypted. Absent: none is needed. */
  staysReadable?(row: Row): boolean
  /** What becomes of a row that is there encrypted and, newer, readable. Absent: the readable one counts. */
  merge?(encrypted: Row, readable: Row): Row
}

type Rules = { [Store in StoreName]?: EncryptedRule<PreludeSchema[Store]['value']> }

/**
 * The stores whose rows are encrypted with a key of the vault. All rows of the other stores stay readable. The reason
 * for everything that does is in `readable.ts`.
 */
export const encryptedRules = {
  transactions: { locked: 'written', staysReadable: ({ inFlight }) => inFlight === 1 },
  approvals: {
    locked: 'written',
    staysReadable: ({ kind, status }) => status === 'waiting' || status === 'approved' || kind === 'calls',
  },
  payments: {
    locked: 'written',
    staysReadable: ({ attempts, endedAt, state }) =>
      state === 'undelivered'
        ? attempts < 3
        : endedAt === null && ['offered', 'signed', 'sent', 'signing-in', 'unproven'].includes(state),
  },
  channels: {
    locked: 'written',
    staysReadable: ({ charged, signed, state }) => state === 'opening' || (state !== 'closed' && signed > charged),
  },
  paymentSites: {
    locked: 'written',
    staysReadable: ({ switchedOn }) => switchedOn,
    merge: (encrypted, { payees }) => ({
      ...encrypted,
      payees: [...encrypted.payees, ...payees.filter(payee => !encrypted.payees.some(known => isSame(known, payee)))],
    }),
  },
  arrivals: { locked: 'written' },
  tokens: { locked: 'unread' },
  contacts: { locked: 'closed' },
  items: { locked: 'closed' },
  authorizations: { locked: 'closed' },
  paymentCaps: { locked: 'closed' },
  paymentLimits: { locked: 'closed' },
  transfers: { locked: 'closed' },
  transferCursors: { locked: 'closed' },
  paymentRequests: { locked: 'closed' },
  captures: { locked: 'closed' },
  refunds: { locked: 'closed' },
  payouts: { locked: 'closed' },
  pastTransactions: { locked: 'closed' },
  pastSearches: { locked: 'closed' },
} satisfies Rules

export type EncryptedStoreName = keyof typeof encryptedRules

type Payee = PreludeSchema['paymentSites']['value']['payees'][number]

function isSame(left: Payee, right: Payee): boolean {
  return left.networkId === right.networkId && left.token === right.token && left.payee === right.payee
}
