import type { Address, Hash, Hex } from 'viem'
import type { AuthorizationRecord, Evidence } from '@/lib/database/payment-records'
import type { ChainLog } from '@/lib/payments/chain-logs'
import { topicOf } from '@/lib/payments/chain-logs'
import { encodeCall, readWords, wordToAddress } from '@/lib/values/abi'

/**
 * What the contracts say of a signature, kind by kind. Two steps, both pure: logs become evidence, which is kept; evidence, what the contract answers
 * now, and the time become a standing.
 */

/** As far as it shows who moved money and with whose signature; hex in lower case. */
export interface Carrier {
  from: Address
  to: Address | null
  input: Hex
}

export interface Surroundings {
  logs: readonly ChainLog[]
  /** The transactions that logs of tokens came from; `undefined` where a node does not know one. */
  transactions: ReadonlyMap<Hash, Carrier | undefined>
}

export type Standing = Pick<AuthorizationRecord, 'state' | 'used' | 'remaining' | 'isOnChain'>
type Said = Pick<Evidence, 'event' | 'amount'> & Partial<Pick<Evidence, 'periodStart'>>
type Words = readonly (readonly bigint[] | null)[]

export interface Family {
  topics: readonly Hash[]
  /** Needs the transactions behind transfers and approvals of its token. */
  needsTransactions?: boolean
  /** What the contract is asked, in the order in which `stand` gets the answers. */
  calls(row: AuthorizationRecord): { to: Address | null; data: Hex }[]
  /** What one log says, `before` being what earlier ones said. */
  read(row: AuthorizationRecord, log: ChainLog, before: readonly Evidence[], around: Surroundings): Said | null
  /** `now` in Unix seconds. An answer that could not be had, or makes no sense, is `null`. */
  stand(row: AuthorizationRecord, evidence: readonly Evidence[], answers: Words, now: bigint): Standing
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const usedTopic = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const canceledTopic = '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81'
const permit2PermitTopic = '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec'
const permit2ApprovalTopic = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
const lockdownTopic = '0x89b1add15eff56b3dfe299ad94e01f2b52fbcb80ae1a3baea6ae8c04cb2b98a4'
const nonceInvalidationTopic = '0x55eb90d810e1700b35a8e7e25395ff7f2b2259abd7415ca2284dfb1c246418f3'
const unorderedInvalidationTopic = '0x3704902f963766a4e561bbaab6e6cdc1b1dd12f6e9e99648da8843b3f46b918d'
const permissionApprovedTopic = '0x40a18f36db551498d122b5bfe203819b4c710502e7401e2bd6d2ccc6d2ceb558'
const permissionRevokedTopic = '0xff59e520513907d7deffc74c82b5492b06b2988d7d03dacfd4995de47fe94c95'
const permissionUsedTopic = '0xbcba65b462dfff1a0af642e2ccd28778c64fcb16da2132dabf6eee8906d6753c'
const claimedTopic = '0x36bd546bb573e8921fdbfd934bbed62d872796b01792cd240cce27f79dd3eddd'
const channelRefundedTopic = '0xa84286cf8ebc7903a663c77c8d99aa92b600d4c2fcca872a5d4a663db4eb394b'
const withdrawnTopic = '0x546ce1e2242cd930c196bd08b894443562d709b4fffe4f028a75a6d233efc6e3'
// Version 1.1 names a fee amount, 1.0 its share: two signatures, the amount first in both.
const capturedTopic = '0xac1e0db1957daedbc6944bcb4c8dc947ff8101d710671ac2ec26309f7f38d58e'
const capturedEarlierTopic = '0xe749f7bbd01b49bb05abf26ca492cb4dfdea6bedeada8a40fdccd478c73a74e2'
const voidedTopic = '0xcadce8c3acb008e3e1c64ca7f60d22a3c87069183182b7dbb9e4d8cfb3a15842'
const reclaimedTopic = '0x78e1d723d17e13b7f40eeab9bf6dd9148a630bafde4203ab7bb5fca983516d17'
const escrowRefundedTopic = '0x1bf415371b303ca6b8bbb4ce479b177cba5ad15dbe0c9a7750a588aa6bcd25b2'
const delegationDisabledTopic = '0xea589ba9473ee1fe77d352c7ed919747715a5d22931b972de9b02a907c66d5dd'

/** No token has that many units; some tokens do not count such an allowance down. */
const unlimitedFrom = 1n << 128n

// ---- EIP-3009 ---------------------------------------------------------------------------------------------------------------

const authorization: Family = {
  topics: [usedTopic, canceledTopic, transferTopic],
  calls: ({ contract, account, nonce }) => [{ to: contract, data: encodeCall('0xe94a0102', [account, hexOf(nonce)]) }],
  read(row, log, _before, { logs }) {
    if (log.address !== row.contract || log.topics[2] !== row.nonce || !isBy(row.account, log)) return null
    if (log.topics[0] === canceledTopic) return { event: 'cancelled', amount: null }
    if (log.topics[0] !== usedTopic) return null
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

/** A signed cancellation lets nobody take anything: it is used when it was handed in, and void when it came too late. */
const cancellation: Family = {
  ...authorization,
  topics: [usedTopic, canceledTopic],
  stand(row, evidence, answers, now) {
    const { state } = authorization.stand(row, evidence, answers, now)
    return { ...ended(state === 'cancelled' ? 'used' : state === 'used' ? 'cancelled' : state) }
  },
}

// ---- EIP-2612 ---------------------------------------------------------------------------------------------------------------

const permit: Family = {
  topics: [approvalTopic, transferTopic, usedTopic],
  needsTransactions: true,
  calls: ({ contract, account, spender }) => [
    { to: contract, data: encodeCall('0x7ecebe00', [account]) },
    { to: contract, data: encodeCall('0xdd62ed3e', [account, hexOf(spender)]) },
  ],
  read(row, log, before, around) {
    if (log.address !== row.token || has(before, 'cancelled')) return null
    if (isTransfer(row, log)) return pull(row, log, before, around)
    if (log.topics[0] !== approvalTopic || !isBy(row.account, log) || log.topics[2] !== topic(row.spender)) return null
    const value = wordsOf(log)[0] ?? 0n
    if (!has(before, 'allowed')) {
      const carrier = around.transactions.get(log.hash)
      const isOurs = carrier === undefined ? value === row.amount : carries(carrier, row)
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

// ---- Permit2 ----------------------------------------------------------------------------------------------------------------

const permit2Allowance: Family = {
  topics: [permit2PermitTopic, permit2ApprovalTopic, lockdownTopic, nonceInvalidationTopic, transferTopic, usedTopic],
  needsTransactions: true,
  calls: ({ contract, account, token, spender }) => [
    { to: contract, data: encodeCall('0x927da105', [account, hexOf(token), hexOf(spender)]) },
  ],
  read(row, log, before, around) {
    if (has(before, 'cancelled') || !isBy(row.account, log)) return null
    if (isTransfer(row, log)) return pull(row, log, before, around)
    if (log.address !== row.contract) return null
    const [name, , second, third] = log.topics
    const words = wordsOf(log)
    if (name === lockdownTopic)
      return addressOf(words[0]) === row.token && addressOf(words[1]) === row.spender && has(before, 'allowed')
        ? { event: 'cancelled', amount: 0n }
        : null
    if (second !== topic(row.token) || third !== topic(row.spender)) return null
    if (name === nonceInvalidationTopic)
      return !has(before, 'allowed') && (words[0] ?? 0n) > numberOf(row) ? { event: 'cancelled', amount: null } : null
    if (name === permit2PermitTopic && words[2] === numberOf(row)) return { event: 'allowed', amount: words[0] ?? null }
    return has(before, 'allowed') ? { event: 'cancelled', amount: words[0] ?? null } : null
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
  topics: [unorderedInvalidationTopic, transferTopic],
  needsTransactions: true,
  calls: row => [{ to: row.contract, data: encodeCall('0x4fe02b44', [row.account, numberOf(row) >> 8n]) }],
  read(row, log, before, { transactions }) {
    if (!isBy(row.account, log) || has(before, 'taken')) return null
    // A transfer through Permit2 leaves no event of its own: the transaction shows whose signature it was made with.
    if (isTransfer(row, log))
      return carries(transactions.get(log.hash), row) ? { event: 'taken', amount: wordsOf(log)[0] ?? null } : null
    if (log.address !== row.contract || log.topics[0] !== unorderedInvalidationTopic) return null
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

// ---- Channels, permissions, escrow, delegations -----------------------------------------------------------------------------

const voucher: Family = {
  topics: [claimedTopic, channelRefundedTopic, withdrawnTopic],
  calls: ({ contract, nonce }) => [{ to: contract, data: encodeCall('0x7a7ebd7b', [hexOf(nonce)]) }],
  read(row, log) {
    if (log.address !== row.contract || log.topics[1] !== row.nonce) return null
    const amount = wordsOf(log)[0] ?? null
    return { event: log.topics[0] === claimedTopic ? 'taken' : 'returned', amount }
  },
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

const permission: Family = {
  topics: [permissionApprovedTopic, permissionUsedTopic, permissionRevokedTopic],
  // The events say everything.
  calls: () => [],
  read(row, log) {
    if (log.address !== row.contract || log.topics[1] !== row.nonce) return null
    const [, start = 0n, , spent = 0n] = wordsOf(log)
    if (log.topics[0] === permissionUsedTopic) return { event: 'taken', amount: spent, periodStart: start }
    return log.topics[0] === permissionRevokedTopic
      ? { event: 'cancelled', amount: null }
      : { event: 'allowed', amount: row.amount }
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
  topics: [capturedTopic, capturedEarlierTopic, voidedTopic, reclaimedTopic, escrowRefundedTopic],
  calls: ({ contract, nonce }) => [{ to: contract, data: encodeCall('0x34b778ed', [hexOf(nonce)]) }],
  read(row, log) {
    if (log.address !== row.contract || log.topics[1] !== row.nonce) return null
    const name = log.topics[0]
    const isCaptured = name === capturedTopic || name === capturedEarlierTopic
    const event = isCaptured ? 'taken' : name === escrowRefundedTopic ? 'returned' : 'cancelled'
    return { event, amount: wordsOf(log)[0] ?? null }
  },
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
  topics: [delegationDisabledTopic],
  calls: ({ contract, nonce }) => [{ to: contract, data: encodeCall('0x2d40d052', [hexOf(nonce)]) }],
  read: (row, log) =>
    log.address === row.contract && log.topics[1] === row.nonce ? { event: 'cancelled', amount: null } : null,
  stand(row, evidence, [isDisabled]) {
    if (has(evidence, 'cancelled') || isDisabled?.[0] === 1n) return ended('cancelled')
    return open(row, isDisabled == null ? 'unknown' : 'live')
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

// ---- What they share --------------------------------------------------------------------------------------------------------

/** A transfer by somebody who was allowed to: the transaction is theirs, or tells them to. */
function pull(row: AuthorizationRecord, log: ChainLog, before: readonly Evidence[], around: Surroundings): Said | null {
  if (!has(before, 'allowed')) return null
  const carrier = around.transactions.get(log.hash)
  const { spender, account, token } = row
  // Not what an authorization of its own moved, nor what the account itself sent, be it to them.
  const isAuthorized = around.logs.some(
    ({ hash, logIndex, topics }) => hash === log.hash && logIndex === log.logIndex - 1 && topics[0] === usedTopic,
  )
  const isTheirs =
    carrier !== undefined &&
    spender !== null &&
    !isAuthorized &&
    (carrier.from !== account || carrier.to !== token) &&
    (carrier.to === spender || carrier.from === spender || carrier.input.includes(spender.slice(2)))
  return isTheirs ? { event: 'taken', amount: wordsOf(log)[0] ?? null } : null
}

/** Of an allowance that the signature made. */
function allowed(row: AuthorizationRecord, evidence: readonly Evidence[], left: bigint | null): Standing {
  const amount = row.amount ?? 0n
  const seen = taken(evidence)
  if (has(evidence, 'cancelled')) return ended(seen >= amount && amount > 0n ? 'used' : 'cancelled', seen)
  // The contract's own count is better than what can be seen, where it counts.
  const byEvidence = amount >= unlimitedFrom ? amount : seen > amount ? 0n : amount - seen
  const remaining = left === null ? byEvidence : left < amount ? left : amount
  const used = amount >= unlimitedFrom ? seen : amount - remaining
  if (remaining === 0n) return ended('used', used)
  return { state: used > 0n ? 'partly-used' : 'live', used, remaining, isOnChain: true }
}

function ended(state: Standing['state'], used = 0n): Standing {
  return { state, used, remaining: 0n, isOnChain: false }
}

function open({ amount }: AuthorizationRecord, state: Standing['state']): Standing {
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

/** The first indexed value is the account. */
function isBy(account: Address, { topics }: ChainLog): boolean {
  return topics[1] === topicOf(account)
}

function isTransfer({ token, account }: AuthorizationRecord, log: ChainLog): boolean {
  return log.topics[0] === transferTopic && log.address === token && isBy(account, log) && log.topics.length === 3
}

function isTo({ recipient }: AuthorizationRecord, { topics }: ChainLog): boolean {
  return recipient === null || topics[2] === topicOf(recipient)
}

/** The first 64 bytes are r and s, which no other signature has; what follows is written in several ways. */
function carries(carrier: Carrier | undefined, { signature }: AuthorizationRecord): boolean {
  return carrier?.input.includes(signature.slice(2, 130).toLowerCase()) === true
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
