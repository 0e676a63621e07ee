import type { Address, Hash, Hex } from 'viem'
import type { Conditions } from '@/lib/base/conditions'
import type { Quantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { TransactionPurpose } from '@/lib/base/transaction-purpose'
import type { Signer } from '@/lib/keys/shared/signing'
import type { AtomicBatch, ConditionSupport, FeeSpeed, Requester, TransactionPreview } from '@/lib/language/requests'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { TransactionRecord } from '@/lib/storage/records'

export interface Proposal {
  /** The id of the approval to be made, where something was written down for it beforehand. */
  id?: string
  requester: Requester
  networkId: NetworkId
  account: Address
  transaction: TransactionRequest
  purpose: TransactionPurpose
  /** Journal id of the transaction this one is to replace. */
  replaces: string | null
  requestKey: string | null
}

/**
 * Several calls decided on at once (EIP-5792): transactions with consecutive nonces, each of which may fail alone, or
 * one transaction where `atomic` says so.
 */
export interface CallsProposal {
  /** The same id as in `Proposal`. */
  id?: string
  requester: Requester
  networkId: NetworkId
  account: Address
  calls: TransactionRequest[]
  batchId: string
  /** Set for the draft 1.0 of EIP-5792. */
  version?: '1.0'
  /** Set where the account can make them together. */
  atomic?: AtomicBatch
  requestKey: string | null
}

/** prepare → reserve nonce → sign → journal → submit → watch → explain. */
export interface Transactions {
  /**
   * Makes the approval and starts preparing (nonce, fees, gas, simulation) while the person reads. Resolves with the
   * approval's id.
   */
  propose(proposal: Proposal): Promise<string>
  /** `value: null` in a proposal of everything: what is left after the fee's ceiling and the L1 margin. */
  proposeAll(
    proposal: Omit<Proposal, 'transaction'> & { to: Address; nonce?: number; conditions?: Conditions },
  ): Promise<string>
  proposeCalls(proposal: CallsProposal): Promise<string>
  preview(approvalId: string): TransactionPreview | null
  onPreview(listener: (approvalId: string, preview: TransactionPreview) => void): () => void
  chooseFee(
    approvalId: string,
    choice: { speed: FeeSpeed; maxFeePerGas?: Quantity; maxPriorityFeePerGas?: Quantity },
  ): Promise<void>
  /**
   * Allows less, or more, than a transaction that waits asked to allow, or one of several calls; in the token's
   * smallest unit. `null`: what was asked for after all.
   * @throws Failure `approval-gone`, `invalid-amount` where it allows no amount, or that amount does not fit
   */
  limitAllowance(approvalId: string, amount: bigint | null, index?: number): Promise<void>
  /**
   * How the calls of a decision that waits are made.
   * @throws Failure `approval-gone`, `invalid-input` for a choice that the decision does not offer
   */
  chooseTogether(approvalId: string, choice: AtomicBatch['choice']): Promise<void>
  /**
   * For an approved approval: reserve, sign, journal, submit. Resolves with the hash once the endpoint accepted it or
   * its reply was lost (the journal has it: it will be resolved by looking). Idempotent: the same approval is the same
   * transaction.
   * @throws Failure when the endpoint refused it for good, before anything could be included
   */
  execute(approvalId: string): Promise<Hash>
  /**
   * Does what `execute` does, for each of the transactions that make the calls, in their order. Resolves with the
   * hashes of those that were sent: the first that was refused ends it. Their rows in the journal are
   * `rowOfCall(approvalId, index)`.
   * @throws Failure when not even the first was sent
   */
  executeCalls(approvalId: string): Promise<Hash[]>
  /**
   * Bytes that a site signed itself go out as they are, and are watched like those signed here. Resolves with the hash.
   * @throws RpcError, or Failure with one as its cause, in the endpoint's own words
   */
  relay(relayed: { networkId: NetworkId; raw: Hex; origin: string }): Promise<Hash>
  /** The same bytes again. */
  resend(id: string): Promise<void>
  proposeSpeedUp(id: string): Promise<string>
  proposeCancel(id: string): Promise<string>
  /** Why a replacement cannot help any more, or `null`. */
  replaceable(record: TransactionRecord): boolean
  /**
   * One decision that takes the place of every transaction of the account that waits, in the order of their nonces; up
   * to twenty. A transaction that is in a block by the time of approval is passed over.
   * @throws Failure `not-replaceable` where none waits
   */
  proposeCancelAll(networkId: NetworkId, account: Address): Promise<string>
  /**
   * An empty transfer to oneself with the lowest nonce that nothing holds although later ones wait for it, or that is
   * free below the given one.
   */
  proposeFillNonce(networkId: NetworkId, account: Address, below?: number): Promise<string>
  /**
   * Makes the account run the code of a contract (EIP-7702). Nothing is called with it.
   * @throws Failure `invalid-input` for an address whose code no account can run; `delegate-without-code` where the
   * network's endpoint says so; `endpoint-…`
   */
  proposeDelegation(networkId: NetworkId, account: Address, delegate: Address): Promise<string>
  /** Ends the delegation of the account. @param payer the account that sends it and pays */
  proposeClearing(networkId: NetworkId, account: Address, payer: Address): Promise<string>
  /**
   * Sets the nonce of a transaction, or of a batch of one, that waits for a decision; `null`: the next one after all.
   * @throws Failure `approval-gone`; `invalid-input` where it replaces another one, or is several
   */
  chooseNonce(approvalId: string, nonce: number | null): Promise<void>
  /**
   * Sets the gas limit of a transaction that waits for a decision; `null`: what the wallet finds to be enough.
   * @throws Failure `approval-gone`; `invalid-input` below 21,000, and for several calls
   */
  chooseGas(approvalId: string, gas: bigint | null): Promise<void>
  /**
   * Sets the conditions of a transaction that waits for a decision; `null`: none.
   * @throws Failure `approval-gone`; `invalid-input` for several calls, and for what takes the place of another
   */
  chooseConditions(approvalId: string, conditions: Conditions | null): Promise<void>
  /** Asks the network each time. @throws RpcError */
  conditionSupport(networkId: NetworkId): Promise<ConditionSupport>
  /** The nonce whose turn comes before this row's, as far as known now; `null` when it is this one's turn. */
  waitsForNonce(row: TransactionRecord): number | null
  /**
   * Reads the account's counts on the chain anew and counts on from there; what is on its way keeps its nonce.
   * @returns the next free nonce
   * @throws RpcError where the chain does not answer: nothing changes then
   */
  readNumbers(networkId: NetworkId, account: Address): Promise<number>
  /** Reads the chain: nonces that nothing holds although later ones wait for them. */
  holes(networkId: NetworkId, account: Address): Promise<number[]>
  /**
   * Rows as they are stored, like everything that is told of rows: what a page is shown must still be known after this
   * worker died.
   */
  rows(networkId: NetworkId, address: Address, limit: number): Promise<TransactionRecord[]>
  byHash(networkId: NetworkId, hash: Hash): Promise<TransactionRecord | undefined>
  byId(id: string): Promise<TransactionRecord | undefined>
  /** The transaction that replaced this one and does the same: it was sped up. */
  inPlaceOf(replaced: TransactionRecord): Promise<TransactionRecord | undefined>
  /** The newest rows of a chain, for statistics. */
  measured(networkId: NetworkId): Promise<TransactionRecord[]>
  /** The addresses to which something was sent, or which were allowed something, and the person's own. */
  contacts(networkId: NetworkId): Promise<Address[]>
  /**
   * Every change of a row, in its order and once it is stored; `receivedAt` is when the push that caused it reached the
   * worker. A row is told again, with `null`, when only what it waits for changed.
   */
  onRow(listener: (row: TransactionRecord, receivedAt: number | null) => void): () => void
  /**
   * At worker start: signs what is approved, sends what is signed, watches what is in flight. Resolves when all of it
   * is begun; no network is waited for.
   */
  recover(): Promise<void>
  /**
   * A network was added again within the worker's life, or has other endpoints now: what was in flight on it is watched
   * again, what nobody answered for is sent again, and what the endpoints before ended is read once more.
   */
  returned(networkId: NetworkId): Promise<void>
  /** Call after the wallet was locked: forgets the rows that are not in flight. */
  locked(): void
  /** Call after the wallet was unlocked: what waits is judged again, by all that is known. */
  unlocked(): Promise<void>
  /** Rows still watched. */
  inFlight(): number
  /** Before everything is erased: watches nothing any more and holds no row in memory. */
  forget(): Promise<void>
  /** Rows not in a sealed block yet and not given up: while there are any, something is about to happen. */
  unsettled(): number
  /** Resolves when every change so far is in the database. */
  stored(): Promise<void>
}

/** Between which two steps a test may end the worker. */
export type Barrier = (
  step: 'approve-sign' | 'sign-journal' | 'journal-submit' | 'submit-reply' | 'reply-receipt',
) => Promise<void>

/** The methods of the keyring that `lib/activity/sending` uses. Each call names the approval it is for. */
export type TransactionSigner = Pick<Signer, 'signTransaction' | 'signSetCode'>
