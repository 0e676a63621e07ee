import type { Address, Hash } from 'viem'
import type { BalanceReading } from '@/lib/activity/tokens/balance-reader'
import type { TokenTransfer } from '@/lib/activity/tokens/transfers'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { isSameAddress, lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { loadOnce } from '@/lib/base/once'
import { hasEffect } from '@/lib/base/rpc/sent'
import type { Connection } from '@/lib/base/rpc/types'
import type { Database } from '@/lib/storage/open'
import type { ArrivalRecord } from '@/lib/storage/records'
import { type Arrival, type ArrivalRows, arrivalId, createArrivalRows } from './arrival-rows'
import { readReceipts } from './incoming'
import { createNativeArrivals } from './native-arrivals'

type Reading = Omit<BalanceReading, 'receivedAt'>

/** Money that arrived at the accounts while their balances were read. */
export interface Arrivals {
  /** The wallet was unlocked: what the database has is read when it is first needed, not at the worker's start. */
  unlocked(): void
  /** Forgets what is in memory: the wallet was locked. */
  rest(): void
  /** Newest first. */
  list(networkId: NetworkId, account: Address): Promise<Arrival[]>
  /** Finds what raised the balance, and updates the levels of earlier arrivals. */
  onReading(reading: Reading): void
  /** Takes in a token transfer; the same one again when it is sealed or removed. */
  onTransfer(networkId: NetworkId, owner: Address, transfer: TokenTransfer): void
  /** Takes in one that was found in a past block. @returns false where it is known */
  addPast(arrival: ArrivalRecord): Promise<boolean>
  /** The network's faucet says that this transaction is its gift. */
  given(networkId: NetworkId, hash: Hash): void
  /** Removes those whose block left the chain. */
  drop(gone: readonly Arrival[]): void
  onChange(listener: (networkId: NetworkId) => void): () => void
  /** Forgets everything (the wallet is erased), or the arrivals of a chain that restarted. */
  forget(networkId?: NetworkId): void
}

/** Reads the newest blocks whenever a balance changes, and nothing otherwise. */
export function createArrivals(dependencies: {
  connectionOf(networkId: NetworkId): Connection
  clock: Clock
  /** True while a transaction of the account itself may change its balance: then a difference explains nothing. */
  isSpending(networkId: NetworkId, account: Address): Promise<boolean>
  database: Database
  /** The number of restarts of the chain from another genesis. */
  epochOf(chainId: number): number
  /** The tokens that the wallet or the person vouches for, in lower case. */
  vouchedOn(networkId: NetworkId): Promise<readonly Address[]>
  faults: Faults
}): Arrivals {
  const { connectionOf, clock, isSpending, database, epochOf, vouchedOn, faults } = dependencies
  const onFault = (error: unknown): void => {
    // A wallet that was locked meanwhile reads no arrivals: they are read when it is unlocked.
    if (!(error instanceof Failure && error.code === 'locked')) faults.report('balances', error)
  }
  const rows = createArrivalRows({ database, clock, epochOf, vouchedOn, onFault })
  const levels = createArrivalLevels({ rows, connectionOf, clock })
  const native = createNativeArrivals({ rows, connectionOf, clock, isSpending })
  let loaded = loadOnce(rows.load)
  let isBusy = false
  let next: Reading | null = null

  async function follow(reading: Reading): Promise<void> {
    await loaded()
    await levels.update(reading.networkId, lowerCaseAddress(reading.address), reading)
    await native.read(reading)
  }

  /** One reading at a time; of the readings that come meanwhile only the newest follows. */
  async function take(reading: Reading): Promise<void> {
    isBusy = true
    for (let taken: Reading | null = reading; taken !== null; taken = next) {
      next = null
      // Where the chain cannot be asked, the next reading tries again.
      await follow(taken).catch(onFault)
    }
    isBusy = false
  }

  async function takeTransfer(
    networkId: NetworkId,
    owner: Address,
    { token, from, to, amount, hash, isSealed, removed }: TokenTransfer,
  ): Promise<void> {
    const account = lowerCaseAddress(owner)
    if (hash === null || amount === 0n) return
    if (!isSameAddress(to, account) || isSameAddress(from, account)) return
    await loaded()
    const id = arrivalId(networkId, account, hash, `${lowerCaseAddress(token)}:${lowerCaseAddress(from)}:${amount}`)
    if (rows.has(id)) {
      // A pre-confirmation told after the seal lowers nothing; a removed log does.
      if (isSealed || removed) rows.see(id, { isSealed: isSealed && !removed, isGone: removed })
      return
    }
    if (removed) return
    const now = clock.now()
    const parties = { token: lowerCaseAddress(token), from: lowerCaseAddress(from) }
    rows.add({ id, networkId, account, ...parties, amount, hash, at: now }, isSealed ? now : null)
  }

  return {
    unlocked() {
      loaded = loadOnce(rows.load)
    },
    rest: rows.rest,
    async list(networkId, account) {
      await loaded()
      return rows.list(networkId, account)
    },
    onReading(reading) {
      if (isBusy) next = reading
      else void take(reading)
    },
    onTransfer: (...transfer) => void takeTransfer(...transfer).catch(onFault),
    async addPast(arrival) {
      await loaded()
      return rows.addPast(arrival)
    },
    given: rows.given,
    drop: rows.drop,
    onChange: rows.onChange,
    forget(networkId) {
      native.forget()
      if (networkId === undefined) rows.forget()
      else
        loaded()
          .then(() => rows.forget(networkId))
          .catch(onFault)
    },
  }
}

/** A sealed arrival is read again for this long, because a block that leaves the chain does so soon. */
const sealedForMs = 60_000
const sealedEveryMs = 2_000
/** A withdrawn arrival may come back for this long. */
const withdrawnForMs = 600_000

/** Keeps the levels of the arrivals of an account as their receipts show them. */
interface ArrivalLevels {
  /**
   * @param balance the reading that causes this: with `sealed` as high as `pending` nothing is pre-confirmed any more
   */
  update(networkId: NetworkId, account: Address, balance: { sealed: bigint; pending: bigint }): Promise<void>
}

function createArrivalLevels({
  rows,
  connectionOf,
  clock,
}: {
  rows: ArrivalRows
  connectionOf(networkId: NetworkId): Connection
  clock: Clock
}): ArrivalLevels {
  let sealedReadAt = 0

  function isOpen(arrival: Arrival, now: number, isSealedDue: boolean): boolean {
    if (arrival.level === 'sealed') return isSealedDue && now - (arrival.sealedAt ?? 0) < sealedForMs
    // A pre-confirmed one stays open however old: the browser may have been closed since.
    return !arrival.isWithdrawn || now - arrival.at < withdrawnForMs
  }

  return {
    async update(networkId, account, { sealed, pending }) {
      const now = clock.now()
      const isSealedDue = now - sealedReadAt >= sealedEveryMs
      if (isSealedDue) sealedReadAt = now
      const open = rows.list(networkId, account).filter(arrival => isOpen(arrival, now, isSealedDue))
      for (const { id, hash, level } of open)
        if (hash === null && level === 'preconfirmed' && sealed >= pending)
          rows.see(id, { isSealed: true, isGone: false })
      const hashes = [...new Set(open.flatMap(({ hash }) => (hash === null ? [] : [hash])))]
      if (hashes.length === 0) return
      for (const { hash, receipt } of await readReceipts(connectionOf(networkId), hashes)) {
        const isSealed = receipt !== null && receipt.blockHash !== null
        const sighting = {
          isSealed,
          blockNumber: isSealed ? Number(receipt.blockNumber) : undefined,
          isGone: receipt === null || !hasEffect(receipt),
        }
        for (const arrival of open) if (arrival.hash === hash) rows.see(arrival.id, sighting)
      }
    },
  }
}
