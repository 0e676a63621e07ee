import type { PaymentReaders } from '@/entrypoints/background/slices'
import type { DecisionParts } from '@/lib/decisions/types'
import { noAnswers } from '@/lib/messaging/http402'
import { paymentProcedureInputs } from '@/lib/messaging/payments'
import type { SliceName, Slices } from '@/lib/messaging/ui'
import type { ProviderParts } from '@/lib/provider/types'
import type { PaymentParts, Payments } from './payments'
import { hasAnswers } from './pending'
import { paymentsScript } from './script'

type PaymentProcedures = Payments['procedures']

export interface LazyPayments extends PaymentReaders {
  /** Loads them, if they are not there yet. */
  all(): Payments
  isLoaded(): boolean
  procedures: PaymentProcedures
  http402: ProviderParts['http402'] & DecisionParts['http402']
  ledger: DecisionParts['ledger']
  /** Hears of what the pages that are open show of payments. Returns the ends of it. */
  follow(shown: NonNullable<Slices['selection']>, wanted: ReadonlySet<SliceName>): (() => void)[]
}

/**
 * Payments, loaded with their first use.
 * @param begun called once, when they are there
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
      authorizations: () => all().readers.authorizations(),
      transfers: () => all().readers.transfers(),
      chainHead: () => all().readers.chainHead(),
      channels: () => all().readers.channels(),
      // Every popup asks: where nothing was ever paid or allowed there is nothing to load them for.
      answers: async () =>
        made !== null || (await hasAnswers(parts().database)) ? all().readers.answers() : noAnswers,
      desk: () => all().readers.desk(),
    },
    procedures: proceduresOf(all),
    http402: {
      pay: approval => all().http402.pay(approval),
      requested: (...asked) => all().http402.requested(...asked),
      repeated: (...told) => all().http402.repeated(...told),
    },
    ledger: { record: given => all().ledger.record(given) },
    follow({ chainId, address }, wanted) {
      return [
        ...(wanted.has('authorizations') ? [all().ledger.follow(chainId, address)] : []),
        ...(wanted.has('transfers') ? [all().transfers.follow(chainId, address)] : []),
      ]
    },
  }
}

/** The same table, its entries looked up when they are called: one of them needs all of the script. */
function proceduresOf(all: () => Payments): PaymentProcedures {
  const names = Object.keys(paymentProcedureInputs)
  return Object.fromEntries(
    names.map(name => [
      name,
      (...given: unknown[]) => Reflect.apply(Reflect.get(all().procedures, name), undefined, given),
    ]),
  ) as PaymentProcedures
}
