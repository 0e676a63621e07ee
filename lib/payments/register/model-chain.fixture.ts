import type { Address, Hash, Hex } from 'viem'
import { encodeCall } from '@/lib/base/abi'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import { permit2Address } from '@/lib/reading/calls/published-contracts'
import { dollar, payee, payer, taker } from './signed.fixture'

/**
 * A chain as small as it can be while a ledger cannot tell: one token with EIP-3009 and EIP-2612, and Permit2. It runs
 * what is submitted in order, refuses what the contracts would refuse, and can lose its newest blocks. What became of
 * each signature follows from what was run, not from logs.
 */
export type Deed =
  | { kind: 'take'; index: number }
  | { kind: 'cancel'; index: number }
  | { kind: 'permit'; index: number }
  | { kind: 'pull'; amount: number }
  | { kind: 'approve'; amount: number }
  | { kind: 'settle'; index: number; amount: number }
  | { kind: 'invalidate'; index: number }
  | { kind: 'transfer'; amount: number }

/** What tests sign for it; `bytes` is the signature. */
export interface Signed {
  authorizations: { nonce: Hex; value: bigint; validBefore: bigint }[]
  permits: { nonce: bigint; value: bigint; deadline: bigint; bytes: Hex }[]
  transfers: { nonce: bigint; most: bigint; deadline: bigint; bytes: Hex }[]
}

export interface Fate {
  state: 'live' | 'used' | 'partly-used' | 'cancelled' | 'expired'
  used: bigint
  remaining: bigint
}

interface Log {
  address: Address
  topics: Hex[]
  data: Hex
  hash: Hash
  logIndex: number
}
interface Transaction {
  hash: Hash
  from: Address
  to: Address
  input: Hex
}
interface State {
  spent: Map<Hex, 'used' | 'cancelled'>
  permitNonce: bigint
  allowance: bigint
  /** Which permit made the allowance that there is, and what each had taken. */
  allowedBy: number | null
  registered: Set<number>
  pulled: Map<number, bigint>
  bits: Map<bigint, bigint | 'void'>
}
interface Block {
  number: number
  hash: Hash
  timestamp: number
  deeds: Deed[]
  logs: Log[]
  transactions: Transaction[]
  state: State
}

