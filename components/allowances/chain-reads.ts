import type { Address, Hex } from 'viem'
import type * as z from 'zod/mini'
import type { Client } from '@/components/client'
import { Failure } from '@/lib/base/failure'
import { toQuantity } from '@/lib/base/hex'
import { hexSchema, quantitySchema } from '@/lib/base/hex-schemas'
import type { NetworkId } from '@/lib/base/network-id'
import type { ProcedureInput } from '@/lib/language/ui'
import { grantLogsSchema, grantTopics } from '@/lib/reading/calls/grants'

type Reads = ProcedureInput<'chain.read'>['calls']
type Answers = ({ result: unknown } | { failure: Failure })[]

/** Asks a node several things at once. Answers come in the order of the calls. */
export type Read = (calls: Reads) => Promise<Answers>

/** Reads of the scan, each answer checked. */
export interface ChainReads {
  /**
   * The newest block's number.
   *
   * @throws Failure
   */
  latest(): Promise<bigint>
  /**
   * The approval events of the owner in the blocks `from` to `to`.
   *
   * @throws Failure
   */
  logs(from: bigint, to: bigint): Promise<z.infer<typeof grantLogsSchema>>
  /**
   * The results of calls on the pending state; `null` for a call that its contract refuses.
   *
   * @throws Failure where the endpoint does not answer
   */
  call(calls: readonly { to: Address; data: Hex }[]): Promise<(Hex | null)[]>
}

/** Calls in one message. */
const mostReads = 90

/** Reads through the worker, on one network. */
export function readThrough(client: Client, networkId: NetworkId): Read {
  return async calls => {
    const { results } = await client.call('chain.read', { networkId, calls })
    return results.map(answer =>
      answer.ok ? { result: answer.result } : { failure: new Failure(answer.failure.code, answer.failure.details) },
    )
  }
}

export function createChainReads({ read, owner }: { read: Read; owner: Address }): ChainReads {
  return {
    async latest() {
      const [answer] = await read([{ method: 'eth_blockNumber', params: [] }])
      if (answer === undefined || 'failure' in answer) throw answer?.failure ?? new Failure('unknown')
      return BigInt(quantitySchema.parse(answer.result))
    },
    async logs(from, to) {
      const filter = { fromBlock: toQuantity(from), toBlock: toQuantity(to), topics: grantTopics(owner) }
      const [answer] = await read([{ method: 'eth_getLogs', params: [filter] }])
      if (answer === undefined) throw new Failure('unknown')
      if ('failure' in answer) throw answer.failure
      const parsed = grantLogsSchema.safeParse(answer.result)
      if (!parsed.success) throw new Failure('endpoint-not-json-rpc')
      return parsed.data
    },
    async call(calls) {
      const answers: (Hex | null)[] = []
      for (let start = 0; start < calls.length; start += mostReads) {
        const piece = calls.slice(start, start + mostReads)
        const items = await read(
          piece.map(({ to, data }) => ({
            method: 'eth_call' as const,
            params: [{ from: owner, to, data }, 'pending'],
          })),
        )
        for (const item of items) {
          if ('failure' in item && isOfEndpoint(item.failure)) throw item.failure
          const data = 'result' in item ? hexSchema.safeParse(item.result) : undefined
          answers.push(data?.success === true ? data.data : null)
        }
      }
      return answers
    },
  }
}

/** Whether the endpoint failed and not the call, so that other calls would fail too. */
function isOfEndpoint({ code }: Failure): boolean {
  return code === 'endpoint-unreachable' || code === 'endpoint-rate-limited' || code === 'endpoint-wrong-chain'
}
