import { accountProcedures } from '@/lib/activity/account-procedures'
import { networkProcedures } from '@/lib/activity/network-procedures'
import { decisionProcedures } from '@/lib/activity/sending/approval-procedures'
import { transactionProcedures } from '@/lib/activity/sending/procedures'
import { lazily } from '@/lib/base/lazily'
import { faultProcedures, reportProcedures } from '@/lib/chain/fault-procedures'
import type { Decisions } from '@/lib/decisions/decisions'
import { listProcedures } from '@/lib/decisions/lists/procedures'
import { siteProcedures } from '@/lib/decisions/sites/procedures'
import { keyProcedures } from '@/lib/keys/procedures'
import { paymentProcedures } from '@/lib/language/payment-procedures'
import type { PaymentHandlers, ProcedureHandlers } from '@/lib/language/procedures'
import type { Provider } from '@/lib/provider/provider'
import type { RequestLog } from '@/lib/provider/request-log'
import { emptyClipboardLater } from '../clipboard'
import type { WalletParts } from '../parts'

/** What each procedure of `lib/language/procedures.ts` does. The worker's edge has checked the call. */
export function createProcedures(
  parts: WalletParts &
    Pick<Decisions, 'fulfil' | 'warn'> &
    Pick<Provider, 'mute'> & {
      requestLog: RequestLog
      /** Takes accounts off the list with `work`. What sites and sellers were allowed with them ends. */
      removeAccounts(work: () => Promise<unknown>): Promise<void>
    },
  payments: () => PaymentHandlers,
): ProcedureHandlers {
  return {
    ...keyProcedures({ ...parts, emptyClipboardLater }),
    ...accountProcedures(parts),
    ...transactionProcedures(parts),
    ...decisionProcedures(parts),
    ...networkProcedures(parts),
    ...siteProcedures(parts),
    ...listProcedures(parts),
    ...faultProcedures(parts.faults),
    ...reportProcedures(parts),
    'request-log.read': async ({ number }) => ({ texts: parts.requestLog.read(number) }),
    ...lazily(payments, Object.keys(paymentProcedures).filter(isPaymentProcedure)),
  }
}

function isPaymentProcedure(name: string): name is keyof PaymentHandlers {
  return Object.hasOwn(paymentProcedures, name)
}
