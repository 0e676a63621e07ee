import { createReadable } from '@/entrypoints/background/readable'
import type { Procedures } from '@/entrypoints/background/ui-port'
import type { WalletParts } from '@/entrypoints/background/wallet'
import type { Decisions } from '@/lib/decisions/decisions'
import type { PaymentSlices, paymentProcedureInputs } from '@/lib/messaging/payments'
import { createChannelRows } from '@/lib/payments/http402/channel-rows'
import type { Http402 } from '@/lib/payments/http402/types'
import { createLedger } from '@/lib/payments/ledger/ledger'
import type { Ledger } from '@/lib/payments/ledger/types'
import { createTransfers, type Transfers } from '@/lib/payments/transfers/transfers'
import type { KeepAlive } from '@/lib/rpc/types'
import { createDesk, type Desk } from './desk'
import { createPayer } from './payer'
import { createPaymentProcedures } from './procedures'
import { createPaymentSliceReaders } from './slices'

export interface PaymentParts extends WalletParts {
  keepAlive: KeepAlive
  openWindow(): void
  isUnlocked(): Promise<boolean>
  warn: Decisions['warn']
  propose: Decisions['propose']
}

/** Everything the worker does about payments. */
export interface Payments {
  ledger: Ledger
  transfers: Transfers
  desk: Desk
  http402: Http402
  procedures: Pick<Procedures, keyof typeof paymentProcedureInputs>
  readers: { [Name in keyof PaymentSlices]: () => Promise<PaymentSlices[Name]> }
}

export function createPayments(parts: PaymentParts): Payments {
  const { database, connectionOf, networks, clock } = parts
  const ledger = createLedger({ database, connectionOf, epochOf: networks.epoch, clock })
  const transfers = createTransfers({ database, connectionOf, epochOf: networks.epoch, clock })
  const desk = createDesk(parts)
  const http402 = createPayer({ ...parts, ledger })
  const channels = createChannelRows(database, clock.now)
  return {
    ledger,
    transfers,
    desk,
    http402,
    procedures: createPaymentProcedures({ ...parts, desk, http402, ledger }),
    readers: createPaymentSliceReaders(
      { ledger, transfers, desk, http402, channels, epochOf: networks.epoch },
      createReadable(parts).ofSelection,
    ),
  }
}
