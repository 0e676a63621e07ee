import type { Address, Hash, Hex } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress } from '@/lib/base/hex'
import { isAtLeast } from '@/lib/base/level'
import type { Approval } from '@/lib/decisions/approvals/types'
import type { Authority, FeeMarketTransaction, UnsignedTransaction } from '@/lib/keys/shared/signing'
import type { ApprovalRequest } from '@/lib/language/requests'
import type { TransactionRecord } from '@/lib/storage/records'
import { approvalOfRow } from './calls'
import type { Drafts } from './drafts'
import { isPermitted } from './fees'
import type { Journal } from './journal'
import { type NonceLedger, noncesTaken } from './nonce-ledger'
import { gaveNonceBack } from './nonce-rows'
import { type Locks, type NonceSlot, withNonceLocks } from './nonce-slot'
import type { Barrier, TransactionSigner } from './types'

type TransactionApproval = Extract<ApprovalRequest, { kind: 'transaction' }>

/** A transaction that is signed and about to be put into the journal. */
type SignedRow = Omit<
  TransactionRecord,
  'level' | 'ended' | 'receipt' | 'history' | 'createdAt' | 'inFlight' | 'refusal' | 'foreign'
>

/** @returns the row of a transaction that was signed now. @param now ms since the epoch */
export function newRow(signed: SignedRow, now: number): TransactionRecord {
  return {
    ...signed,
    level: 'signed',
    ended: null,
    receipt: null,
    history: [{ at: now, level: 'signed' }],
    createdAt: now,
    inFlight: 1,
    refusal: null,
  }
}

/**
 * Takes a nonce, signs, and stores both in the journal, under the lock of the nonces (invariants 4 and 5).
 * @returns a function that gives the row of the approval; the one that an earlier worker stored where there is one. It
 * throws Failure
 * `approval-changed` | `nonce-taken` | `not-replaceable` | `conditions-…` and the failures of the signer.
 */
export function createReservation({
  journal,
  nonces,
  signer,
  locks,
  clock,
  assertConditions,
  barrier,
}: {
  journal: Journal
  nonces: NonceLedger
  signer: TransactionSigner
  locks: Locks
  clock: Clock
  /** @throws Failure `conditions-…` where the network does not take them, or no more */
  assertConditions: Drafts['assertConditions']
  barrier: Barrier
}): (approval: Approval) => Promise<TransactionRecord> {
  /**
   * @throws Failure `not-replaceable` where the row to replace is in a block, or gone, or may have given its nonce back
   */
  async function assertReplaceable({ request }: Approval): Promise<void> {
    if (request.kind !== 'transaction' || request.replaces === null) return
    const replaced = await journal.get(request.replaces)
    const isGone = replaced === undefined || replaced.ended === 'lost' || gaveNonceBack(replaced)
    if (isGone || isAtLeast(replaced.level, 'preconfirmed'))
      throw new Failure('not-replaceable', { level: replaced?.level ?? null })
  }

  /**
   * The account that authorizes where it is not the sender, with the nonce it has now: an authorization of any other
   * nonce is passed over, in a transaction that succeeds (EIP-7702 §Behavior). A replacement takes the same one.
   */
  async function authorityOf(request: TransactionApproval, slot: NonceSlot): Promise<Authority | undefined> {
    const { authority } = request.transaction
    if (authority === undefined) return undefined
    const replaced = request.replaces === null ? undefined : (await journal.get(request.replaces))?.authority
    if (replaced !== undefined) return { address: replaced.address, nonce: replaced.nonce }
    const address = lowerCaseAddress(authority)
    // Its own transactions that wait for money do not count: they hold nonces, and the chain's count stays.
    return { address, nonce: await nonces.read(slot.networkId, address) }
  }

  function sign(
    approval: Approval,
    unsigned: FeeMarketTransaction,
    delegate: Address | undefined,
    authority: Authority | undefined,
  ): Promise<{ raw: Hex; hash: Hash }> {
    const approvalId = approvalOfRow(approval.id)
    if (delegate === undefined) return signer.signTransaction(approvalId, priced(unsigned, approval))
    const { type: _type, value: _value, accessList: _accessList, to, ...fields } = unsigned
    if (to === null) throw new Failure('invalid-input', { field: 'to' })
    return signer.signSetCode(approvalId, {
      ...{ ...fields, to, delegate },
      ...(authority === undefined ? {} : { authority }),
    })
  }

  return async approval => {
    const { id, networkId, account, requester, request, shown } = approval
    const changed = new Failure('approval-changed', { id })
    if (account === null || request.kind !== 'transaction') throw changed
    const slot = await nonces.slotOf(networkId, account)
    return withNonceLocks(locks, networkId, takersOf(request, slot), async () => {
      // While this one waited for the lock, another worker may have stored the row.
      const existing = await journal.get(id)
      if (existing !== undefined) return existing
      const { noncePolicy } = shown
      const count = noncesTaken({ ...request.transaction, purpose: request.purpose })
      const nonce = typeof noncePolicy === 'number' ? noncePolicy : await nonces.next(slot, count)
      if (request.replaces === null) assertFree(shown, nonce, nonces.taken(slot, nonce, count))
      const unsigned = toUnsigned(approval, slot, nonce)
      await assertReplaceable(approval)
      const { delegate, conditions } = request.transaction
      if (conditions !== undefined) await assertConditions(networkId, conditions)
      const authority = await authorityOf(request, slot)
      const { raw, hash } = await sign(approval, unsigned, delegate, authority)
      await barrier('sign-journal')
      const { type: _type, ...unnamed } = unsigned
      const fields = {
        ...unnamed,
        ...(delegate === undefined ? {} : { delegate }),
        ...(conditions === undefined ? {} : { conditions }),
        ...(authority === undefined ? {} : { authority: { ...authority, isCleared: null } }),
      }
      const origin = requester.kind === 'site' ? requester.origin : null
      const { purpose, replaces } = request
      const signed = { ...fields, id, networkId, epoch: slot.epoch, raw, hash, origin, purpose, replaces }
      return journal.reserve(newRow(signed, clock.now()), typeof noncePolicy === 'number' ? 'fixed' : 'next')
    })
  }
}

