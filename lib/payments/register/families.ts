import type { Address, Hash, Hex } from 'viem'
import { encodeCall, readWords, wordToAddress } from '@/lib/base/abi'
import { unlimitedAllowance } from '@/lib/base/effects'
import * as events from '@/lib/base/signatures/events'
import * as selectors from '@/lib/base/signatures/selectors'
import { topicOf } from '@/lib/base/transfer-log'
import type { ChainLog } from '@/lib/payments/logs/chain-logs'
import type { AuthorizationRecord, Evidence } from '@/lib/storage/payment-records'

/**
 * What the contracts say of a signature, kind by kind. Two steps, both pure: logs become evidence, which is kept;
 * evidence, what the contract answers now, and the time become a standing.
 */

/** The parts of a transaction that show who moved money and with whose signature. Hex is in lower case. */
export interface SettlingTransaction {
  from: Address
  /** What it calls. */
  to: readonly Address[]
  /** The data of all its calls. */
  input: Hex
}

export interface Surroundings {
  logs: readonly ChainLog[]
  /** The transactions that logs of tokens came from; `undefined` where a node does not know one. */
  transactions: ReadonlyMap<Hash, SettlingTransaction | undefined>
}

export type AuthorizationStatus = Pick<AuthorizationRecord, 'state' | 'used' | 'remaining' | 'isOnChain'>
type Said = Pick<Evidence, 'event' | 'amount'> & Partial<Pick<Evidence, 'periodStart'>>
type Words = readonly (readonly bigint[] | null)[]

export interface Family {
  /** What was taken back may be given again, with the same signature: it is never over for good. */
  isReversible?: boolean
  /** Needs the transactions behind transfers and approvals of its token. */
  needsTransactions?: boolean
  /** What the contract is asked, in the order in which `stand` gets the answers. */
  calls(row: AuthorizationRecord): { to: Address | null; data: Hex }[]
  /** What one log says, `before` being what earlier ones said. */
  read(row: AuthorizationRecord, log: ChainLog, before: readonly Evidence[], around: Surroundings): Said | null
  /** `now` in Unix seconds. An answer that could not be had, or makes no sense, is `null`. */
  stand(row: AuthorizationRecord, evidence: readonly Evidence[], answers: Words, now: bigint): AuthorizationStatus
}

// ---- EIP-3009
// ---------------------------------------------------------------------------------------------------------------

const authorization: Family = {
  calls: ({ contract, account, nonce }) => [
    { to: contract, data: encodeCall(selectors.authorizationState, [account, hexOf(nonce)]) },
  ],
  read(row, log, _before, { logs }) {
    if (log.address !== row.contract || log.topics[2] !== row.nonce || !isBy(row.account, log)) return null
    if (nameOf(log) === events.authorizationCanceled) return { event: 'cancelled', amount: null }
    if (nameOf(log) !== events.authorizationUsed) return null
    // The money moves right after it, in the same transaction.
    const moved = logs.find(
      other => other.hash === log.hash && other.logIndex > log.logIndex && isTransfer(row, other) && isTo(row, other),
    )
    return { event: 'taken', amount: moved === undefined ? row.amount : (wordsOf(moved)[0] ?? null) }
  },
  stand(row, evidence, [isSpent], now) {
    if (has(evidence, 'taken')) return ended('used', taken(evidence))
    if (has(evidence, 'cancelled')) return ended('cancelled')
    if (isSpent == null) return open(row, 'unknown')
    // The contract does not tell used from cancelled, and no event of either is in sight.
    if (isSpent[0] !== 0n) return ended('unknown')
    return isPast(row.validBefore, now) ? ended('expired') : open(row, 'live')
  },
}

/**
 * A signed cancellation lets nobody take anything: it is used when it was handed in, and void when it came too late.
 */
const cancellation: Family = {
  ...authorization,
  stand(row, evidence, answers, now) {
    const { state } = authorization.stand(row, evidence, answers, now)
    return { ...ended(state === 'cancelled' ? 'used' : state === 'used' ? 'cancelled' : state) }
  },
}

// ---- EIP-2612
// ---------------------------------------------------------------------------------------------------------------

