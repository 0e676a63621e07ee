import type { Address, Hex } from 'viem'
import type { Tokens } from '@/lib/activity/tokens/tokens'
import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import type { Quantity } from '@/lib/base/hex'
import type { KeyValueStore } from '@/lib/base/key-value-store'
import type { NetworkId } from '@/lib/base/network-id'
import type { KeepAlive } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import type { Door, DoorResponse } from '@/lib/chain/rpc/door'
import type { PersistentApprovals } from '@/lib/decisions/approvals/approvals'
import type { Approval } from '@/lib/decisions/approvals/types'
import type { SiteAccess } from '@/lib/decisions/sites/site-access'
import type { Signer } from '@/lib/keys/shared/signing'
import type { Http402View, KeptSignInView, PaidAnswerView, PaymentLimitView, PaymentView } from '@/lib/language/http402'
import type { Requester } from '@/lib/language/requests'
import type { Ledger } from '@/lib/payments/register/types'
import type { Risk } from '@/lib/reading/risk/risk'
import type { Database } from '@/lib/storage/open'
import type { PaymentCapRecord, PaymentRecord } from '@/lib/storage/payment-records'
import type { PaymentJournal } from './journal'
import type { LimitParties, LimitSubject } from './limits'
import type { WantedLimit } from './make-plan'
import type { PaymentPlan } from './plan'
import type { SignInRules } from './sign-in'

/** A page that the browser shows, with the status it came with. */
export interface Visit {
  tabId: number
  documentId: string
  origin: string
  /** Without its fragment. */
  url: string
  status: number
  /** The id of the payment whose header its request carried; `null` without one. */
  mark: string | null
  /** ms, when the document began. Together with `documentId` it is of this document alone. */
  loadedAt: number
  /** The person looks at the page and asked for it, as far as the browser tells. Unknown is `false`. */
  isAttended: boolean
}

/** A request of a page, as the page describes it; whose it is the browser says. */
export interface PageRequest {
  url: string
  method: string
  /** SHA-256 of the body. */
  bodyDigest: `0x${string}` | null
  /** What the page was answered, as `wantedByPage` reads it; `null` where CORS keeps the terms from it. */
  terms: string | null
  /** CORS refused the page the answer itself: nothing can be paid for it there, only offered to be opened in a tab. */
  isHidden: boolean
  /** It carried a payment that the page made itself, and that the seller may have taken. */
  isPaid: boolean
  /** The person is on the page: it is no frame of another site, and no page that nobody looks at. */
  isAttended: boolean
  /** The payment whose payload is to go out once more; nothing new is offered then. */
  again: string | null
}

/** What a page was answered, as far as it may see it. */
export interface PageAnswer {
  status: number
  /** The header that tells of the settlement. */
  settlement: string | null
  /** The terms, where it was asked for money again: in the journal's text, or as `wantedByPage` reads it. */
  terms: string | null
}

/** The page of a tab, as its navigation entry has it. */
export interface ShownPage extends Pick<Visit, 'url' | 'status' | 'mark'> {
  /** It was loaded by a reload, redirects included. */
  isReload: boolean
}

/**
 * How a signed payload gets to the merchant. One rule for each payment; it goes to exactly that address, from that tab.
 */
export interface PaymentTransport {
  /**
   * Puts the rule in place and has the request made again. A tab that shows anything but the page that is paid for is
   * not loaded again.
   * @param mayOpen the person asked for it: without its page, the address is opened in a new tab
   * @returns the tab that is loaded; `isNew`: one that was opened for it
   * @throws Error when the page is gone
   */
  send(payment: PaymentRecord, mayOpen: boolean): Promise<{ tabId: number | null; isNew: boolean }>
  /** The answer came, or none will: the rule goes. */
  drop(paymentId: string): Promise<void>
  /**
   * What the tab shows now; `loading` while something else is on its way there, `null` when it is gone or cannot be
   * looked at.
   */
  look(tabId: number, evenLoading?: boolean): Promise<ShownPage | 'loading' | null>
  /**
   * Asks the address of a tab's page again, as the page would: with its cookies.
   * @param payment goes along. If it is taken, the tab shows the answer, also where the worker dies meanwhile, and
   * `body` is empty
   * @returns `null` when the tab shows another page, or the request fails
   */
  ask(
    tabId: number,
    url: string,
    payment?: { accept: string; header: string; value: string },
  ): Promise<Pick<DoorResponse, 'status' | 'headers' | 'body'> | null>
  /** Rules that no payment of this list needs are taken away. */
  keepOnly(paymentIds: readonly string[]): Promise<void>
}

