import type { PaymentReaders } from '@/lib/activity/slice-readers'
import { lazily } from '@/lib/base/lazily'
import type { DecisionParts } from '@/lib/decisions/types'
import { initialOf } from '@/lib/language/slices'
import type { SelectionView, SliceName } from '@/lib/language/ui'
import { hasAnswers } from '@/lib/payments/http402/pending'
import type { ProviderParts } from '@/lib/provider/types'
import type { PaymentParts, Payments } from './payments'
import { paymentsScript } from './script'

export interface LazyPayments extends PaymentReaders {
  /** Loads the payments script where it is not loaded yet. */
  all(): Payments
  isLoaded(): boolean
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
      ...lazily(() => all().readers, ['authorizations', 'authorizationsRead', 'transfers', 'chainHead', 'channels']),
      ...lazily(() => all().readers, ['desk', 'books']),
      // Every popup reads this one. Without any payment or permission it is empty, and the script is not loaded for it.
      answers: async selected =>
        made !== null || (await hasAnswers(parts().database)) ? all().readers.answers(selected) : initialOf('answers'),
    },
    http402: lazily(() => all().http402, ['pay', 'requested', 'repeated']),
    ledger: lazily(() => all().ledger, ['record']),
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