const permit: Family = {
  needsTransactions: true,
  calls: ({ contract, account, spender }) => [
    { to: contract, data: encodeCall(selectors.nonces, [account]) },
    { to: contract, data: encodeCall(selectors.allowance, [account, hexOf(spender)]) },
  ],
  read(row, log, before, around) {
    if (log.address !== row.token || has(before, 'cancelled')) return null
    if (isTransfer(row, log)) return pull(row, log, before, around)
    if (nameOf(log) !== events.approval || !isBy(row.account, log) || log.topics[2] !== topic(row.spender)) return null
    const value = wordsOf(log)[0] ?? 0n
    if (!has(before, 'allowed')) {
      const transaction = around.transactions.get(log.hash)
      const isOurs = transaction === undefined ? value === row.amount : carries(transaction, row)
      return isOurs ? { event: 'allowed', amount: value } : null
    }
    // Older tokens say so too when part of an allowance is used, before or after the transfer.
    const left = (row.amount ?? 0n) - taken(before)
    const isUse = around.logs.some(
      other =>
        other.hash === log.hash && isTransfer(row, other) && (value === left || wordsOf(other)[0] === left - value),
    )
    return isUse ? null : { event: 'cancelled', amount: value }
  },
  stand(row, evidence, [nonces, allowance], now) {
    if (has(evidence, 'allowed')) return allowed(row, evidence, allowance?.[0] ?? null)
    if (nonces == null) return open(row, 'unknown')
    // Another one took its number.
    if ((nonces[0] ?? 0n) > numberOf(row)) return ended('cancelled')
    return isPast(row.deadline, now) ? ended('expired') : open(row, 'live')
  },
}

// ---- Permit2
// ----------------------------------------------------------------------------------------------------------------

const permit2Allowance: Family = {
  needsTransactions: true,
  calls: ({ contract, account, token, spender }) => [
    { to: contract, data: encodeCall(selectors.permit2Allowance, [account, hexOf(token), hexOf(spender)]) },
  ],
  read(row, log, before, around) {
    if (has(before, 'cancelled') || !isBy(row.account, log)) return null
    if (isTransfer(row, log)) return pull(row, log, before, around)
    if (log.address !== row.contract) return null
    const [, , second, third] = log.topics
    const name = nameOf(log)
    const words = wordsOf(log)
    if (name === events.permit2Lockdown)
      return addressOf(words[0]) === row.token && addressOf(words[1]) === row.spender && has(before, 'allowed')
        ? { event: 'cancelled', amount: 0n }
        : null
    if (second !== topic(row.token) || third !== topic(row.spender)) return null
    if (name === events.permit2NonceInvalidation)
      return !has(before, 'allowed') && (words[0] ?? 0n) > numberOf(row) ? { event: 'cancelled', amount: null } : null
    if (name === events.permit2Permit && words[2] === numberOf(row))
      return { event: 'allowed', amount: words[0] ?? null }
    const isAnother = name === events.permit2Permit || name === events.permit2Approval
    return isAnother && has(before, 'allowed') ? { event: 'cancelled', amount: words[0] ?? null } : null
  },
  stand(row, evidence, [answer], now) {
    if (has(evidence, 'allowed')) {
      const standing = allowed(row, evidence, answer?.[0] ?? null)
      return standing.remaining !== 0n && isPast(row.validBefore, now) ? ended('expired', standing.used) : standing
    }
    if (has(evidence, 'cancelled')) return ended('cancelled')
    if (answer == null) return open(row, 'unknown')
    if ((answer[2] ?? 0n) > numberOf(row)) return ended('cancelled')
    return isPast(row.deadline, now) ? ended('expired') : open(row, 'live')
  },
}

const permit2Transfer: Family = {
  needsTransactions: true,
  calls: row => [
    { to: row.contract, data: encodeCall(selectors.permit2NonceBitmap, [row.account, numberOf(row) >> 8n]) },
  ],
  read(row, log, before, { transactions }) {
    if (!isBy(row.account, log) || has(before, 'taken')) return null
    // A transfer through Permit2 leaves no event of its own: the transaction shows whose signature it was made with.
    if (isTransfer(row, log))
      return carries(transactions.get(log.hash), row) ? { event: 'taken', amount: wordsOf(log)[0] ?? null } : null
    if (log.address !== row.contract || nameOf(log) !== events.permit2UnorderedNonceInvalidation) return null
    const [word, mask = 0n] = wordsOf(log)
    const number = numberOf(row)
    return word === number >> 8n && ((mask >> (number & 255n)) & 1n) === 1n
      ? { event: 'cancelled', amount: null }
      : null
  },
  stand(row, evidence, [bitmap], now) {
    if (has(evidence, 'taken')) return ended('used', taken(evidence))
    if (has(evidence, 'cancelled')) return ended('cancelled')
    if (bitmap == null) return open(row, 'unknown')
    if ((((bitmap[0] ?? 0n) >> (numberOf(row) & 255n)) & 1n) === 1n) return ended('unknown')
    return isPast(row.validBefore, now) ? ended('expired') : open(row, 'live')
  },
}

// ---- Channels, permissions, escrow, delegations
// -----------------------------------------------------------------------------

