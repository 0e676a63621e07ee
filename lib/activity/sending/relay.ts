import type { Address, Hash, Hex } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { isSameHex, keccak256 } from '@/lib/base/hex'
import { isAtLeast } from '@/lib/base/level'
import type { NetworkId } from '@/lib/base/network-id'
import { RpcError } from '@/lib/base/rpc/errors'
import { hashReply, transactionCountReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import type { TransactionRecord } from '@/lib/storage/records'
import type { Journal } from './journal'
import type { NonceLedger } from './nonce-ledger'
import type { NonceSlot } from './nonce-slot'
import type { newRow } from './reservation'
import { nativeSender, readSigned, type SignedTransaction } from './signed'
import type { Submission } from './submission'
import type { Tracking } from './tracking'

/** Bytes that a site signed itself, or had signed elsewhere. */
export interface Relayed {
  networkId: NetworkId
  raw: Hex
  origin: string
}

/**
 * So many transactions of other people's accounts are watched for one site at once; the rest is passed on all the same.
 */
const mostWatched = 50

/**
 * Passes signed bytes on and watches what becomes of them. Where the sender is an account of the wallet they are in the
 * journal before they leave, with their nonce, like everything the wallet signs (invariants 4 and 5). Other people's
 * are passed on first: only what a node took is worth a row.
 */
export function createRelay(dependencies: {
  journal: Journal
  nonces: NonceLedger
  submission: Submission
  tracking: Tracking
  /** Runs the work under the lock of the nonces. */
  withLock<T>(slot: Omit<NonceSlot, 'epoch'>, work: () => Promise<T>): Promise<T>
  newRow: typeof newRow
  clock: Clock
  connectionOf(networkId: NetworkId): Connection
  isOwnAccount(address: Address): Promise<boolean>
}): (relayed: Relayed) => Promise<Hash> {
  const { journal, nonces, submission, tracking, clock, connectionOf, isOwnAccount, withLock } = dependencies

  async function passOn({ networkId, raw }: Relayed): Promise<Hash> {
    try {
      return hashReply.parse(await connectionOf(networkId).passThrough('eth_sendRawTransaction', [raw]))
    } catch (error) {
      // The same request from before the worker died: the bytes are where they should be.
      if (error instanceof RpcError && error.kind === 'already-known') return keccak256(raw)
      throw error
    }
  }

  async function toRow(relayed: Relayed, signed: SignedTransaction): Promise<TransactionRecord> {
    const { epoch } = await nonces.slotOf(relayed.networkId, signed.from)
    const { networkId, raw, origin } = relayed
    const id = `relayed ${networkId} ${signed.hash}`
    return dependencies.newRow(
      { ...signed, id, networkId, epoch, raw, origin, purpose: 'send', replaces: null },
      clock.now(),
    )
  }

  /** An earlier one cannot be included any more, or is already: nothing of it is news. */
  async function hasItsTurnBehind({ networkId }: Relayed, { from, nonce }: SignedTransaction): Promise<boolean> {
    const count = await connectionOf(networkId).request(
      'eth_getTransactionCount',
      [from, 'latest'],
      transactionCountReply,
    )
    return nonce < count
  }

  async function sendOwn(relayed: Relayed, signed: SignedTransaction): Promise<Hash> {
    if (await hasItsTurnBehind(relayed, signed)) return passOn(relayed)
    const slot = { networkId: relayed.networkId, from: signed.from }
    const row = await withLock(slot, async () => journal.reserve(await toRow(relayed, signed), 'fixed'))
    tracking.follow(row)
    await submission.submit(row.id)
    await submission.taken(row.id)
    return row.hash
  }

  async function sendForeign(relayed: Relayed, signed: SignedTransaction): Promise<Hash> {
    const sentAt = clock.now()
    const hash = await passOn(relayed)
    const watched = journal.live().filter(row => row.foreign === true && row.origin === relayed.origin)
    if (!isSameHex(hash, signed.hash) || watched.length >= mostWatched) return hash
    const row = await toRow(relayed, signed)
    const accepted: TransactionRecord = {
      ...row,
      foreign: true,
      level: 'accepted',
      createdAt: sentAt,
      history: [
        { at: sentAt, level: 'signed' },
        { at: sentAt, level: 'submitted' },
        { at: clock.now(), level: 'accepted' },
      ],
    }
    tracking.follow(await journal.reserve(accepted, 'fixed'))
    return hash
  }

  async function sendAgain(relayed: Relayed, known: TransactionRecord): Promise<Hash> {
    // On its way, or arrived: what a node would say to the same bytes («nonce too low») is no answer to the question.
    if (known.ended === null && isAtLeast(known.level, 'accepted')) return known.hash
    const isAlive = known.inFlight === 1 || (await withLock(known, () => journal.revive(known.id)))
    if (!isAlive) return passOn(relayed)
    tracking.follow(known)
    await submission.submit(known.id)
    await submission.taken(known.id)
    return known.hash
  }

  return async relayed => {
    const signed = readSigned(relayed.raw)
    // On another chain the node refuses them, in its own words.
    const { networkId } = relayed
    const native = signed === null ? nativeSender(relayed.raw) : null
    // It could move the account's number and money without a row.
    if (native !== null && (await isOwnAccount(native)))
      throw new RpcError(
        'invalid-transaction',
        'transaction type not supported: the wallet follows no 0x79 of its own accounts',
        {
          code: -32000,
        },
      )
    if (signed === null || signed.chainId !== connectionOf(networkId).chainId) return passOn(relayed)
    const known = journal.liveByHash(networkId, signed.hash) ?? (await journal.storedByHash(networkId, signed.hash))
    if (known !== undefined) return sendAgain(relayed, known)
    return (await isOwnAccount(signed.from)) ? sendOwn(relayed, signed) : sendForeign(relayed, signed)
  }
}
