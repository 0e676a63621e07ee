import type { Decisions } from '@/lib/decisions/decisions'
import type { PaymentHandlers, ProcedureHandlers } from '@/lib/language/procedures'
import type { Provider } from '@/lib/provider/provider'
import type { RequestLog } from '@/lib/provider/request-log'
import type { WalletParts } from '../parts'
import { accountProcedures } from './accounts'
import { decisionProcedures } from './decisions'
import { faultProcedures, reportProcedures } from './faults'
import { keyProcedures } from './keys'
import { listProcedures } from './lists'
import { networkProcedures } from './networks'
import { siteProcedures } from './sites'
import { transactionProcedures } from './transactions'

/** What each procedure of `lib/language/procedures.ts` does. The worker's edge has checked the call. */
export function createProcedures(
  parts: WalletParts &
    Pick<Decisions, 'fulfil' | 'warn'> &
    Pick<Provider, 'mute'> & {
      requestLog: RequestLog
      /** Takes accounts off the list with `work`. What sites and sellers were allowed with them ends. */
      removeAccounts(work: () => Promise<unknown>): Promise<void>
    },
  payments: PaymentHandlers,
): ProcedureHandlers {
  return {
    ...keyProcedures(parts),
    ...accountProcedures(parts),
    ...transactionProcedures(parts),
    ...decisionProcedures(parts),
    ...networkProcedures(parts),
    ...siteProcedures(parts),
    ...listProcedures(parts),
    ...faultProcedures(parts.faults),
    ...reportProcedures(parts),
    'request-log.read': async ({ number }) => ({ texts: parts.requestLog.read(number) }),
    ...payments,
  }
}
