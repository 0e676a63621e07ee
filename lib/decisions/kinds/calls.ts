import * as z from 'zod/mini'
import { addressesOfCalls } from '@/lib/decisions/listed-address'
import { type TransactionRequest, transactionRequestSchema } from '@/lib/reading/calls/transaction-request'
import { type DecisionKind, requestSchema } from './kind'
import { valued } from './results'
import { toShown } from './transaction-request'

declare module '@/lib/language/requests' {
  interface Requests {
    calls: {
      calls: TransactionRequest[]
      batchId: string
      /** Set for the draft 1.0 of EIP-5792: its page is answered with the batch's id alone. */
      version?: '1.0'
      atomic?: AtomicBatch
      /** Each call takes the place, and the nonce, of the transaction with this id. Only the wallet sets it. */
      cancels?: string[]
    }
  }
}

/** Several calls (EIP-5792). `lib/activity/sending` prepares them, judges them and sends them. */
export const calls: DecisionKind<'calls'> = {
  schema: requestSchema('calls', () => ({
    calls: z.array(transactionRequestSchema),
    batchId: z.string(),
    version: z.exactOptional(z.literal('1.0')),
    atomic: z.exactOptional(
      z.strictObject({
        choice: z.enum(['once', 'keep', 'apart']),
        isRequired: z.boolean(),
        isDelegated: z.boolean(),
      }),
    ),
    cancels: z.exactOptional(z.array(z.string())),
  })),
  isSingle: false,
  needs: 'fee',
  isAccountSeen: true,
  isOfChain: () => true,
  signs:
    () =>
    (approval, _, { partsOf }) => ({
      kind: 'calls',
      transactions: partsOf(approval).flatMap(({ request, shown }) =>
        request.kind === 'transaction' ? [toShown(request.transaction, shown)] : [],
      ),
    }),
  names: ({ calls }) => addressesOfCalls(calls),
  assessed: () => null,
  async carryOut({ batchId, version }, { id }, { transactions }) {
    await transactions.executeCalls(id)
    return valued(version === '1.0' ? batchId : { id: batchId })
  },
}
