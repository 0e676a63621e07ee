import type { Address, Hex } from 'viem'
import type * as z from 'zod/mini'
import type { Client } from '@/components/client'
import {
  type Grant,
  type GrantState,
  grantKey,
  grantLogsSchema,
  grantTopics,
  readGrant,
  readState,
  revocations,
  stateCalls,
} from '@/lib/decoding/grants'
import type { ProcedureInput } from '@/lib/messaging/ui'
import { readBytes32String, readSingleString, readSingleWord } from '@/lib/values/abi'
import { Failure } from '@/lib/values/failure'
import { cleanForeignText } from '@/lib/values/foreign-text'
import { hexSchema, quantitySchema, toQuantity } from '@/lib/values/hex'
import * as selectors from '@/lib/values/signatures/selectors'

export interface Allowance {
  key: string
  grant: Grant
  state: GrantState
  /** The block of the newest event that told of it. */
  grantedIn: bigint
}

export interface TokenFacts {
  symbol: string
  /** `null` for what is not counted in units. */
  decimals: number | null
}

export interface ScanState {
  status: 'idle' | 'running' | 'done' | 'failed'
  /** What stands in the way, if `failed`. */
  failure: Failure | null
  /** Newest block looked at; `null` before anything was. */
  newest: bigint | null
  /** Everything from here to `newest` was looked at; 0 when all was. */
  oldest: bigint | null
  /** Still in force, unlimited ones first. */
  allowances: readonly Allowance[]
  tokens: ReadonlyMap<Address, TokenFacts>
}

type Reads = ProcedureInput<'chain.read'>['calls']
type Answers = ({ result: unknown } | { failure: Failure })[]
export type Read = (calls: Reads) => Promise<Answers>

export interface Scan {
  state(): ScanState
  onChange(listener: () => void): () => void
  /** Looks at what is new, asks for what is in force now, then goes on into the past until all is looked at or `stop`. */
  run(): Promise<void>
  stop(): void
  /**
   * The call that takes an allowance back, tried out first: some tokens refuse the plain one.
   * @throws Failure when the chain cannot be asked
   */
  revocation(allowance: Allowance): Promise<{ to: Address; data: Hex }>
}

/** Ranges an endpoint grants vary between a few hundred blocks and all of them: begun here, doubled as long as it agrees, halved when not. */
const firstSpan = 5_000n
const widestSpan = 500_000n
const narrowestSpan = 64n
const mostReads = 90

export function readThrough(client: Client, chainId: number): Read {
  return async calls => {
    const { results } = await client.call('chain.read', { chainId, calls })
    return results.map(answer =>
      answer.ok ? { result: answer.result } : { failure: new Failure(answer.failure.code, answer.failure.details) },
    )
  }
}

