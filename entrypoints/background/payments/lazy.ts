import type { PaymentReaders } from '@/entrypoints/background/slice-readers'
import type { DecisionParts } from '@/lib/decisions/types'
import { paymentProcedures } from '@/lib/messaging/payment-procedures'
import type { PaymentHandlers } from '@/lib/messaging/procedures'
import { initialOf } from '@/lib/messaging/slices'
import type { SelectionView, SliceName } from '@/lib/messaging/ui'
import type { ProviderParts } from '@/lib/provider/types'
import type { PaymentParts, Payments } from './payments'
import { hasAnswers } from './pending'
import { paymentsScript } from './script'

export interface LazyPayments extends PaymentReaders {
  /** Loads the payments script where it is not loaded yet. */
  all(): Payments
  isLoaded(): boolean
  procedures: PaymentHandlers
  http402: ProviderParts['http402'] & DecisionParts['http402']
  ledger: DecisionParts['ledger']
  /** Ends what was allowed to be paid without asking from accounts that are not there any more. */
  accountsRemoved(): Promise<void>
  /** Follows on the chain what the open pages show of payments. Returns what ends it. */
  follow(shown: SelectionView, wanted: ReadonlySet<SliceName>): (() => void)[]
}

/**
 * Payments, loaded with their first use.
 * @param begun called once, after loading
 */
export function createLazyPayments(parts: () => PaymentParts, begun: (payments: Payments) => void): LazyPayments {
  let made: Payments | null = null

  function all(): Payments {
    if (made === null) {
      made = paymentsScript.load().createPayments(parts())
      begun(made)
    }
    return made
  }

  return {
    all,
    isLoaded: () => made !== null,
    view: approvalId => all().http402.view(approvalId),
    readers: {
      authorizations: selected => all().readers.authorizations(selected),
      authorizationsRead: selected => all().readers.authorizationsRead(selected),
      transfers: selected => all().readers.transfers(selected),
      chainHead: selected => all().readers.chainHead(selected),
      channels: selected => all().readers.channels(selected),
      // Every popup reads this one. Without any payment or permission it is empty, and the script is not loaded for it.
      answers: async selected =>
        made !== null || (await hasAnswers(parts().database)) ? all().readers.answers(selected) : initialOf('answers'),
      desk: selected => all().readers.desk(selected),
      books: selected => all().readers.books(selected),
    },
    procedures: proceduresOf(all),
    http402: {
      pay: approval => all().http402.pay(approval),
      requested: (...asked) => all().http402.requested(...asked),
      repeated: (...told) => all().http402.repeated(...told),
    },
    ledger: { record: given => all().ledger.record(given) },
    async accountsRemoved() {
      if (made !== null || (await hasAnswers(parts().database))) await all().http402.accountsChanged()
    },
    follow({ networkId, address }, wanted) {
      return [
        ...(wanted.has('authorizations') ? [all().ledger.follow(networkId, address)] : []),
        ...(wanted.has('desk') || wanted.has('books') ? [all().desk.follow(networkId, address)] : []),
        ...(wanted.has('transfers') || wanted.has('books') ? [all().transfers.follow(networkId, address)] : []),
      ]
    },
  }
}

/** Handlers that load the payments script when one of them is called. */
function proceduresOf(all: () => Payments): PaymentHandlers {
  const handlers = Object.keys(paymentProcedures).map(name => [
    name,
    (input: unknown) => Reflect.apply(Reflect.get(all().procedures, name), undefined, [input]),
  ])
  // The entries have one handler for each name of the table.
  return Object.fromEntries(handlers) as PaymentHandlers
}
