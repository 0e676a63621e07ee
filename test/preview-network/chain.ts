import type { Hash, Hex } from 'viem'
import type { Anvil } from './anvil.ts'
import { blockSchema, type Log, type Receipt } from './anvil-schema.ts'
import { createBuilding } from './building.ts'
import type { ChainEvent, Events } from './events.ts'
import type { Gate } from './gate.ts'
import type { Mempool, MempoolTransaction } from './mempool.ts'
import { type ModeTraits, pricesOf } from './modes.ts'
import type { NativeExecution } from './native-execution.ts'
import { type OpenBlock, openBlockAfter, type Submission } from './open-block.ts'
import { createReceiptPresenter, presentBlock, presentLog, withMilliseconds } from './present.ts'
import { type SealedHead, sealedHeadOf } from './sealed-head.ts'
import { createSealedRecord } from './sealed-record.ts'

export interface ChainSettings {
  mode: ModeTraits
  /** A block of at most this many transactions is executed anew at each tick; a larger one only by its new ones. */
  replayLimit: number
  /** Returns Unix milliseconds. */
  now(): number
}

/** The sealed blocks and the one being built on them. */
export interface Chain {
  readonly anvil: Anvil
  readonly head: SealedHead
  readonly open: OpenBlock
  /** Includes what waits in the block being built. Does nothing where blocks are only executed when sealed. */
  tick(): Promise<void>
  /** Includes what waits, and seals the block. */
  seal(): Promise<void>
  /** Returns Unix milliseconds of a sealed block, or undefined where headers have no `timestampMs`. */
  timestampMsOf(hash: Hash): bigint | undefined
  /** Returns the signed bytes of a sealed transaction. */
  rawOf(hash: Hash): Promise<Hex | undefined>
  /** Returns a transaction sealed lately, as it was sent. */
  sealedTransaction(hash: Hash): MempoolTransaction | undefined
  /** Returns a receipt of Anvil's for a sealed block as the service writes it. */
  sealedReceipt(receipt: Receipt): Promise<Receipt>
  /** Returns a log of Anvil's from a sealed block as the service writes it. */
  sealedLog(log: Log): Log
  /** The steps of block production, for disruptions. */
  readonly workshop: Workshop
}

/** The steps of block production. All but `alone` may only be called inside the task given to `alone`. */
export interface Workshop {
  /** Runs the task while no read and no other task runs, then emits the events it returns. */
  alone(task: () => Promise<ChainEvent[]>): Promise<void>
  /** Returns the transactions of the block being built, the system's first. */
  soFar(): Submission[]
  /** Returns what waits in the mempool and the next block would include. */
  candidates(): Promise<Submission[]>
  /** Executes the whole block being built anew. */
  replay(submissions: Submission[]): Promise<void>
  /** Executes the block being built again after a rollback, where the network shows it before it is sealed. */
  resume(submissions: Submission[]): Promise<void>
  /**
   * Includes what waits, seals the block and begins the next.
   * @param submissions what the block consists of when it was rolled back before; by default what it has
   */
  finish(submissions?: Submission[]): Promise<ChainEvent[]>
  /** Undoes the execution of the block being built, and of this many sealed blocks. */
  rollback(sealedBlocks: number): Promise<void>
  /** Takes Anvil's last block for the head and begins the next on it. */
  restart(anvil: Anvil): Promise<ChainEvent[]>
  /** Sets the base fee of the next block that is begun, in wei per gas. Later ones follow from it (EIP-1559). */
  priceNext(baseFee: bigint): void
}

export interface ChainParts {
  mempool: Mempool
  gate: Gate
  events: Events
  /** Whether a transaction must stay in the mempool. */
  withheld(transaction: MempoolTransaction): boolean
  /** Called with the hash of an accepted transaction that can never be included any more. */
  forgotten(hash: Hash): void
  natives: NativeExecution
}

/** Returns a chain that continues from the last block of this Anvil. */
export async function createChain(first: Anvil, parts: ChainParts, settings: ChainSettings): Promise<Chain> {
  const { gate, events } = parts
  const { preconfirms, tellsMilliseconds, isOpStack, l1Prices } = settings.mode
  const prices = pricesOf(settings.mode)
  const record = createSealedRecord()
  const presentReceipt = createReceiptPresenter(l1Prices)
  let anvil = first
  let head = await readHead()
  let forcedBaseFee: bigint | undefined
  const { replayLimit } = settings
  const building = createBuilding(anvil, nextBlock(), { ...parts, replayLimit, presentReceipt })

  async function readHead(): Promise<SealedHead> {
    return sealedHeadOf(blockSchema.parse(await anvil.request('eth_getBlockByNumber', ['latest', false])))
  }

  function nextBlock(): OpenBlock {
    const baseFee = forcedBaseFee
    forcedBaseFee = undefined
    const deposits = isOpStack ? prices : undefined
    return openBlockAfter(head, { now: settings.now(), baseFee, tellsMilliseconds, deposits })
  }

  async function finish(submissions?: Submission[]): Promise<ChainEvent[]> {
    // A block that was not shown before has the time at which it is sealed.
    if (!preconfirms) building.begin(nextBlock())
    const { grown, step } = await building.complete(preconfirms ? submissions : undefined)
    const { open } = building
    record.remember(open, step.block.hash)
    const receipts = step.receipts.map(each =>
      placedReceipt(presentReceipt(each, open.included.get(each.transactionHash)?.transaction?.l1Size)),
    )
    head = sealedHeadOf(step.block)
    const block = presentBlock(step.block, open.timestampMs)
    return [grown, { kind: 'sealed', block, receipts }, ...(await begin())]
  }

  const placed = <T extends Log | Receipt>(told: T): T =>
    told.blockHash === null ? told : withMilliseconds(told, record.timestampMsOf(told.blockHash))
  const placedReceipt = (receipt: Receipt) => ({ ...placed(receipt), logs: receipt.logs.map(placed) })

  async function begin(): Promise<ChainEvent[]> {
    building.begin(nextBlock())
    return preconfirms ? [await building.grow()] : []
  }

  async function alone(task: () => Promise<ChainEvent[]>): Promise<void> {
    const happened = await gate.write(task)
    for (const event of happened) events.emit(event)
  }

  await begin()

  return {
    get anvil() {
      return anvil
    },
    get head() {
      return head
    },
    get open() {
      return building.open
    },
    tick: () => (preconfirms ? alone(async () => [await building.grow()]) : Promise.resolve()),
    seal: () => alone(() => finish()),
    timestampMsOf: record.timestampMsOf,
    rawOf: hash => record.rawOf(hash, anvil),
    sealedTransaction: record.transaction,
    sealedReceipt: async receipt =>
      placedReceipt(presentReceipt(receipt, await record.l1SizeOf(receipt.transactionHash, anvil))),
    sealedLog: log => placed(presentLog(log)),
    workshop: {
      alone,
      soFar: building.soFar,
      candidates: building.candidates,
      replay: building.replay,
      resume: submissions => (preconfirms ? building.replay(submissions) : Promise.resolve()),
      finish,
      rollback: building.rollback,
      async restart(next) {
        if (next !== anvil) record.clear()
        anvil = next
        building.moveTo(anvil)
        head = await readHead()
        return begin()
      },
      priceNext(baseFee) {
        forcedBaseFee = baseFee
      },
    },
  }
}
