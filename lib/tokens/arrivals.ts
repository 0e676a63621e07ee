import type { Address, Hash } from 'viem'
import * as z from 'zod/mini'
import type { Database } from '@/lib/database/open'
import type { ArrivalRecord } from '@/lib/database/records'
import type { Faults } from '@/lib/faults/types'
import { quantity, receiptReply, sealedHash } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'
import { addressSchema, hashSchema, lowerCaseAddress, toQuantity } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import type { TokenTransfer } from './transfers'

export type Arrival = ArrivalRecord

interface Reading {
  chainId: number
  address: Address
  sealed: bigint
  pending: bigint
  readAt: number
}

export interface Arrivals {
  /** Newest first. */
  list(chainId: number, account: Address): Arrival[]
  /** A balance was read: looks for what raised it, and how far what came before has got. */
  onReading(reading: Reading): void
  /** A transfer of tokens was heard of; the same one again when it is sealed. */
  onTransfer(chainId: number, owner: Address, transfer: TokenTransfer): void
  onChange(listener: (chainId: number) => void): () => void
  /** Forgets everything (the wallet is erased), or what was on a chain that started anew. */
  forget(chainId?: number): void
}

/** Of each account on each chain. */
const mostKept = 100
/** Only between readings as close as this is a difference an event of now. */
const freshMs = 10_000
/** A block that leaves the chain does so soon. */
const lookedAfterMs = 60_000
const sealedEveryMs = 2_000
/** Sealed blocks looked through besides the newest and the one being built. */
const blocksBack = [1n, 2n]

const blockWithTransactions = z.lazy(() =>
  z.nullable(z.object({ number: z.nullable(quantity), transactions: z.array(z.unknown()) })),
)
const incoming = z.object({ hash: hashSchema, from: addressSchema, to: addressSchema, value: quantity })

