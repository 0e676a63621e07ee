import type { Address, Hash, Hex } from 'viem'
import { z } from 'zod'
import type { Anvil } from './anvil.ts'
import { type Block, blockSchema, hexSchema } from './anvil-schema.ts'
import { nextBaseFee } from './base-fee.ts'
import { createBlockBuilder } from './block-builder.ts'
import type { ChainEvent, Events } from './events.ts'
import type { Gate } from './gate.ts'
import { l1Fee } from './l1-fee.ts'
import { type Mempool, type MempoolTransaction, pick, type SenderState } from './mempool.ts'
import { gasUsed, includedIn, type OpenBlock, type Submission } from './open-block.ts'
import { presentBlock, presentReceipt } from './present.ts'
import { createSealedTransactions } from './sealed-transactions.ts'
import { isDeposit, systemTransactions } from './system-transactions.ts'

const typedSchema = z.object({ type: z.string() })

export interface SealedHead {
  number: bigint
  hash: Hash
  /** Unix seconds. */
  timestamp: bigint
  baseFee: bigint
  gasUsed: bigint
  gasLimit: bigint
}

export interface ChainSettings {
  /** Whether transactions are executed, and shown, before their block is sealed. */
  preconfirms: boolean
  /** A block of at most so many transactions is executed anew at each tick, a larger one only by what is new. */
  replayLimit: number
  /** Unix milliseconds. */
  now(): number
}

/** The sealed blocks and the one being built on them. */
export interface Chain {
  readonly anvil: Anvil
  readonly head: SealedHead
  readonly open: OpenBlock
  /** Takes what waits into the block being built. */
  tick(): Promise<void>
  /** The same, and makes the block final. */
  seal(): Promise<void>
  /** Milliseconds a sealed block's time has beyond whole seconds, where the network tells them. */
  timestampMsOf(hash: Hash): bigint | undefined
  /** The bytes of a sealed transaction. */
  rawOf(hash: Hash): Promise<Hex | undefined>
  /** What a sealed transaction paid for layer 1, in wei. */
  l1FeeOf(hash: Hash): Promise<bigint>
  /** One that was sealed lately, as it was sent. */
  sealedTransaction(hash: Hash): MempoolTransaction | undefined
  /** For what happens to a chain from outside. */
  readonly workshop: Workshop
}

/** The steps of block production, for tasks that must not run beside any other. */
export interface Workshop {
  /** Runs the task when nothing else reads or works, then tells what happened. */
  alone(task: () => Promise<ChainEvent[]>): Promise<void>
  /** The transactions of the block being built, its own first. */
  soFar(): Submission[]
  /** Executes the whole block being built anew. */
  replay(submissions: Submission[]): Promise<void>
  /** Takes what waits into the block being built. */
  grow(): Promise<ChainEvent[]>
  /** Takes what waits into the block being built, seals it and begins the next. */
  finish(): Promise<ChainEvent[]>
  /** Forgets what has been executed of the block being built, and so many sealed blocks. */
  rollback(sealedBlocks: number): Promise<void>
  /** Takes Anvil's last block for the head and begins the next on it. */
  restart(anvil: Anvil): Promise<ChainEvent[]>
}

