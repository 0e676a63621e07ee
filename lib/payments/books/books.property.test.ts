import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { type Address, type Hex, numberToHex } from 'viem'
import { expect, it } from 'vitest'
import { noFaults } from '@/lib/base/faults.fixture'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { RpcError } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import * as events from '@/lib/base/signatures/events'
import { createTransfers } from '@/lib/payments/transfers/transfers'
import { openDatabase } from '@/lib/storage/open'
import type { PaymentRequestRecord } from '@/lib/storage/payment-records'
import { booksOf } from './books'

const networkId = firstNetworkOf(7)
const address = (number: number): Address => numberToHex(number, { size: 20 })
const word = (value: bigint | Hex): Hex => numberToHex(BigInt(value), { size: 32 })
const account = address(1)
const others = [address(2), address(3)]
/** Two on the list; one that is read once it is asked for; a forger's. */
const tokens = [address(11), address(12), address(13), address(14)]
const listed = tokens.slice(0, 2)
const memos = [null, word(901n), word(902n)]

interface Deed {
  token: number
  way: 'in' | 'out' | 'self' | 'past'
  other: number
  amount: number
  memo: number
  isCapture: boolean
}
interface Move extends Deed {
  hash: Hex
  /** The index of the `Transfer` log; the log of the memo follows. */
  logIndex: number
}
interface Block {
  number: number
  hash: Hex
  moves: Move[]
}

const partiesOf = ({ way, other }: Deed): [from: Address, to: Address] => {
  const [first = account, second = account] = other === 0 ? others : others.toReversed()
  if (way === 'in') return [first, account]
  if (way === 'out') return [account, first]
  return way === 'self' ? [account, account] : [first, second]
}

/** A chain that moves tokens, and can lose its newest blocks. @param most blocks that its endpoint searches at once */
function createChain(most: number) {
  let salt = 1n
  const fresh = () => {
    salt += 1n
    return word(salt << 32n)
  }
  const emptyBlock = (number: number): Block => ({ number, hash: fresh(), moves: [] })
  const blocks = [emptyBlock(0)]
  let open = emptyBlock(1)

  function submit(deed: Deed): void {
    // Every third is in the transaction of the one before.
    const last = open.moves.at(-1)
    const hash = last !== undefined && open.moves.length % 3 === 2 ? last.hash : fresh()
    open.moves.push({ ...deed, hash, logIndex: open.moves.length * 2 })
  }
  function seal(count: number): void {
    for (let made = 0; made < count; made += 1) {
      blocks.push(open)
      open = emptyBlock(open.number + 1)
    }
  }
  function reorganise(count: number, keep: number): void {
    const gone = blocks.splice(Math.max(1, blocks.length - count))
    const deeds = [...gone, open].flatMap(({ moves }) => moves)
    open = emptyBlock(blocks.length)
    for (const [index, deed] of deeds.entries()) if (index % 4 < keep) submit(deed)
  }

  function logsOf(block: Block) {
    const isOpen = block === open
    const place = { blockNumber: numberToHex(block.number), blockHash: isOpen ? null : block.hash }
    return block.moves.flatMap(move => {
      const [from, to] = partiesOf(move)
      const token = tokens[move.token]
      const memo = memos[move.memo] ?? null
      const log = { ...place, address: token, transactionHash: move.hash }
      const transfer = { topics: [events.transfer, word(from), word(to)], data: word(BigInt(move.amount)) }
      const beside = { topics: [events.memo, word(from), memo], data: '0x' }
      return [
        { ...log, ...transfer, logIndex: numberToHex(move.logIndex) },
        ...(memo === null ? [] : [{ ...log, ...beside, logIndex: numberToHex(move.logIndex + 1) }]),
      ]
    })
  }
  function answer(method: string, [first]: readonly unknown[] = []): unknown {
    if (method === 'eth_getBlockByNumber') {
      const block = first === 'pending' ? open : first === 'latest' ? blocks.at(-1) : blocks[Number(first)]
      if (block === undefined) return null
      const rest = { parentHash: word(0n), gasLimit: '0x1', gasUsed: '0x1', transactions: [] }
      return { ...rest, number: numberToHex(block.number), hash: block.hash, timestamp: numberToHex(block.number) }
    }
    if (method !== 'eth_getLogs') throw new Error(`the model does not know ${method}`)
    const asked = first as { address: Address[]; topics: (Hex | null)[]; fromBlock: string; toBlock: string }
    const last = asked.toBlock === 'latest' ? blocks.length - 1 : Number(asked.toBlock)
    if (asked.fromBlock !== 'pending' && last - Number(asked.fromBlock) >= most)
      throw new RpcError('node-error', 'too wide')
    const wanted = asked.fromBlock === 'pending' ? [open] : blocks.slice(Number(asked.fromBlock), last + 1)
    return wanted
      .flatMap(logsOf)
      .filter(log => log.address !== undefined && asked.address.includes(log.address))
      .filter(({ topics }) => asked.topics.every((topic, index) => topic === null || topic === topics[index]))
  }
  const connection: Connection = {
    networkId,
    chainId: 7,
    request: async (method, params, schema) => schema.parse(answer(method, params)),
    passThrough: async () => null,
    batch: async calls =>
      calls.map(({ method, params }) => {
        try {
          return { ok: true, result: answer(method, params) }
        } catch (error) {
          if (error instanceof RpcError) return { ok: false, error }
          throw error
        }
      }),
    subscribe: () => Promise.reject(new Error('no socket')),
    socket: () => 'none',
    onSocket: () => () => undefined,
    others: async () => [],
    discredit: () => undefined,
    unread: () => undefined,
    isProposing: () => false,
    isDevelopment: () => false,
  }
  const moves = () => [...blocks, open].flatMap(({ number, moves }) => moves.map(move => ({ ...move, block: number })))
  return { connection, submit, seal, reorganise, moves, head: () => blocks.length - 1 }
}
type Chain = ReturnType<typeof createChain>