/** Finds what an account has allowed others, from the newest block back to the first. Nothing runs but between `run` and its end. */
export function createScan({ read, owner }: { read: Read; owner: Address }): Scan {
  const listeners = new Set<() => void>()
  const grants = new Map<string, { grant: Grant; grantedIn: bigint }>()
  const states = new Map<string, GrantState>()
  let tokens: ReadonlyMap<Address, TokenFacts> = new Map()
  let state: ScanState = { status: 'idle', failure: null, newest: null, oldest: null, allowances: [], tokens }
  let span = firstSpan
  let ceiling = widestSpan
  /** Counts the runs: an older one that still waits for an answer ends when it has it. */
  let turn = 0

  function change(part: Partial<ScanState>): void {
    const allowances = [...states]
      .flatMap(([key, current]) => {
        const known = grants.get(key)
        return known === undefined ? [] : [{ key, ...known, state: current }]
      })
      .sort(
        (left, right) =>
          Number(right.state.isUnlimited) - Number(left.state.isUnlimited) || Number(right.grantedIn - left.grantedIn),
      )
    state = { ...state, ...part, allowances, tokens }
    for (const listener of listeners) listener()
  }

  /** Of blocks `from` to `to`. @throws Failure */
  async function logs(from: bigint, to: bigint): Promise<z.infer<typeof grantLogsSchema>> {
    const filter = { fromBlock: toQuantity(from), toBlock: toQuantity(to), topics: grantTopics(owner) }
    const [answer] = await read([{ method: 'eth_getLogs', params: [filter] }])
    if (answer === undefined) throw new Failure('unknown')
    if ('failure' in answer) throw answer.failure
    const parsed = grantLogsSchema.safeParse(answer.result)
    if (!parsed.success) throw new Failure('endpoint-not-json-rpc')
    return parsed.data
  }

  async function latest(): Promise<bigint> {
    const [answer] = await read([{ method: 'eth_blockNumber', params: [] }])
    if (answer === undefined || 'failure' in answer) throw answer?.failure ?? new Failure('unknown')
    return BigInt(quantitySchema.parse(answer.result))
  }

  /** In pieces that fit one message. Of an item that its contract refuses to answer, `null`. */
  async function call(calls: readonly { to: Address; data: Hex }[]): Promise<(Hex | null)[]> {
    const answers: (Hex | null)[] = []
    for (let start = 0; start < calls.length; start += mostReads) {
      const piece = calls.slice(start, start + mostReads)
      const items = await read(
        piece.map(({ to, data }) => ({ method: 'eth_call' as const, params: [{ from: owner, to, data }, 'pending'] })),
      )
      for (const item of items) {
        if ('failure' in item && isOfEndpoint(item.failure)) throw item.failure
        const data = 'result' in item ? hexSchema.safeParse(item.result) : undefined
        answers.push(data?.success === true ? data.data : null)
      }
    }
    return answers
  }

  async function readStates(keys: readonly string[]): Promise<void> {
    const asked = keys.flatMap(key => {
      const grant = grants.get(key)?.grant
      return grant === undefined ? [] : [{ key, grant, calls: stateCalls(grant, owner) }]
    })
    const answers = await call(asked.flatMap(({ calls }) => calls))
    const now = BigInt(Math.floor(Date.now() / 1_000))
    let at = 0
    for (const { key, grant, calls } of asked) {
      const current = readState(grant, owner, answers.slice(at, at + calls.length), now)
      at += calls.length
      if (current === null) states.delete(key)
      else states.set(key, current)
    }
    await readTokens()
  }

  async function readTokens(): Promise<void> {
    const missing = new Set(
      [...states.keys()].flatMap(key => {
        const token = grants.get(key)?.grant.token
        return token === undefined || tokens.has(token) ? [] : [token]
      }),
    )
    if (missing.size === 0) return
    const answers = await call(
      [...missing].flatMap((to): { to: Address; data: Hex }[] => [
        { to, data: selectors.symbol },
        { to, data: selectors.decimals },
      ]),
    )
    const learnt = new Map(tokens)
    for (const [index, token] of [...missing].entries()) {
      const symbol = answers[index * 2] ?? '0x'
      const decimals = readSingleWord(answers[index * 2 + 1] ?? '0x')
      learnt.set(token, {
        symbol: cleanForeignText(readSingleString(symbol) ?? readBytes32String(symbol) ?? '', 12),
        decimals: decimals === null || decimals > 36n ? null : Number(decimals),
      })
    }
    tokens = learnt
  }

  async function look(from: bigint, to: bigint): Promise<void> {
    const found = new Set<string>()
    for (const log of await logs(from, to)) {
      const grant = readGrant(log)
      if (grant === null) continue
      const key = grantKey(grant)
      const grantedIn = log.blockNumber === null ? to : BigInt(log.blockNumber)
      const known = grants.get(key)
      if (known === undefined) found.add(key)
      if (known === undefined || known.grantedIn < grantedIn) grants.set(key, { grant, grantedIn })
    }
    await readStates([...found])
  }

  /** A range the endpoint agrees to, that ends at `to` and does not begin below `floor`. Resolves with where it began. */
  async function lookBack(to: bigint, floor: bigint): Promise<bigint> {
    for (;;) {
      const from = to - span + 1n < floor ? floor : to - span + 1n
      try {
        await look(from, to)
        span = span * 2n > ceiling ? ceiling : span * 2n
        return from
      } catch (error) {
        // Too wide, too many results, too slow: whatever it says, less of it may go.
        if (!(error instanceof Failure) || !mayGoNarrower(error) || span <= narrowestSpan) throw error
        span = span / 2n < narrowestSpan ? narrowestSpan : span / 2n
        ceiling = span
      }
    }
  }

  async function go(mine: number): Promise<void> {
    const isOver = () => mine !== turn
    const head = await latest()
    if (isOver()) return
    const known = state.newest
    // What was found before is asked for first: it may have been revoked meanwhile.
    await readStates([...grants.keys()])
    if (isOver()) return
    change({})
    if (known !== null && head > known) {
      for (let to = head; to > known; ) {
        const from = await lookBack(to, known + 1n)
        if (isOver()) return
        to = from - 1n
      }
      change({ newest: head })
    }
    let next = known === null ? head : (state.oldest ?? 0n) - 1n
    while (next >= 0n) {
      const from = await lookBack(next, 0n)
      if (isOver()) return
      change({ oldest: from, newest: state.newest ?? head })
      next = from - 1n
    }
    change({ status: 'done' })
  }

  return {
    state: () => state,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async run() {
      turn += 1
      const mine = turn
      change({ status: 'running', failure: null })
      try {
        await go(mine)
      } catch (error) {
        if (mine !== turn) return
        change({ status: 'failed', failure: error instanceof Failure ? error : new Failure('unknown') })
      }
    },
    stop() {
      turn += 1
      if (state.status === 'running') change({ status: 'idle' })
    },
    async revocation({ grant, state: current }) {
      const choices = revocations(grant, current)
      const [plain] = choices
      if (plain === undefined) throw new Failure('unknown')
      if (choices.length === 1) return plain
      const tried = await call(choices)
      return choices.find((_, index) => tried[index] != null) ?? plain
    },
  }
}

/** Another range, or another call, will not help. */
function isOfEndpoint({ code }: Failure): boolean {
  return code === 'endpoint-unreachable' || code === 'endpoint-rate-limited' || code === 'endpoint-wrong-chain'
}

function mayGoNarrower({ code, details }: Failure): boolean {
  // A limit on ranges or results comes under many names; «too many requests» and «timed out» are among them.
  return details.kind !== 'unreachable' && code !== 'endpoint-wrong-chain' && code !== 'locked'
}