const voucher: Family = {
  calls: ({ contract, nonce }) => [{ to: contract, data: encodeCall(selectors.channels, [hexOf(nonce)]) }],
  read: told({
    [events.channelClaimed]: 'taken',
    [events.channelRefunded]: 'returned',
    [events.channelWithdrawn]: 'returned',
  }),
  stand(row, evidence, [channel]) {
    if (channel == null) return open(row, 'unknown')
    const [balance = 0n, claimed = 0n] = channel
    const most = row.amount ?? 0n
    if (claimed >= most) return ended('used', most)
    // The deposit may still be on its way.
    if (balance === 0n && claimed === 0n) return has(evidence, 'returned') ? ended('cancelled') : open(row, 'live')
    const remaining = (most < balance ? most : balance) - claimed
    if (remaining <= 0n) return ended('cancelled', claimed)
    return { state: claimed > 0n ? 'partly-used' : 'live', used: claimed, remaining, isOnChain: true }
  },
}

const readPermission = told({
  [events.permissionApproved]: 'allowed',
  [events.permissionUsed]: 'taken',
  [events.permissionRevoked]: 'cancelled',
})

const permission: Family = {
  // The events say everything.
  calls: () => [],
  read(row, log, ...rest) {
    const said = readPermission(row, log, ...rest)
    if (said?.event !== 'taken') return said && { ...said, amount: row.amount }
    const [, start = 0n, , spent = 0n] = wordsOf(log)
    return { event: 'taken', amount: spent, periodStart: start }
  },
  stand(row, evidence, _answers, now) {
    const used = taken(evidence)
    if (has(evidence, 'cancelled')) return ended('cancelled', used)
    if (isPast(row.validBefore, now)) return ended('expired', used)
    const { validAfter, period, amount } = row
    const start = validAfter ?? 0n
    const since = now > start ? now - start : 0n
    const periodStart = period === null || period === 0n ? start : start + since - (since % period)
    const usedNow = taken(evidence.filter(item => item.periodStart === periodStart))
    return {
      state: used > 0n ? 'partly-used' : 'live',
      used,
      remaining: (amount ?? 0n) - usedNow,
      isOnChain: has(evidence, 'allowed'),
    }
  },
}

const escrow: Family = {
  calls: ({ contract, nonce }) => [{ to: contract, data: encodeCall(selectors.escrowPaymentState, [hexOf(nonce)]) }],
  read: told({
    [events.escrowCaptured]: 'taken',
    [events.escrowCapturedEarlier]: 'taken',
    [events.escrowRefunded]: 'returned',
    [events.escrowVoided]: 'cancelled',
    [events.escrowReclaimed]: 'cancelled',
  }),
  stand(row, evidence, [payment], now) {
    if (payment == null) return open(row, 'unknown')
    const used = taken(evidence)
    const [isCollected, remaining = 0n] = payment
    // It left the chain again with its block.
    if (isCollected === 0n) return ended('cancelled')
    if (remaining === 0n) return ended(has(evidence, 'cancelled') ? 'cancelled' : 'used', used)
    // Too late to be captured; it lies there until it is reclaimed.
    const state = isPast(row.validBefore, now) ? 'expired' : used > 0n ? 'partly-used' : 'live'
    return { state, used, remaining, isOnChain: true }
  },
}

const delegation: Family = {
  isReversible: true,
  calls: ({ contract, nonce }) => [{ to: contract, data: encodeCall(selectors.disabledDelegations, [hexOf(nonce)]) }],
  read(row, log) {
    if (log.address !== row.contract) return null
    if (nameOf(log) === events.delegationDisabled && log.topics[1] === row.nonce)
      return { event: 'cancelled', amount: null }
    // The event names the root's account, and carries the delegation with its signature.
    return nameOf(log) === events.delegationRedeemed && includesSignature(log.data, row)
      ? { event: 'taken', amount: null }
      : null
  },
  // Using it uses nothing up.
  stand(row, _evidence, [isDisabled]) {
    if (isDisabled == null) return open(row, 'unknown')
    return isDisabled[0] === 0n ? open(row, 'live') : ended('cancelled')
  },
}

const families: Readonly<Record<string, Family>> = {
  'transfer-authorization': authorization,
  'receive-authorization': authorization,
  'cancel-authorization': cancellation,
  permit,
  'permit-all': permit,
  'permit2-allowance': permit2Allowance,
  'x402-voucher': voucher,
  'spend-permission': permission,
  'escrow-payment': escrow,
  delegation,
}

export function familyOf(kind: string): Family {
  return families[kind] ?? permit2Transfer
}

// ---- What they share
// --------------------------------------------------------------------------------------------------------