const word = (value: bigint | Hex): string => encodeCall('0x', [value]).slice(2)
const topic = (value: bigint | Hex): Hex => `0x${word(value)}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const usedTopic = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const canceledTopic = '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81'
const invalidationTopic = '0x3704902f963766a4e561bbaab6e6cdc1b1dd12f6e9e99648da8843b3f46b918d'

/** Settles transfers through Permit2; nobody has an allowance for it. */
const proxy: Address = '0x9407000000000000000000000000000000000009'

export const genesisTime = 1_000
export const secondsPerBlock = 2

const nothing = (): State => ({
  spent: new Map(),
  permitNonce: 0n,
  allowance: 0n,
  allowedBy: null,
  registered: new Set(),
  pulled: new Map(),
  bits: new Map(),
})
const copyOf = (state: State): State => ({
  ...state,
  spent: new Map(state.spent),
  registered: new Set(state.registered),
  pulled: new Map(state.pulled),
  bits: new Map(state.bits),
})

export function createModelChain(signed: Signed, chainId: number) {
  let salt = 0
  const blocks: Block[] = [emptyBlock(0, genesisTime, nothing())]
  let open: Block = emptyBlock(1, genesisTime + secondsPerBlock, nothing())
  let requests = 0

  function emptyBlock(number: number, timestamp: number, state: State): Block {
    salt += 1
    const hash: Hash = topic(BigInt(number) * 1_000_003n + BigInt(salt))
    return { number, hash, timestamp, deeds: [], logs: [], transactions: [], state: copyOf(state) }
  }

  function head(): Block {
    const block = blocks.at(-1)
    if (block === undefined) throw new Error('there is always a block')
    return block
  }

  /** Into the open block; what the contracts refuse leaves nothing. */
  function submit(deed: Deed): void {
    salt += 1
    const hash: Hash = topic(BigInt(salt) << 64n)
    const logs: Omit<Log, 'hash' | 'logIndex'>[] = []
    const transaction = run(deed, open.state, BigInt(open.timestamp), logs)
    if (transaction === null) return
    open.deeds.push(deed)
    open.transactions.push({ ...transaction, hash })
    const first = open.logs.length
    open.logs.push(...logs.map((log, index) => ({ ...log, hash, logIndex: first + index })))
  }

  function run(
    deed: Deed,
    state: State,
    time: bigint,
    logs: Omit<Log, 'hash' | 'logIndex'>[],
  ): Omit<Transaction, 'hash'> | null {
    const emit = (address: Address, topics: Hex[], ...words: (bigint | Hex)[]) =>
      logs.push({ address, topics, data: `0x${words.map(word).join('')}` })
    const move = (to: Address, amount: bigint) => emit(dollar, [transferTopic, topic(payer), topic(to)], amount)
    const sent = (from: Address, to: Address, input: Hex = '0x'): Omit<Transaction, 'hash'> => ({ from, to, input })
    switch (deed.kind) {
      case 'take': {
        const authorization = signed.authorizations[deed.index]
        if (authorization === undefined || state.spent.has(authorization.nonce) || time >= authorization.validBefore)
          return null
        state.spent.set(authorization.nonce, 'used')
        emit(dollar, [usedTopic, topic(payer), authorization.nonce])
        move(payee, authorization.value)
        return sent(taker, dollar)
      }
      case 'cancel': {
        const authorization = signed.authorizations[deed.index]
        if (authorization === undefined || state.spent.has(authorization.nonce)) return null
        state.spent.set(authorization.nonce, 'cancelled')
        emit(dollar, [canceledTopic, topic(payer), authorization.nonce])
        return sent(taker, dollar)
      }
      case 'permit': {
        const permit = signed.permits[deed.index]
        if (permit === undefined || permit.nonce !== state.permitNonce || time >= permit.deadline) return null
        state.permitNonce += 1n
        state.allowance = permit.value
        state.allowedBy = deed.index
        state.registered.add(deed.index)
        emit(dollar, [approvalTopic, topic(payer), topic(taker)], permit.value)
        return sent(payee, dollar, `0xd505accf${permit.bytes.slice(2)}`)
      }
      case 'pull': {
        const amount = BigInt(deed.amount)
        if (amount === 0n || amount > state.allowance) return null
        state.allowance -= amount
        if (state.allowedBy !== null)
          state.pulled.set(state.allowedBy, (state.pulled.get(state.allowedBy) ?? 0n) + amount)
        move(payee, amount)
        return sent(taker, dollar)
      }
      case 'approve':
        state.allowance = BigInt(deed.amount)
        state.allowedBy = null
        emit(dollar, [approvalTopic, topic(payer), topic(taker)], state.allowance)
        return sent(payer, dollar)
      case 'settle': {
        const transfer = signed.transfers[deed.index]
        const amount = BigInt(deed.amount)
        if (
          transfer === undefined ||
          state.bits.has(transfer.nonce) ||
          amount > transfer.most ||
          time >= transfer.deadline
        )
          return null
        state.bits.set(transfer.nonce, amount)
        move(payee, amount)
        return sent(payee, proxy, `0x1234${transfer.bytes.slice(2)}`)
      }
      case 'invalidate': {
        const transfer = signed.transfers[deed.index]
        if (transfer === undefined) return null
        if (!state.bits.has(transfer.nonce)) state.bits.set(transfer.nonce, 'void')
        emit(permit2Address, [invalidationTopic, topic(payer)], transfer.nonce >> 8n, 1n << (transfer.nonce & 255n))
        return sent(payer, permit2Address)
      }
      case 'transfer':
        move(payee, BigInt(deed.amount))
        return sent(payer, dollar)
    }
  }

  function seal(): void {
    blocks.push(open)
    open = emptyBlock(open.number + 1, open.timestamp + secondsPerBlock, open.state)
  }

  /** The newest blocks are gone, and what was open with them; `kept` of what they had is submitted again. */
  function reorganise(count: number, kept: (deed: Deed) => boolean): void {
    const gone = blocks.splice(Math.max(1, blocks.length - count)).flatMap(({ deeds }) => deeds)
    open = emptyBlock(head().number + 1, head().timestamp + secondsPerBlock, head().state)
    for (const deed of gone.filter(kept)) submit(deed)
  }

  function fates(state: State, time: bigint): { authorizations: Fate[]; permits: Fate[]; transfers: Fate[] } {
    const ended = (name: Fate['state'], used = 0n): Fate => ({ state: name, used, remaining: 0n })
    return {
      authorizations: signed.authorizations.map(({ nonce, value, validBefore }) => {
        const spent = state.spent.get(nonce)
        if (spent === 'used') return ended('used', value)
        if (spent === 'cancelled') return ended('cancelled')
        return time >= validBefore ? ended('expired') : { state: 'live', used: 0n, remaining: value }
      }),
      permits: signed.permits.map(({ nonce, value, deadline }, index) => {
        const used = state.pulled.get(index) ?? 0n
        if (state.registered.has(index)) {
          if (state.allowedBy !== index) return ended(used >= value ? 'used' : 'cancelled', used)
          if (used >= value) return ended('used', used)
          return { state: used > 0n ? 'partly-used' : 'live', used, remaining: value - used }
        }
        if (state.permitNonce > nonce) return ended('cancelled')
        return time >= deadline ? ended('expired') : { state: 'live', used: 0n, remaining: value }
      }),
      transfers: signed.transfers.map(({ nonce, most, deadline }) => {
        const bit = state.bits.get(nonce)
        if (bit === 'void') return ended('cancelled')
        if (bit !== undefined) return ended('used', bit)
        return time >= deadline ? ended('expired') : { state: 'live', used: 0n, remaining: most }
      }),
    }
  }

  // ---- The same chain, as an endpoint tells of it
  // ------------------------------------------------------------------------------

  const quantity = (value: number | bigint): Hex => `0x${value.toString(16)}`

  function blockAt(tag: string): Block | undefined {
    if (tag === 'latest') return head()
    if (tag === 'finalized') return blocks[Math.max(0, blocks.length - 1 - finality)]
    return blocks[Number(tag)]
  }

  function answer(method: string, params: readonly unknown[]): unknown {
    requests += 1
    if (method === 'eth_getBlockByNumber') {
      const block = blockAt(String(params[0]))
      if (block === undefined) return null
      const { number, hash, timestamp } = block
      const rest = { parentHash: topic(0n), gasLimit: '0x1', gasUsed: '0x1', transactions: [] }
      return { number: quantity(number), hash, timestamp: quantity(timestamp), ...rest }
    }
    if (method === 'eth_call') return call(params)
    if (method === 'eth_getLogs')
      return logsOf(
        params[0] as { fromBlock: string; toBlock: string; address?: Address[]; topics: (Hex[] | Hex | null)[] },
      )
    if (method === 'eth_getTransactionByHash') {
      const found = [...blocks, open].flatMap(({ transactions }) => transactions).find(({ hash }) => hash === params[0])
      if (found === undefined) return null
      const { hash, from, to, input } = found
      // Every other one is of a native account (EIP-8130), which has its call inside.
      if (BigInt(hash) % 2n === 0n) return { type: '0x79', hash, from, tx: { calls: [[{ to, data: input }]] } }
      return { ...found, nonce: '0x0', value: '0x0', gas: '0x0', blockHash: null, blockNumber: null }
    }
    throw new Error(`the model does not know ${method}`)
  }

  function call([request, tag]: readonly unknown[]): Hex {
    const { to, data } = request as { to: Address; data: Hex }
    const state = tag === 'pending' ? open.state : head().state
    const [selector, last] = [data.slice(0, 10), `0x${data.slice(-64)}` as Hex]
    if (to === permit2Address) {
      const bits = [...state.bits.keys()].filter(nonce => nonce >> 8n === BigInt(last))
      return topic(bits.reduce((map, nonce) => map | (1n << (nonce & 255n)), 0n))
    }
    if (selector === '0xe94a0102') return topic(state.spent.has(last) ? 1n : 0n)
    if (selector === '0x7ecebe00') return topic(state.permitNonce)
    return topic(state.allowance)
  }

  function logsOf(filter: {
    fromBlock: string
    toBlock: string
    address?: Address[]
    topics: (Hex[] | Hex | null)[]
  }): unknown[] {
    const isOpen = filter.fromBlock === 'pending'
    const last = filter.toBlock === 'latest' ? head().number : Number(filter.toBlock)
    const wanted = isOpen ? [open] : blocks.filter(({ number }) => number >= Number(filter.fromBlock) && number <= last)
    return wanted.flatMap(block =>
      block.logs
        .filter(({ address }) => filter.address?.includes(address) !== false)
        .filter(({ topics }) =>
          filter.topics.every((slot, index) => slot === null || [slot].flat().includes(topics[index] ?? '0x')),
        )
        .map(({ hash, logIndex, ...log }) => ({
          ...log,
          transactionHash: hash,
          logIndex: quantity(logIndex),
          blockNumber: quantity(block.number),
          blockHash: isOpen ? null : block.hash,
        })),
    )
  }

  const connection: Connection = {
    networkId: firstNetworkOf(chainId),
    chainId,
    request: async (method, params, schema) => schema.parse(answer(method, params)),
    passThrough: async (method, params) => answer(method, params as unknown[]),
    batch: async calls => calls.map(({ method, params }) => ({ ok: true, result: answer(method, params) })),
    subscribe: () => Promise.reject(new Error('no socket')),
    socket: () => 'none',
    onSocket: () => () => undefined,
    others: async () => [],
    discredit: () => undefined,
    unread: () => undefined,
    isProposing: () => false,
    isDevelopment: () => false,
  }

  return {
    connection,
    submit,
    seal,
    reorganise,
    head,
    requests: () => requests,
    /** The fates on the sealed chain, and with the open block. */
    sealed: (time: bigint) => fates(head().state, time),
    pending: (time: bigint) => fates(open.state, time),
  }
}

/** Blocks behind the head from which on nothing changes. */
export const finality = 20