export async function createChain(
  first: Anvil,
  parts: {
    mempool: Mempool
    gate: Gate
    events: Events
    withheld(transaction: MempoolTransaction): boolean
    /** Told of what was accepted and can never be included any more. */
    forgotten(hash: Hash): void
  },
  settings: ChainSettings,
): Promise<Chain> {
  const { mempool, gate, events } = parts
  const sealedTransactions = createSealedTransactions()
  const milliseconds = new Map<Hash, bigint>()
  let anvil = first
  let builder = createBlockBuilder(anvil)
  let head = await readHead()
  let open = nextBlock()

  async function readHead(): Promise<SealedHead> {
    return headOf(blockSchema.parse(await anvil.request('eth_getBlockByNumber', ['latest', false])))
  }

  function nextBlock(): OpenBlock {
    const number = head.number + 1n
    const { timestamp, timestampMs } = time()
    const milliseconds = timestampMs === undefined ? {} : { milliseconds: Number(timestampMs % 1000n) }
    return {
      number,
      parentHash: head.hash,
      timestamp,
      timestampMs,
      baseFee: nextBaseFee(head),
      gasLimit: head.gasLimit,
      system: systemTransactions({ number, timestamp, ...milliseconds }),
      steps: [],
      included: new Map(),
    }
  }

  /** Never before the block below; only blocks of a fifth of a second need to tell more than seconds. */
  function time(): { timestamp: bigint; timestampMs: bigint | undefined } {
    const now = BigInt(settings.now())
    const earliest = head.timestamp * 1000n
    const timestampMs = now > earliest ? now : earliest
    return { timestamp: timestampMs / 1000n, timestampMs: settings.preconfirms ? undefined : timestampMs }
  }

  async function fresh(): Promise<Submission[]> {
    const waiting = mempool.all().filter(transaction => !parts.withheld(transaction))
    if (waiting.length === 0) return []
    const senders = await builder.senders([...new Set<Address>(waiting.map(({ from }) => from))])
    forgetUsed(waiting, senders)
    const gasLeft = open.gasLimit - gasUsed(open.steps)
    const picked = pick(waiting, senders, { baseFee: open.baseFee, gasLeft })
    return picked.map(transaction => ({ hash: transaction.hash, raw: transaction.raw, transaction }))
  }

  function soFar(): Submission[] {
    return open.steps.length === 0
      ? open.system.map(system => ({ hash: system.hash, raw: system.raw, system }))
      : [...open.included.values()]
  }

  /** Executes the whole block in one of Anvil's. */
  async function replay(submissions: Submission[]): Promise<void> {
    await builder.rollback(open.steps.length)
    open.steps = [await builder.mine(submissions, open)]
    await settle(submissions)
  }

  /** Executes only what is new, on top of what has been. */
  async function append(submissions: Submission[]): Promise<void> {
    const before = [...open.included.values()]
    open.steps = [...open.steps, await builder.mine(submissions, open)]
    await settle([...before, ...submissions])
  }

  /** Reads the block off what was executed. What the EVM refused waits on, as long as its turn may still come. */
  async function settle(submissions: Submission[]): Promise<void> {
    open.included = includedIn(open.steps, open.number, new Map(submissions.map(each => [each.hash, each])))
    for (const hash of open.included.keys()) mempool.remove(hash)
    const refused = submissions.flatMap(({ hash, transaction }) =>
      transaction === undefined || open.included.has(hash) ? [] : [transaction],
    )
    if (refused.length === 0) return
    for (const transaction of refused) if (mempool.get(transaction.hash) === undefined) mempool.add(transaction)
    forgetUsed(refused, await builder.senders([...new Set(refused.map(({ from }) => from))]))
  }

  /** Forgets what has a nonce that was used: by another transaction, or by an authorization (EIP-7702). */
  function forgetUsed(waiting: MempoolTransaction[], senders: ReadonlyMap<Address, SenderState>): void {
    for (const { hash, from, nonce } of waiting) {
      if (nonce >= (senders.get(from)?.nonce ?? 0n)) continue
      mempool.remove(hash)
      parts.forgotten(hash)
    }
  }

  async function grow(): Promise<ChainEvent[]> {
    const before = open.included
    const added = await fresh()
    const all = [...soFar(), ...added]
    if (open.steps.length === 0 || (added.length > 0 && all.length <= settings.replayLimit)) await replay(all)
    else if (added.length > 0) await append(added)
    return [partial(before)]
  }

  function partial(before: OpenBlock['included']): ChainEvent {
    const added = [...open.included.values()].filter(({ hash }) => !before.has(hash))
    return { kind: 'partial', number: open.number, fresh: added }
  }

  async function finish(): Promise<ChainEvent[]> {
    if (!settings.preconfirms) open = nextBlock()
    const before = open.included
    const added = await fresh()
    if (added.length > 0 || open.steps.length !== 1) await replay([...soFar(), ...added])
    const grown = partial(before)
    const [step] = open.steps
    if (step === undefined) throw new Error('a block without anything executed cannot be sealed')
    const receipts = step.receipts.map(each =>
      presentReceipt(each, open.included.get(each.transactionHash)?.transaction?.l1Fee ?? 0n),
    )
    const block = presentBlock(step.block, open.timestampMs)
    remember(step.block)
    head = headOf(step.block)
    return [grown, { kind: 'sealed', block, receipts }, ...(await begin())]
  }

  async function begin(): Promise<ChainEvent[]> {
    open = nextBlock()
    return settings.preconfirms ? grow() : []
  }

  function remember({ hash }: Block): void {
    for (const { transaction } of open.included.values()) if (transaction) sealedTransactions.remember(transaction)
    if (open.timestampMs === undefined) return
    milliseconds.set(hash, open.timestampMs)
    const [oldest] = milliseconds.keys()
    if (milliseconds.size > 10_000 && oldest !== undefined) milliseconds.delete(oldest)
  }

  async function rawOf(hash: Hash): Promise<Hex | undefined> {
    const known = sealedTransactions.get(hash)
    if (known !== undefined) return known.raw
    // Anvil aborts when it is asked to encode a deposit.
    const { type } = typedSchema.safeParse(await anvil.request('eth_getTransactionByHash', [hash])).data ?? {}
    if (type === undefined || type.toLowerCase() === '0x7e') return undefined
    const found = hexSchema.safeParse(await anvil.request('eth_getRawTransactionByHash', [hash]))
    return found.success ? found.data : undefined
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
      return open
    },
    tick: () => (settings.preconfirms ? alone(grow) : Promise.resolve()),
    seal: () => alone(finish),
    timestampMsOf: hash => milliseconds.get(hash),
    rawOf,
    async l1FeeOf(hash) {
      const known = sealedTransactions.get(hash)
      if (known !== undefined) return known.l1Fee
      const raw = await rawOf(hash)
      return raw === undefined || isDeposit(raw) ? 0n : l1Fee(raw)
    },
    sealedTransaction: hash => sealedTransactions.get(hash),
    workshop: {
      alone,
      soFar,
      replay,
      grow,
      finish,
      async rollback(sealedBlocks) {
        await builder.rollback(open.steps.length + sealedBlocks)
        open.steps = []
      },
      async restart(next) {
        if (next !== anvil) sealedTransactions.clear()
        anvil = next
        builder = createBlockBuilder(anvil)
        head = await readHead()
        return begin()
      },
    },
  }
}

function headOf(block: Block): SealedHead {
  return {
    number: BigInt(block.number),
    hash: block.hash,
    timestamp: BigInt(block.timestamp),
    baseFee: BigInt(block.baseFeePerGas),
    gasUsed: BigInt(block.gasUsed),
    gasLimit: BigInt(block.gasLimit),
  }
}
