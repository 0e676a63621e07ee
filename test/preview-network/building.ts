import type { Address, Hash, Hex } from 'viem'
import type { Anvil } from './anvil.ts'
import { createBlockBuilder, type Step } from './block-builder.ts'
import { areOfBlock, areOver, holdAtBlock, holdInState } from './conditions.ts'
import type { ChainEvent } from './events.ts'
import { type Mempool, type MempoolTransaction, pick, type SenderState } from './mempool.ts'
import type { NativeExecution } from './native-execution.ts'
import { hasBegun, isPast, type NativeTransaction } from './native-order.ts'
import { gasUsed, includedIn, type OpenBlock, type Submission } from './open-block.ts'
import type { PresentReceipt } from './present.ts'

/** The block being built, and the work on it. Two of these calls must never run at the same time. */
export interface Building {
  readonly open: OpenBlock
  /** Begins an empty block; the one before must have been sealed or rolled back. */
  begin(block: OpenBlock): void
  /** Works on this Anvil from now on. */
  moveTo(anvil: Anvil): void
  /** Returns the transactions of the block, the system's first. */
  soFar(): Submission[]
  /** Returns what waits in the mempool and can be included now, in order of arrival. */
  candidates(): Promise<Submission[]>
  /** Executes the whole block anew, as one Anvil block. */
  replay(submissions: Submission[]): Promise<void>
  /** Includes what waits, and returns the event that tells of it. */
  grow(): Promise<ChainEvent>
  /**
   * The same, and leaves the block as exactly one Anvil block, ready to be sealed.
   * @param submissions what the block consists of when it was rolled back before; by default what it has
   */
  complete(submissions?: Submission[]): Promise<{ grown: ChainEvent; step: Step }>
  /** Undoes the execution of the open block, and of `sealedBlocks` blocks below it. */
  rollback(sealedBlocks: number): Promise<void>
}

/**
 * @param first the block to begin with
 * @param parts.withheld whether a transaction must stay in the mempool (a fault)
 * @param parts.forgotten called with the hash of an accepted transaction that can no longer be included
 * @param parts.replayLimit most transactions of a block that is executed anew at each step
 */