/** The books by hand: for each payment that came in, a look at who asked for it. */
function recount(chain: Chain, requests: readonly PaymentRequestRecord[]) {
  const isMoney = (token: Address) => listed.includes(token) || requests.some(asked => asked.token === token)
  const payments = new Map<string, string>()
  const lines: string[] = []
  const balances = new Map<string, bigint>()
  for (const move of chain.moves()) {
    const [from, to] = partiesOf(move)
    const token = tokens[move.token] ?? account
    const amount = BigInt(move.amount)
    const place = `${move.hash}:${move.logIndex}`
    if (!isMoney(token) || amount === 0n || from === to || (from !== account && to !== account)) continue
    balances.set(token, (balances.get(token) ?? 0n) + (to === account ? amount : -amount))
    if (from === account) {
      lines.push(`out ${place}`)
      continue
    }
    const memo = memos[move.memo] ?? null
    const named = requests.filter(asked => asked.token === token && asked.fromBlock < move.block && asked.memo === memo)
    const alike = named.filter(asked => (asked.amount ?? amount) === amount)
    const waiting = alike.filter(
      asked => !payments.has(asked.id) && (asked.closedBlock === undefined || move.block <= asked.closedBlock),
    )
    const [first] = waiting
    if (first !== undefined && waiting.length === 1) {
      payments.set(first.id, place)
      lines.push(`paid ${first.id} ${place}`)
    } else if (move.isCapture) lines.push(`captured ${place}`)
    else if (waiting.length > 1) lines.push(`ambiguous ${place}`)
    else if (alike.some(asked => payments.has(asked.id))) lines.push(`paid-twice ${place}`)
    else
      lines.push(`${memo !== null && named.length > 0 && alike.length === 0 ? 'other-amount' : 'no-request'} ${place}`)
  }
  return { lines: lines.sort(), balances }
}

const number = (most: number) => fc.integer({ min: 0, max: most })
const deed = fc.record({
  kind: fc.constant('deed' as const),
  token: fc.constantFrom(0, 0, 1, 2, 3),
  way: fc.constantFrom('in', 'in', 'in', 'out', 'self', 'past'),
  ...{ other: number(1), amount: number(3), memo: number(2), isCapture: fc.constant(false) },
})
const step = fc.oneof(
  { weight: 8, arbitrary: deed },
  { weight: 1, arbitrary: deed.map(each => ({ ...each, isCapture: true })) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('request' as const),
      ...{ token: fc.constantFrom(0, 0, 1, 2), amount: fc.option(fc.integer({ min: 1, max: 3 })), memo: number(2) },
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('seal' as const), blocks: fc.integer({ min: 1, max: 9 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reorganise' as const),
      ...{ blocks: fc.integer({ min: 1, max: 30 }), keep: number(4) },
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'read' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const), request: number(9) }) },
)
/** Blocks without a payment in the middle: more than the first look goes back, in some histories. */
const quiet = fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(11_000) })
const granted = fc.constantFrom(1, 3, 10, 100, 1_000, 100_000)