/**
 * A fixed nonce may take the place of another transaction where the decision said so. The authorization of a batch
 * takes none: that transaction could never be included.
 * @throws Failure `nonce-taken`
 */
function assertFree({ risks }: Approval['shown'], nonce: number, taken: number | null): void {
  const isShown = taken === nonce && risks.some(({ code }) => code === 'nonce-used')
  if (taken !== null && !isShown) throw new Failure('nonce-taken', { nonce: taken })
}

/** The accounts whose nonces a transaction takes. */
function takersOf(request: ApprovalRequest, { from }: NonceSlot): Address[] {
  const authority = request.kind === 'transaction' ? request.transaction.authority : undefined
  return authority === undefined ? [from] : [from, lowerCaseAddress(authority)]
}

/** @returns the transaction in the type that its chain takes: of type 0x0 where there is no EIP-1559 */
function priced(unsigned: FeeMarketTransaction, { id, shown }: Approval): UnsignedTransaction {
  if (shown.fee?.pricing !== 'legacy') return unsigned
  const { type: _type, maxFeePerGas, maxPriorityFeePerGas, accessList, ...fields } = unsigned
  if (accessList !== undefined || maxFeePerGas !== maxPriorityFeePerGas) throw new Failure('approval-changed', { id })
  return { type: 'legacy', ...fields, gasPrice: maxFeePerGas }
}

/** @returns the transaction that was shown: every field from the approval, and the nonce */
function toUnsigned({ id, chainId, request, shown }: Approval, slot: NonceSlot, nonce: number): FeeMarketTransaction {
  if (request.kind !== 'transaction' || shown.fee === null || shown.noncePolicy === null)
    throw new Failure('approval-changed', { id })
  const { to, value, data, accessList } = request.transaction
  const fee = {
    maxFeePerGas: BigInt(shown.fee.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(shown.fee.maxPriorityFeePerGas),
  }
  if (!isPermitted(fee)) throw new Failure('approval-changed', { id })
  return {
    type: 'eip1559',
    chainId,
    from: slot.from,
    nonce,
    to,
    value: BigInt(value),
    data,
    ...(accessList === undefined ? {} : { accessList }),
    gas: BigInt(shown.fee.gas),
    ...fee,
  }
}
