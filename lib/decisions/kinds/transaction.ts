import * as z from 'zod/mini'
import { type TransactionPurpose, transactionPurposes } from '@/lib/base/transaction-purpose'
import { addressesOfCalls } from '@/lib/decisions/listed-address'
import { type TransactionRequest, transactionRequestSchema } from '@/lib/reading/calls/transaction-request'
import { type DecisionKind, requestSchema } from './kind'
import { valued } from './results'
import { toShown } from './transaction-request'

declare module '@/lib/language/requests' {
  interface Requests {
    transaction: { transaction: TransactionRequest; purpose: TransactionPurpose; replaces: string | null }
  }
}

/** `lib/activity/sending` prepares it, judges it and sends it. */
export const transaction: DecisionKind<'transaction'> = {
  schema: requestSchema('transaction', () => ({
    transaction: transactionRequestSchema,
    purpose: z.enum(transactionPurposes),
    replaces: z.nullable(z.string()),
  })),
  isSingle: false,
  needs: 'fee',
  isAccountSeen: true,
  isOfChain: () => true,
  signs:
    ({ transaction, purpose }) =>
    ({ requester, shown }) => ({
      kind: 'transaction',
      transactions: [toShown(transaction, shown)],
      isDelegateChosen: purpose === 'delegate' && requester.kind === 'wallet',
    }),
  names: ({ transaction }) => addressesOfCalls([transaction]),
  assessed: () => null,
  carryOut: async (_, { id }, { transactions }) => valued(await transactions.execute(id)),
}