/** What every step of a payment has. */
export interface PaymentBase {
  database: Database
  clock: Clock
  faults: Faults
  isUnlocked(): Promise<boolean>
  /** In test builds: called between the steps, so that a test can kill the worker there. */
  barrier(step: string): Promise<void>
}

/** The chains on which payments are made. */
export interface PaymentChains {
  networks: Pick<Networks, 'get' | 'connection' | 'epoch' | 'ofChain'>
  ledger: Pick<Ledger, 'record' | 'check' | 'standing'>
}

/** The pages that are paid for, as the browser has them. */
export interface PaymentPages {
  carrier: PaymentTransport
  keepAlive: KeepAlive
  /** Whether a document has a port: it hears the answer to what it asked. */
  isOpen(documentId: string): boolean
}

/** What an offer is judged by. */
export interface OfferParts extends PaymentBase, PaymentChains {
  /**
   * The risks of a network whose signatures a chain with money takes too: a payment on that network is always asked
   * about.
   */
  networkRisks(networkId: NetworkId): Promise<Risk[]>
  /** On which network a site is. */
  accessOf(origin: string): Promise<Pick<SiteAccess, 'networkId' | 'chainId'>>
  tokens: Pick<Tokens, 'metadata' | 'list'>
  sessionStartedAt(): Promise<number>
  /** Salts of the account's channels, from counter 0. @throws Failure `locked`, `signer-unsupported` */
  channelSalts(account: Address, count: number): Promise<Hex[]>
  /** Loads them with what judges decisions. */
  signInRules(): SignInRules
}

/** The person, who decides, and the wallet in which that is done. */
export interface PaymentPerson {
  approvals: PersistentApprovals
  signer: Pick<Signer, 'signMessage' | 'signTypedData'>
  /** With which account this site is paid: its own, or else the one the wallet shows. `null` without a wallet. */
  accountFor(origin: string): Promise<Address | null>
  /** The accounts that can sign. */
  ownAccounts(): Promise<readonly Address[]>
  /** Whether the person muted the site. */
  isMuted(origin: string): Promise<boolean>
  /** Puts what is wrong with who asks beside the decision. */
  warn(approvalId: string, requester: Requester): Promise<void>
  openWindow(): void
}

export interface Http402Parts extends OfferParts, PaymentPages, PaymentPerson {
  door: Door
  /** Ends with the browser. */
  sessionStore: KeyValueStore
}

/**
 * HTTP 402, paid by the wallet itself: reads the terms, asks the person, signs once, sends the same payload until its
 * fate is known.
 */