const steps = fc.array(step, { minLength: 10, maxLength: 80, size: 'max' })
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

const paid: Step = { kind: 'deed', token: 0, way: 'in', other: 0, amount: 2, memo: 0, isCapture: false }
/** Rare among the generated ones: a request that is paid and then paid again. */
const paidTwice: Step[] = [{ kind: 'request', token: 0, amount: 2, memo: 0 }, paid, paid, { kind: 'seal', blocks: 1 }]

it('the books equal the chain, whatever was moved, asked for, read and reorganised in which order', async () => {
  const database = await openDatabase(crypto.randomUUID())
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(steps, quiet, granted, async (steps, quietBlocks, most) => {
      for (const store of ['transfers', 'transferCursors', 'paymentRequests'] as const) await database.clear(store)
      const chain = createChain(quietBlocks > 0 ? Math.max(most, 100) : most)
      const requests: PaymentRequestRecord[] = []
      const transfers = createTransfers({
        database,
        connectionOf: () => chain.connection,
        epochOf: () => 0,
        moneyOf: async () => listed,
        startOf: async () => null,
        clock: createManualClock(),
        faults: noFaults,
      })
      for (const [index, each] of steps.entries()) {
        if (index === 20) chain.seal(quietBlocks)
        if (each.kind === 'deed') chain.submit(each)
        else if (each.kind === 'seal') chain.seal(each.blocks)
        else if (each.kind === 'reorganise') chain.reorganise(each.blocks, each.keep)
        else if (each.kind === 'read') await transfers.backfill(networkId, account)
        else if (each.kind === 'close') {
          const asked = requests[each.request]
          if (asked === undefined || asked.closedAt !== null) continue
          const closed = { ...asked, closedAt: 1, closedBlock: chain.head() }
          requests[each.request] = closed
          await database.put('paymentRequests', closed)
        } else {
          const asked: PaymentRequestRecord = {
            ...{ id: `r${requests.length}`, networkId, epoch: 0, account, label: '', closedAt: null, createdAt: 0 },
            ...{ token: tokens[each.token] ?? null, memo: memos[each.memo] ?? null, fromBlock: chain.head() },
            amount: each.amount === null ? null : BigInt(each.amount),
          }
          requests.push(asked)
          await database.put('paymentRequests', asked)
        }
      }
      do await transfers.further(networkId, account)
      while ((await transfers.reading(networkId, account)).from !== 0)
      expect(await transfers.reading(networkId, account)).toMatchObject({ to: chain.head(), failure: null })
      // A transaction captures one authorization: what else is in it is of that capture as well.
      const captured = new Map(
        chain.moves().flatMap(({ hash, isCapture }) => (isCapture ? [[hash, 'Order'] as const] : [])),
      )
      const isCaptured = ({ hash }: { hash: Hex }) => captured.has(hash)
      const byHand = recount(
        { ...chain, moves: () => chain.moves().map(move => ({ ...move, isCapture: isCaptured(move) })) },
        requests,
      )
      const books = booksOf(
        account,
        { requests, captured, returned: new Map(), spent: [] },
        await transfers.all(networkId, account),
      )
      const incoming = [...books.paid, ...books.captured, ...books.unmatched].map(({ transfer }) => transfer)
      const lines = [
        ...books.paid.map(({ request, transfer }) => `paid ${request} ${transfer.hash}:${transfer.logIndex}`),
        ...books.captured.map(({ transfer }) => `captured ${transfer.hash}:${transfer.logIndex}`),
        ...books.unmatched.map(({ reason, transfer }) => `${reason} ${transfer.hash}:${transfer.logIndex}`),
        ...books.outgoing.map(({ transfer }) => `out ${transfer.hash}:${transfer.logIndex}`),
      ]
      expect(lines.sort()).toEqual(byHand.lines)
      const balances = new Map<string, bigint>()
      const add = (token: string, amount: bigint) => balances.set(token, (balances.get(token) ?? 0n) + amount)
      for (const { token, amount } of incoming) add(token, amount)
      for (const { transfer } of books.outgoing) add(transfer.token, -transfer.amount)
      expect(balances).toEqual(byHand.balances)
      for (const line of lines) seen.add(line.split(' ')[0] ?? '')
    }),
    { numRuns: 150, examples: [[paidTwice, 0, 100]] },
  )
  // The histories had a bit of everything.
  expect([...seen].sort()).toEqual([
    ...['ambiguous', 'captured', 'no-request', 'other-amount', 'out', 'paid', 'paid-twice'],
  ])
  database.close()
}, 120_000)