export function createBuilding(
  anvil: Anvil,
  first: OpenBlock,
  parts: {
    mempool: Mempool
    withheld(transaction: MempoolTransaction): boolean
    forgotten(hash: Hash): void
    replayLimit: number
    presentReceipt: PresentReceipt
    natives: NativeExecution
  },
): Building {
  const { mempool, natives } = parts
  let executor = anvil
  let builder = createBlockBuilder(anvil, natives)
  let open = first

  async function candidates(): Promise<Submission[]> {
    forgetOver()
    const all = mempool.all().filter(transaction => !parts.withheld(transaction))
    const busy = new Set(soFar().flatMap(({ transaction }) => transaction?.native?.sender ?? []))
    // The code of such a sender is another one until the block is sealed.
    const waiting = all.filter(
      ({ native, from, to }) => native === undefined && !busy.has(lower(from)) && (to === null || !busy.has(lower(to))),
    )
    const ready = await readyNatives(
      all.flatMap(transaction =>
        transaction.native === undefined ? [] : [{ transaction, native: transaction.native }],
      ),
    )
    if (waiting.length === 0) return ready.map(submissionOf)
    const senders = await builder.senders([...new Set<Address>(waiting.map(({ from }) => from))])
    forgetUsed(waiting, senders)
    const gasLeft = open.gasLimit - gasUsed(open.steps)
    const block = { baseFee: open.baseFee, gasLeft }
    const first = await firstOfState(waiting, senders, block)
    const others = waiting.filter(
      ({ conditions = [] }) => areOfBlock(conditions) && holdAtBlock(conditions, open.number),
    )
    const picked = pick([...(first === undefined ? [] : [first]), ...others], senders, block)
    const parties = new Set(picked.flatMap(({ from, to }) => [lower(from), ...(to === null ? [] : [lower(to)])]))
    return [...picked, ...ready.filter(({ native }) => native === undefined || !parties.has(native.sender))].map(
      submissionOf,
    )
  }

  /** @returns transactions of type 0x79 that the block can take: one of each sender, none other from or to it beside */
  async function readyNatives(
    waiting: { transaction: MempoolTransaction; native: NativeTransaction }[],
  ): Promise<MempoolTransaction[]> {
    const parties = new Set(
      soFar().flatMap(({ transaction }) =>
        transaction === undefined ? [] : [transaction.from, transaction.to ?? []].flat().map(lower),
      ),
    )
    const ready: MempoolTransaction[] = []
    for (const { transaction, native } of waiting) {
      const time = open.timestampMs ?? open.timestamp * 1_000n
      const turn = isPast(native, time) ? 'over' : await natives.isReady(executor, native)
      if (turn === 'over') {
        mempool.remove(native.hash)
        parts.forgotten(native.hash)
      }
      if (turn !== 'ready' || !hasBegun(native, time) || parties.has(native.sender)) continue
      parties.add(native.sender)
      ready.push(transaction)
    }
    return ready
  }

  /**
   * The first that waits for a state which is the present one. It is the first to be executed, so that what was true
   * when it was looked at is true for it; the others wait for the next step.
   */
  async function firstOfState(
    waiting: MempoolTransaction[],
    senders: ReadonlyMap<Address, SenderState>,
    block: { baseFee: bigint; gasLeft: bigint },
  ): Promise<MempoolTransaction | undefined> {
    for (const transaction of waiting) {
      const { conditions = [] } = transaction
      const isAboutState = !areOfBlock(conditions) && holdAtBlock(conditions, open.number)
      const isItsTurn = isAboutState && pick([transaction], senders, block).length > 0
      if (isItsTurn && (await holdInState(executor, conditions))) return transaction
    }
    return undefined
  }

  /** Drops transactions that no block can take any more by their conditions. Nobody is told. */
  function forgetOver(): void {
    for (const { hash, conditions = [] } of mempool.all()) {
      if (!areOver(conditions, open.number)) continue
      mempool.remove(hash)
      parts.forgotten(hash)
    }
  }

  function soFar(): Submission[] {
    return open.steps.length === 0
      ? open.system.map(system => ({ hash: system.hash, raw: system.raw, system }))
      : [...open.included.values()]
  }

  async function replay(submissions: Submission[]): Promise<void> {
    await builder.rollback(open.steps.length)
    open.steps = [await builder.mine(submissions, open)]
    await settle(submissions)
  }

  /** Executes only the new submissions, as a further Anvil block. */
  async function append(submissions: Submission[]): Promise<void> {
    const before = [...open.included.values()]
    open.steps = [...open.steps, await builder.mine(submissions, open)]
    await settle([...before, ...submissions])
  }

  /**
   * Reads the block's contents from Anvil. What the EVM refused goes back to the mempool if its nonce is still free.
   */
  async function settle(submissions: Submission[]): Promise<void> {
    open.included = includedIn(open, new Map(submissions.map(each => [each.hash, each])), parts.presentReceipt)
    for (const hash of open.included.keys()) mempool.remove(hash)
    const refused = submissions.flatMap(({ hash, transaction }) =>
      transaction === undefined || open.included.has(hash) ? [] : [transaction],
    )
    if (refused.length === 0) return
    for (const transaction of refused) if (mempool.get(transaction.hash) === undefined) mempool.add(transaction)
    forgetUsed(refused, await builder.senders([...new Set(refused.map(({ from }) => from))]))
  }

  /** Drops transactions whose nonce was used by another transaction or by an authorization (EIP-7702). */
  function forgetUsed(waiting: MempoolTransaction[], senders: ReadonlyMap<Address, SenderState>): void {
    for (const { hash, from, nonce, native } of waiting) {
      if (native !== undefined || nonce >= (senders.get(from)?.nonce ?? 0n)) continue
      mempool.remove(hash)
      parts.forgotten(hash)
    }
  }

  function partial(before: OpenBlock['included']): ChainEvent {
    const fresh = [...open.included.values()].filter(({ hash }) => !before.has(hash))
    const logs = [...open.included.values()].filter(({ hash }) => before.has(hash)).map(({ receipt }) => receipt.logs)
    return { kind: 'partial', number: open.number, timestamp: open.timestamp, fresh, logsBefore: logs.flat().length }
  }

  return {
    get open() {
      return open
    },
    begin(block) {
      open = block
    },
    moveTo(next) {
      executor = next
      builder = createBlockBuilder(next, natives)
    },
    soFar,
    candidates,
    replay,
    async grow() {
      const before = open.included
      const added = await candidates()
      const all = [...soFar(), ...added]
      if (open.steps.length === 0 || (added.length > 0 && all.length <= parts.replayLimit)) await replay(all)
      else if (added.length > 0) await append(added)
      return partial(before)
    },
    async complete(submissions = soFar()) {
      const before = open.included
      const added = await candidates()
      if (added.length > 0 || open.steps.length !== 1) await replay([...submissions, ...added])
      const [step] = open.steps
      if (step === undefined) throw new Error('a block that was not executed cannot be sealed')
      return { grown: partial(before), step }
    },
    async rollback(sealedBlocks) {
      await builder.rollback(open.steps.length + sealedBlocks)
      open.steps = []
    },
  }
}

function submissionOf(transaction: MempoolTransaction): Submission {
  return { hash: transaction.hash, raw: transaction.raw, transaction }
}

function lower(address: Hex): Address {
  return `0x${address.slice(2).toLowerCase()}`
}