/** Events that name the row by its number, with the amount first. */
function told(meanings: Readonly<Record<string, Evidence['event']>>): Family['read'] {
  return (row, log) => {
    const event = meanings[nameOf(log) ?? '']
    if (event === undefined || log.address !== row.contract || log.topics[1] !== row.nonce) return null
    return { event, amount: wordsOf(log)[0] ?? null }
  }
}

/** A transfer by somebody who was allowed to: the transaction is theirs, or tells them to. */
function pull(row: AuthorizationRecord, log: ChainLog, before: readonly Evidence[], around: Surroundings): Said | null {
  if (!has(before, 'allowed')) return null
  const transaction = around.transactions.get(log.hash)
  const { spender, account, token } = row
  // Not what an authorization of its own moved, nor what the account itself sent, be it to them.
  const isAuthorized = around.logs.some(
    ({ hash, logIndex, topics }) =>
      hash === log.hash && logIndex === log.logIndex - 1 && topics[0] === events.authorizationUsed,
  )
  const isTheirs =
    transaction !== undefined &&
    spender !== null &&
    !isAuthorized &&
    (transaction.from !== account || token === null || !transaction.to.includes(token)) &&
    (transaction.to.includes(spender) || transaction.from === spender || transaction.input.includes(spender.slice(2)))
  return isTheirs ? { event: 'taken', amount: wordsOf(log)[0] ?? null } : null
}

/** The state of an allowance that the signature made. */
function allowed(row: AuthorizationRecord, evidence: readonly Evidence[], left: bigint | null): AuthorizationStatus {
  const amount = row.amount ?? 0n
  const seen = taken(evidence)
  if (has(evidence, 'cancelled')) return ended(seen >= amount && amount > 0n ? 'used' : 'cancelled', seen)
  // The contract's own count is better than what can be seen, where it counts.
  const byEvidence = amount >= unlimitedAllowance ? amount : seen > amount ? 0n : amount - seen
  const remaining = left === null ? byEvidence : left < amount ? left : amount
  const used = amount >= unlimitedAllowance ? seen : amount - remaining
  if (remaining === 0n) return ended('used', used)
  return { state: used > 0n ? 'partly-used' : 'live', used, remaining, isOnChain: true }
}

function ended(state: AuthorizationStatus['state'], used = 0n): AuthorizationStatus {
  return { state, used, remaining: 0n, isOnChain: false }
}

function open({ amount }: AuthorizationRecord, state: AuthorizationStatus['state']): AuthorizationStatus {
  return { state, used: 0n, remaining: amount, isOnChain: false }
}

function isPast(end: bigint | null, now: bigint): boolean {
  return end !== null && now >= end
}

function has(evidence: readonly Evidence[], event: Evidence['event']): boolean {
  return evidence.some(item => item.event === event)
}

function taken(evidence: readonly Evidence[]): bigint {
  return evidence.reduce((sum, { event, amount }) => (event === 'taken' ? sum + (amount ?? 0n) : sum), 0n)
}

function nameOf({ topics }: ChainLog): string | undefined {
  return topics[0]
}

/** The first indexed value is the account. */
function isBy(account: Address, { topics }: ChainLog): boolean {
  return topics[1] === topicOf(account)
}

function isTransfer({ token, account }: AuthorizationRecord, log: ChainLog): boolean {
  return nameOf(log) === events.transfer && log.address === token && isBy(account, log) && log.topics.length === 3
}

function isTo({ recipient }: AuthorizationRecord, { topics }: ChainLog): boolean {
  return recipient === null || topics[2] === topicOf(recipient)
}

function carries(transaction: SettlingTransaction | undefined, row: AuthorizationRecord): boolean {
  return transaction !== undefined && includesSignature(transaction.input, row)
}

/**
 * True if the bytes hold r and s of the signature, in any order and distance: contracts take them apart in many ways.
 * In the short form, the first bit of s is v.
 * @see EIP-2098
 */
function includesSignature(bytes: Hex, { signature }: AuthorizationRecord): boolean {
  const r = signature.slice(2, 66).toLowerCase()
  const s = signature.slice(66, 130).toLowerCase()
  const compact = (Number.parseInt(s.slice(0, 1), 16) ^ 8).toString(16) + s.slice(1)
  return bytes.includes(r) && (bytes.includes(s) || bytes.includes(compact))
}

function topic(address: Address | null): Hex | null {
  return address === null ? null : topicOf(address)
}

function wordsOf({ data }: ChainLog): readonly bigint[] {
  return readWords(data) ?? []
}

function addressOf(word: bigint | undefined): Address | null {
  return word === undefined ? null : wordToAddress(word)
}

function numberOf({ nonce }: AuthorizationRecord): bigint {
  return BigInt(nonce ?? 0)
}

function hexOf(text: string | null): Hex {
  return (text ?? '0x0') as Hex
}