export interface Http402 {
  /**
   * A page was loaded with status 402, or with a payment of ours. Resolves when everything that follows at once has
   * been done.
   */
  visited(visit: Visit): Promise<void>
  /** The page that was to be paid for is gone. */
  left(documentId: string): Promise<void>
  /**
   * Makes the payment of one option and puts it in the decision.
   * @param choice.accepted the option's place in `accepts`
   * @param choice.limit what Approve is to allow besides
   * @throws Failure `payment-mismatch` | `approval-gone`
   */
  choose(approvalId: string, choice: { accepted: number; limit?: WantedLimit | null | undefined }): Promise<void>
  /**
   * Puts the sign-in in the place of a payment, for who paid this seller before.
   * @param keeps Approve is to allow the page's next sign-ins to this seller
   * @throws Failure `payment-expired` where the seller offers none any more, `approval-gone`
   */
  chooseSignIn(approvalId: string, keeps: boolean): Promise<void>
  /**
   * The transaction that lets Permit2 take exactly the price of an option.
   * @param accepted the option's place in `accepts`
   * @throws Failure `payment-mismatch` where the option lacks no allowance, `approval-gone`
   */
  permit2Allowance(
    approvalId: string,
    accepted: number,
  ): Promise<{ networkId: NetworkId; account: Address; to: Address; data: Hex }>
  /** What was approved: signed, written down, sent. The same approval twice is one payment; resolves with its id. */
  pay(approval: Approval): Promise<string>
  view(approvalId: string): PaymentView | null
  /**
   * A page's own request was answered with 402 (only on sites where the person switched that on).
   * @param mayAsk called before the person is asked, where a limit does not pay by itself; throws where the site may
   * not
   * @returns the approval that decides, or the payment that a limit allowed and that is ready to be carried
   * @throws Failure `payment-mismatch` where nothing can be offered, and what `mayAsk` throws
   */
  requested(
    request: PageRequest,
    requester: Requester,
    requestKey: string,
    mayAsk: () => Promise<void>,
  ): Promise<{ approvalId: string } | { paymentId: string }>
  /** The page repeated its request, and was answered so. */
  repeated(paymentId: string, origin: string, answer: PageAnswer): Promise<void>
  /** Sends the payload of an open payment once more. */
  sendAgain(paymentId: string): Promise<void>
  /** Asks the merchant of a channel to give back what is not charged. @throws Failure `refund-refused` | RpcError */
  refund(channelKey: string): Promise<`0x${string}` | null>
  sites: PaidSites
  /** By which the keyring judges what is signed without a decision. */
  journal: Pick<PaymentJournal, 'get' | 'known'>
  /** A transaction moved: offers that may be payable now are judged again. */
  rateAgain(): Promise<void>
  /** An account may have been removed: what was allowed to be paid and signed with it without asking ends. */
  accountsChanged(): Promise<void>
  /** The wallet was unlocked: offers are judged by all that is known, and what was left for the unlock is done. */
  unlocked(): Promise<void>
  /** The address may be contacted: terms of it are being read right now. */
  isAllowed(url: string): boolean
  /** At worker start, and whenever the alarm rings: goes on with what is open. */
  recover(): Promise<void>
  /** Something that pages show changed. */
  onChange(listener: () => void): () => void
}

/** What a person allows sites, and what came of it. */
export interface PaidSites {
  view(): Promise<Http402View>
  set(input: { origin: string; switchedOn: boolean }): Promise<void>
  /** Every answer for which something was signed, newest first. */
  signed(): Promise<PaidAnswerView[]>
  /** Every payment of this page to this payee of this seller from this account is asked about again. */
  endLimit(subject: LimitSubject): Promise<void>
  /** Every sign-in of this page to this seller with this account is asked about again. */
  endSignIn(kept: KeptSignInView): Promise<void>
  /** Ends the limits and the kept sign-ins of accounts that are not among these, and limits that allow nothing. */
  keepOnly(accounts: readonly Address[]): Promise<void>
  /** The limits of a page, a seller and an account, with what was paid under each. */
  limits(parties: LimitParties): Promise<PaymentLimitView[]>
  setCap(input: {
    scope: PaymentCapRecord['scope']
    origin: string | null
    networkId: NetworkId
    token: Address
    /** `null` takes the limit away. */
    most: Quantity | null
  }): Promise<void>
  /** Ends every limit: all payments are asked about again. */
  stop(): Promise<void>
  /** Origins whose pages may have their own requests paid. */
  switchedOn(): Promise<string[]>
  /** Forgets what is in memory: the wallet was locked, or unlocked, and other rows can be read from now on. */
  forget(): void
  onChange(listener: () => void): () => void
}

/** What stands for the person's consent: an approval, or the payment itself where a limit allowed it. */
interface Consent {
  id: string
  account: Address
  plan: PaymentPlan
  /** The decision said that the payment goes above a limit. */
  isToldOfCaps: boolean
}

export type Sign = (row: PaymentRecord, consent: Consent) => Promise<void>
