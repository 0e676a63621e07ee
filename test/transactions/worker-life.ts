import { type Hex, keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { createDrafts } from '@/lib/activity/sending/drafts'
import type { Locks } from '@/lib/activity/sending/nonce-slot'
import { createTransactions } from '@/lib/activity/sending/transactions'
import type { Barrier, TransactionSigner, Transactions } from '@/lib/activity/sending/types'
import { createTokens, type Tokens } from '@/lib/activity/tokens/tokens'
import { type Clock, systemClock } from '@/lib/base/clock'
import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { RowCipher } from '@/lib/base/row-cipher'
import type { Connection } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import type { ConfirmationWatcher } from '@/lib/chain/watching/types'
import { createConfirmationWatcher } from '@/lib/chain/watching/watcher'
import { createApprovals, type PersistentApprovals } from '@/lib/decisions/approvals/approvals'
import { createRowCipher } from '@/lib/keys/vault/row-cipher'
import { withEncryptedRows } from '@/lib/storage/encrypted/database'
import { encryptedStore } from '@/lib/storage/encrypted/store'
import { openDatabase } from '@/lib/storage/open'
import { connectTo, type Whereabouts } from './connect'

/** One life of the worker: everything it has in memory. The database and the network outlive it. */
export interface WorkerLife {
  transactions: Transactions
  approvals: PersistentApprovals
  tokens: Tokens
  networks: Networks
  connection: Connection
  watcher: ConfirmationWatcher
  faults: unknown[]
  /** The wallet is locked; its records cannot be read. */
  lock(): void
  unlock(): Promise<void>
  /** Ends the worker as the browser does: in the middle of anything, without a word to anybody. */
  kill(): void
}

export interface LifeOptions extends Whereabouts {
  databaseName: string
  account: PrivateKeyAccount
  /** Another account of the same wallet. */
  otherAccount?: PrivateKeyAccount
  barrier?: Barrier
  /** Stands between the wallet and the endpoint, to lose or delay what passes. */
  through?: (connection: Connection) => Connection
}

export async function beginLife(options: LifeOptions): Promise<WorkerLife> {
  const { databaseName, chainId, account } = options
  const never = new Promise<never>(() => undefined)
  let isDead = false
  // Nothing a dead worker began ever goes on.
  const alive = <T>(work: Promise<T>): Promise<T> =>
    isDead
      ? never
      : work.then(
          value => (isDead ? never : value),
          error => (isDead ? never : Promise.reject(error)),
        )
  const clock: Clock = {
    now: systemClock.now,
    after: (ms, task) => systemClock.after(ms, () => isDead || task()),
  }
  const faults: unknown[] = []
  const seen = recordFaults()
  const key = createRowCipher(new Uint8Array(Buffer.from(databaseName.padEnd(32).slice(0, 32))))
  let cipher: RowCipher | null = key
  const raw = await openDatabase(databaseName)
  const database = withEncryptedRows(raw, {
    cipher: () => cipher,
    encryptedStore,
    onUnreadable: (store, row) => void faults.push(new Error(`${store} ${row} does not open`)),
  })
  const { networks, connection: real } = await connectTo(options, { database, clock })
  const mortal: Connection = {
    ...real,
    request: (...call) => alive(real.request(...call)),
    batch: (...calls) => alive(real.batch(...calls)),
    passThrough: (...call) => alive(real.passThrough(...call)),
  }
  const connection = options.through?.(mortal) ?? mortal
  const network = networks.get(firstNetworkOf(chainId))
  if (network === undefined) throw new Error('the network was not added')
  const watcher = createConfirmationWatcher({
    connection: real,
    network,
    clock,
    keepAlive: { hold: () => () => undefined },
    faults: seen,
    checkGenesis: () => networks.checkGenesis(firstNetworkOf(chainId)),
    onEpoch: listener => networks.onEpoch((id, epoch) => id === firstNetworkOf(chainId) && listener(epoch)),
  })
  const approvals = createApprovals({
    database,
    clock,
    faults: seen,
    chainIdOf: networks.chainIdOf,
    networkRisks: async () => [],
  })
  const tokens = createTokens({ database, connectionOf: () => connection, faults: seen })
  const transactions = createTransactions({
    database,
    approvals,
    connectionOf: () => connection,
    watcherOf: () => watcher,
    epochOf: networks.epoch,
    signer: signWith(account, options.otherAccount ?? account, approvals),
    clock,
    locks: createLocks(),
    isOwnAccount: async address => address === account.address.toLowerCase(),
    createDrafts,
    barrier: step => alive(options.barrier?.(step) ?? Promise.resolve()),
    faults: { report: (_where, error) => void (isDead || faults.push(error)) },
  })
  return {
    transactions,
    approvals,
    tokens,
    networks,
    connection,
    watcher,
    faults,
    lock() {
      cipher = null
      transactions.locked()
    },
    async unlock() {
      cipher = key
      await transactions.unlocked()
    },
    kill() {
      isDead = true
      watcher.stop()
      networks.stop()
      database.close()
    },
  }
}

export function signWith(
  account: PrivateKeyAccount,
  otherAccount: PrivateKeyAccount,
  approvals: PersistentApprovals,
): TransactionSigner {
  return {
    async signTransaction(approvalId, { from: _from, to, ...transaction }) {
      await approvals.verify(approvalId)
      const raw: Hex = await account.signTransaction({ ...transaction, ...(to === null ? {} : { to }) })
      return { raw, hash: keccak256(raw) }
    },
    async signSetCode(approvalId, { from: _from, authority, delegate, ...transaction }) {
      await approvals.verify(approvalId)
      const { chainId } = transaction
      const by = authority === undefined ? account : otherAccount
      const nonce = authority?.nonce ?? transaction.nonce + 1
      const authorization = await by.signAuthorization({ chainId, contractAddress: delegate, nonce })
      const raw: Hex = await account.signTransaction({
        ...transaction,
        authorizationList: [authorization],
        type: 'eip7702',
      })
      return { raw, hash: keccak256(raw) }
    },
  }
}

/** Web Locks of one worker; a dead worker's are free again. */
export function createLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>()
  return {
    request(name, callback) {
      const result = (tails.get(name) ?? Promise.resolve()).then(callback, callback)
      tails.set(name, result)
      return result
    },
  }
}

/** Resolves once the transaction can be decided on, and approves it. */
export async function approve({ approvals }: Pick<WorkerLife, 'approvals'>, approvalId: string): Promise<void> {
  const ready = async (): Promise<Hex> => {
    for (;;) {
      const changed = new Promise<unknown>(resolve => {
        const stop = approvals.onChange(approval => {
          if (approval.id !== approvalId) return
          stop()
          resolve(approval)
        })
      })
      const approval = await approvals.get(approvalId)
      if (approval?.shown.feeCeiling != null) return approval.digest
      await changed
    }
  }
  await approvals.approve(approvalId, await ready(), {})
}

/**
 * A worker that never gets past a step of its own, to be killed there.
 * @returns the barrier of its life, and when the step is reached
 */
export function dyingAt(deadly: string): { barrier: Barrier; reached: Promise<void> } {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  return {
    reached,
    async barrier(step) {
      if (step !== deadly) return
      resolve()
      await new Promise(() => undefined)
    },
  }
}
