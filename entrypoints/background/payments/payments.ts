import type { WalletParts } from '@/entrypoints/background/parts'
import { vouchedOn } from '@/lib/activity/tokens/vouched'
import type { NetworkId } from '@/lib/base/network-id'
import type { KeepAlive } from '@/lib/base/rpc/types'
import type { Decisions } from '@/lib/decisions/decisions'
import type { ReadSiteAccess } from '@/lib/decisions/sites/site-access'
import type { PaymentHandlers } from '@/lib/language/procedures'
import type { Requester } from '@/lib/language/requests'
import type { PaymentSliceName, SelectedReaders } from '@/lib/language/slices'
import { createDesk, type Desk } from '@/lib/payments/desk/desk'
import type { SignInRules } from '@/lib/payments/http402/sign-in'
import type { Http402 } from '@/lib/payments/http402/types'
import { createLedger } from '@/lib/payments/register/ledger'
import type { Ledger } from '@/lib/payments/register/types'
import { accountStart } from '@/lib/payments/transfers/account-start'
import { createTransfers, type Transfers } from '@/lib/payments/transfers/transfers'
import { createPaymentsUi } from '@/lib/payments/ui'
import { createFollowedLinks, type FollowedLinks } from './followed-links'
import { createPayer } from './payer'

export interface PaymentParts extends WalletParts {
  keepAlive: KeepAlive
  accessOf: ReadSiteAccess
  openWindow(): void
  /** Whether a document of a site has a port. */
  isOpen(documentId: string): boolean
  /** Given by the worker: a script of its own cannot load another one. */
  signInRules(): SignInRules
  warn: Decisions['warn']
  propose: Decisions['propose']
}

/** Everything the worker does about payments. */
export interface Payments {
  ledger: Ledger
  transfers: Transfers
  desk: Desk
  http402: Http402
  links: FollowedLinks
  procedures: PaymentHandlers
  readers: SelectedReaders<PaymentSliceName>
}

export function createPayments(parts: PaymentParts): Payments {
  const { database, connectionOf, networks, tokens, transactions, clock, faults } = parts
  const ledger = createLedger({ database, connectionOf, epochOf: networks.epoch, clock, faults })
  const moneyOf = (networkId: NetworkId) => vouchedOn(networkId, { networks, tokens })
  const transfers = createTransfers({
    ...{ database, connectionOf, epochOf: networks.epoch, moneyOf, clock, faults },
    startOf: async (networkId, account) =>
      accountStart(
        database,
        { networkId, epoch: networks.epoch(networkId), account },
        {
          arrivals: await parts.arrivals.list(networkId, account),
          past: await parts.past.sent(networkId, account),
        },
      ),
  })
  const desk = createDesk({ ...parts, transactions: warned(parts) })
  const http402 = createPayer({ ...parts, ledger })
  // Money or an allowance that a waiting payment lacks may have come.
  transactions.onRow(() => void http402.rateAgain().catch((error: unknown) => faults.report('payments', error)))
  return {
    ledger,
    transfers,
    desk,
    http402,
    links: createFollowedLinks(parts),
    ...createPaymentsUi({ ...parts, transactions: warned(parts), desk, http402, ledger, transfers }),
  }
}

/** Proposals with the warnings that an address in them, or the site whose link was followed, is on a list. */
function warned({ transactions, warn }: Pick<PaymentParts, 'transactions' | 'warn'>): PaymentParts['transactions'] {
  async function withWarnings(requester: Requester, proposed: Promise<string>): Promise<string> {
    const approvalId = await proposed
    await warn(approvalId, requester)
    return approvalId
  }
  return {
    ...transactions,
    propose: proposal => withWarnings(proposal.requester, transactions.propose(proposal)),
    proposeCalls: proposal => withWarnings(proposal.requester, transactions.proposeCalls(proposal)),
  }
}