/** Knows what came in while somebody looked. Costs a look at the newest blocks whenever a balance moves, and nothing otherwise. */
export function createArrivals(dependencies: {
  connectionOf(chainId: number): Connection
  clock: Clock
  /** Whether a transaction of the account itself moves its balance now: then a difference explains nothing. */
  isSpending(chainId: number, account: Address): Promise<boolean>
  database: Database
  /** What is in the database. */
  kept: readonly ArrivalRecord[]
  faults: Faults
}): Arrivals {
  const { connectionOf, clock, isSpending, database, faults } = dependencies
  const onFault = (error: unknown): void => faults.report('balances', error)
  const listeners = createListeners<[chainId: number]>()
  const all = new Map<string, Arrival>(dependencies.kept.map(arrival => [arrival.id, arrival]))
  const baselines = new Map<string, Reading>()
  /** Seen in a block, but not yet in a balance that was read before. */
  const credits = new Map<string, bigint>()
  let busy = false
  let next: Reading | null = null
  let sealedCheckedAt = 0

  function put(arrival: Arrival): void {
    all.set(arrival.id, arrival)
    // What cannot be written is shown until this worker ends.
    database.put('arrivals', arrival).catch(onFault)
    remove(list(arrival.chainId, arrival.account).slice(mostKept))
    listeners.tell(arrival.chainId)
  }

  function remove(arrivals: readonly Arrival[]): void {
    for (const { id } of arrivals) {
      all.delete(id)
      database.delete('arrivals', id).catch(onFault)
    }
  }

  function list(chainId: number, account: Address): Arrival[] {
    return [...all.values()]
      .filter(arrival => arrival.chainId === chainId && arrival.account === lowerCaseAddress(account))
      .sort((a, b) => b.at - a.at)
  }

  /** What is known of it by now; a level only falls by the event that is said. */
  function see(id: string, seen: { isSealed: boolean; isGone: boolean }): void {
    const known = all.get(id)
    if (known === undefined) return
    const level = seen.isSealed ? 'sealed' : 'preconfirmed'
    if (known.level === level && known.isWithdrawn === seen.isGone) return
    put({ ...known, level, isWithdrawn: seen.isGone, sealedAt: seen.isSealed ? (known.sealedAt ?? clock.now()) : null })
  }

  async function receiptsOf(chainId: number, hashes: readonly Hash[]) {
    const items = await connectionOf(chainId).batch(
      hashes.map(hash => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    )
    return hashes.flatMap((hash, index) => {
      const item = items[index]
      const receipt = item?.ok === true ? receiptReply.safeParse(item.result) : undefined
      // Of one that could not be read, nothing new is known.
      if (receipt?.success !== true) return []
      if (receipt.data !== null && receipt.data.transactionHash.toLowerCase() !== hash.toLowerCase()) return []
      return [{ hash, receipt: receipt.data }]
    })
  }

  /** The transactions to the account in the block being built and in the newest sealed ones. */
  async function lookFor(chainId: number, account: Address): Promise<z.infer<typeof incoming>[]> {
    const connection = connectionOf(chainId)
    const read = async (block: string) => {
      const [item] = await connection.batch([{ method: 'eth_getBlockByNumber', params: [block, true] }])
      const parsed = item?.ok === true ? blockWithTransactions.safeParse(item.result) : undefined
      return parsed?.success === true ? parsed.data : null
    }
    const [pending, latest] = await Promise.all([read('pending'), read('latest')])
    const head = latest?.number ?? 0n
    const below = blocksBack.map(back => head - back).filter(height => height >= 0n)
    const earlier = await Promise.all(below.map(height => read(toQuantity(height))))
    return [pending, latest, ...earlier].flatMap(block =>
      (block?.transactions ?? []).flatMap(item => {
        if (!isTo(item, account)) return []
        const parsed = incoming.safeParse(item)
        return parsed.success && parsed.data.value > 0n && lowerCaseAddress(parsed.data.from) !== account
          ? [parsed.data]
          : []
      }),
    )
  }

  async function follow(reading: Reading): Promise<void> {
    const { chainId } = reading
    const account = lowerCaseAddress(reading.address)
    const key = `${chainId}:${account}`
    const before = baselines.get(key)
    await lookAfter(chainId, account, reading)
    const isFall = before !== undefined && reading.pending < before.pending
    if (
      before === undefined ||
      before.pending === reading.pending ||
      (isFall && (await isSpending(chainId, account)))
    ) {
      baselines.set(key, reading)
      return
    }
    const blocks = await lookFor(chainId, account)
    const candidates = blocks.filter(({ hash }) => !all.has(idOf(chainId, account, hash, null)))
    const unique = [...new Map(candidates.map(each => [each.hash, each])).values()]
    const receipts = await receiptsOf(
      chainId,
      unique.map(({ hash }) => hash),
    )
    const isClear = receipts.length === unique.length && receipts.every(({ receipt }) => receipt !== null)
    // What is in a block and not yet in a receipt is looked for again with the next reading.
    if (isClear) baselines.set(key, reading)
    let found = 0n
    for (const { hash, receipt } of receipts) {
      const transaction = unique.find(each => each.hash === hash)
      if (transaction === undefined || receipt?.status !== 'success') continue
      found += transaction.value
      const isSealed = sealedHash(receipt.blockHash) !== null
      put({
        id: idOf(chainId, account, hash, null),
        chainId,
        account,
        token: null,
        from: lowerCaseAddress(transaction.from),
        amount: transaction.value,
        hash,
        level: isSealed ? 'sealed' : 'preconfirmed',
        isWithdrawn: false,
        at: reading.readAt,
        sealedAt: isSealed ? clock.now() : null,
      })
    }
    const rise = reading.pending - before.pending
    const credit = (credits.get(key) ?? 0n) + found
    const unexplained = rise - credit
    credits.set(key, unexplained < 0n && rise > 0n ? -unexplained : 0n)
    if (unexplained <= 0n || !isClear) return
    if (reading.readAt - before.readAt > freshMs || (await isSpending(chainId, account))) return
    const isSealed = reading.sealed >= reading.pending
    put({
      id: `${key}:${reading.readAt}`,
      chainId,
      account,
      token: null,
      from: null,
      amount: unexplained,
      hash: null,
      level: isSealed ? 'sealed' : 'preconfirmed',
      isWithdrawn: false,
      at: reading.readAt,
      sealedAt: isSealed ? reading.readAt : null,
    })
  }

  /** How far what came has got; what is sealed is looked at again for a while, for a block may leave the chain. */
  async function lookAfter(chainId: number, account: Address, reading: Reading): Promise<void> {
    const now = clock.now()
    const checksSealed = now - sealedCheckedAt >= sealedEveryMs
    if (checksSealed) sealedCheckedAt = now
    const open = [...all.values()].filter(
      arrival =>
        arrival.chainId === chainId &&
        arrival.account === account &&
        (arrival.level === 'preconfirmed'
          ? // Kept while the browser was closed, it is looked at however old it is.
            !arrival.isWithdrawn || now - arrival.at < lookedAfterMs * 10
          : checksSealed && now - (arrival.sealedAt ?? 0) < lookedAfterMs),
    )
    for (const { id, hash, level } of open)
      if (hash === null && level === 'preconfirmed' && reading.sealed >= reading.pending)
        see(id, { isSealed: true, isGone: false })
    const hashes = [...new Set(open.flatMap(({ hash }) => (hash === null ? [] : [hash])))]
    if (hashes.length === 0) return
    for (const { hash, receipt } of await receiptsOf(chainId, hashes)) {
      const seen = {
        isSealed: receipt !== null && sealedHash(receipt.blockHash) !== null,
        isGone: receipt === null || receipt.status !== 'success',
      }
      for (const arrival of open) if (arrival.hash === hash) see(arrival.id, seen)
    }
  }

  /** One reading at a time; of those that come meanwhile the newest. */
  async function take(reading: Reading): Promise<void> {
    busy = true
    for (let taken: Reading | null = reading; taken !== null; taken = next) {
      next = null
      // Where the chain cannot be asked, the next reading looks again.
      await follow(taken).catch(onFault)
    }
    busy = false
  }

  return {
    list,
    onReading(reading) {
      if (busy) next = reading
      else void take(reading)
    },
    onTransfer(chainId, owner, { token, from, to, amount, hash, isSealed, removed }) {
      const account = lowerCaseAddress(owner)
      if (hash === null || amount === 0n) return
      if (lowerCaseAddress(to) !== account || lowerCaseAddress(from) === account) return
      const id = idOf(chainId, account, hash, `${lowerCaseAddress(token)}:${lowerCaseAddress(from)}:${amount}`)
      if (all.has(id)) {
        // A pre-confirmation told after the seal takes nothing back; a removed log does.
        if (isSealed || removed) see(id, { isSealed: isSealed && !removed, isGone: removed })
        return
      }
      if (removed) return
      const now = clock.now()
      put({
        id,
        chainId,
        account,
        token: lowerCaseAddress(token),
        from: lowerCaseAddress(from),
        amount,
        hash,
        level: isSealed ? 'sealed' : 'preconfirmed',
        isWithdrawn: false,
        at: now,
        sealedAt: isSealed ? now : null,
      })
    },
    onChange: listeners.add,
    forget(chainId) {
      remove([...all.values()].filter(arrival => chainId === undefined || arrival.chainId === chainId))
      baselines.clear()
      credits.clear()
      if (chainId !== undefined) listeners.tell(chainId)
    },
  }
}

function idOf(chainId: number, account: Address, hash: Hash, what: string | null): string {
  return `${chainId}:${account}:${hash.toLowerCase()}:${what ?? 'native'}`
}

/** Most of a block is about others: they are passed over before they are parsed. */
function isTo(item: unknown, account: Address): boolean {
  if (typeof item !== 'object' || item === null || !('to' in item)) return false
  return typeof item.to === 'string' && item.to.toLowerCase() === account
}
