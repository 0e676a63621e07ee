import type { Address, Hash, Hex } from 'viem'
import type { Anvil } from './anvil.ts'
import { type Block, blockSchema } from './anvil-schema.ts'
import { nextBaseFee } from './base-fee.ts'
import { createBlockBuilder } from './block-builder.ts'
import type { ChainEvent, Events } from './events.ts'
import type { Gate } from './gate.ts'
import { type Mempool, pick } from './mempool.ts'
import { gasUsed, includedIn, type OpenBlock, type Submission } from './open-block.ts'
import { presentBlock, presentReceipt } from './present.ts'
import { createRawTransactions } from './raw-transactions.ts'
import { systemTransactions } from './system-transactions.ts'

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
  readonly head: SealedHead
  readonly open: OpenBlock
  /** Takes what waits into the block being built. */
  tick(): Promise<void>
  /** The same, and makes the block final. */
  seal(): Promise<void>
  /** For what must not run beside a tick: the task may change Anvil as it likes, and the block is built anew after it. */
  rebuild(task: () => Promise<ChainEvent[]>): Promise<void>
  /** Milliseconds a sealed block's time has beyond whole seconds, where the network tells them. */
  timestampMsOf(hash: Hash): bigint | undefined
  /** The bytes of a sealed transaction. */
  rawOf(hash: Hash): Promise<Hex | undefined>
  readonly anvil: Anvil
}

export async function createChain(
  world: { anvil: Anvil },
  parts: { mempool: Mempool; gate: Gate; events: Events; withheld(hash: Hash): boolean },
  settings: ChainSettings,
): Promise<Chain> {
  const { mempool, gate, events } = parts
  const builder = createBlockBuilder(world.anvil)
  const raws = createRawTransactions()
  const milliseconds = new Map<Hash, bigint>()
  let head = await readHead()
  let open = nextBlock()

  async function readHead(): Promise<SealedHead> {
    return headOf(blockSchema.parse(await world.anvil.request('eth_getBlockByNumber', ['latest', false])))
  }

  function nextBlock(): OpenBlock {
    const number = head.number + 1n
    const { timestamp, timestampMs } = time()
    const baseFee = nextBaseFee(head)
    const context = {
      number,
      timestamp,
      ...(timestampMs === undefined ? {} : { milliseconds: Number(timestampMs % 1000n) }),
    }
    const system = systemTransactions(context)
    const parentHash = head.hash
    return {
      number,
      parentHash,
      timestamp,
      timestampMs,
      baseFee,
      gasLimit: head.gasLimit,
      system,
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
    const waiting = mempool.all().filter(({ hash }) => !parts.withheld(hash))
    if (waiting.length === 0) return []
    const senders = await builder.senders([...new Set<Address>(waiting.map(({ from }) => from))])
    const gasLeft = open.gasLimit - gasUsed(open.steps)
    const picked = pick(waiting, senders, { baseFee: open.baseFee, gasLeft })
    return picked.map(transaction => ({ hash: transaction.hash, raw: transaction.raw, transaction }))
  }

  function soFar(): Submission[] {
    return open.steps.length === 0
      ? open.system.map(system => ({ hash: system.hash, raw: system.raw, system }))
      : [...open.included.values()]
  }

  /** Executes the whole block anew, in one of Anvil's. */
  async function replay(submissions: Submission[]): Promise<void> {
    await builder.rollback(open.steps.length)
    open.steps = [await builder.mine(bytes(submissions), open)]
    settle(submissions)
  }

  /** Executes only what is new, on top of what has been. */
  async function append(submissions: Submission[]): Promise<void> {
    const before = [...open.included.values()]
    open.steps = [...open.steps, await builder.mine(bytes(submissions), open)]
    settle([...before, ...submissions])
  }

  /** Reads the block off what was executed. What the EVM refused is forgotten, or waits again if it had been in. */
  function settle(submissions: Submission[]): void {
    const before = open.included
    open.included = includedIn(open.steps, open.number, new Map(submissions.map(each => [each.hash, each])))
    for (const { hash, transaction } of submissions) {
      if (transaction === undefined) continue
      const isIn = open.included.has(hash)
      if (isIn || !before.has(hash)) mempool.remove(hash)
      else mempool.add(transaction)
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
    const [step] = open.steps
    if (step === undefined) throw new Error('a block without anything executed cannot be sealed')
    const sealed = presentBlock(step.block, open.timestampMs)
    const receipts = step.receipts.map(receipt =>
      presentReceipt(receipt, open.included.get(receipt.transactionHash)?.raw),
    )
    const grown = partial(before)
    for (const { hash, raw } of open.included.values()) raws.remember(hash, raw)
    if (open.timestampMs !== undefined) remember(step.block.hash, open.timestampMs)
    head = headOf(step.block)
    open = nextBlock()
    const begun = settings.preconfirms ? await grow() : []
    return [grown, { kind: 'sealed', block: sealed, receipts }, ...begun]
  }

  function remember(hash: Hash, timestampMs: bigint): void {
    milliseconds.set(hash, timestampMs)
    const [oldest] = milliseconds.keys()
    if (milliseconds.size > 10_000 && oldest !== undefined) milliseconds.delete(oldest)
  }

  async function alone(task: () => Promise<ChainEvent[]>): Promise<void> {
    const happened = await gate.write(task)
    for (const event of happened) events.emit(event)
  }

  if (settings.preconfirms) await grow()

  return {
    get head() {
      return head
    },
    get open() {
      return open
    },
    get anvil() {
      return world.anvil
    },
    tick: () => (settings.preconfirms ? alone(grow) : Promise.resolve()),
    seal: () => alone(finish),
    async rebuild(task) {
      await alone(async () => {
        const happened = await task()
        head = await readHead()
        open = nextBlock()
        return [...happened, ...(settings.preconfirms ? await grow() : [])]
      })
    },
    timestampMsOf: hash => milliseconds.get(hash),
    rawOf: hash => raws.of(world.anvil, hash),
  }
}

function bytes(submissions: Submission[]): Hex[] {
  return submissions.map(({ raw }) => raw)
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
