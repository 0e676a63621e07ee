import { parseJson } from '@/lib/base/json'
import { classify, RpcError, toRpcError } from '@/lib/base/rpc/errors'
import type { BatchItem, RequestOptions } from '@/lib/base/rpc/types'
import { type Door, defaultTimeoutMs } from './door'
import { encodeRequest, hasEffect, parseReply, type RpcRequest } from './envelope'

/** JSON-RPC over HTTP to one endpoint. */
export interface HttpClient {
  /** @throws RpcError */
  call(call: RpcRequest, options?: RequestOptions): Promise<unknown>
  /** @returns the items in order, each with its own result or error. @throws RpcError where no item has an answer */
  batch(calls: readonly RpcRequest[], options?: RequestOptions): Promise<BatchItem[]>
}

/** Gateways take about 100 calls in one body; 50 is well below that. */
const largestBatch = 50
/**
 * Browsers hold six connections to a host (HTTP/1.1), and a request that waits for one uses up its time limit. One is
 * left for what is urgent.
 */
const mostUnderWay = 5
/** So many refusals in a row are no passing error; then one batch of so many is sent together again. */
const believed = 3
const triedAgainAfter = 50
/** What endpoints say of a batch with too many calls; beside the status 413 (RFC 9110 §15.5.14). */
const ofSize = /^(?=.*batch)(?=.*(?:too|size|limit|exceed|max))(?!.*(?:rate|second))/is

export function createHttpClient({ door, url }: { door: Door; url: string }): HttpClient {
  let lastId = 0
  /** Batches refused in a row, and those sent in more than one body because of what was refused. */
  let refusals = 0
  let spared = 0
  /** Calls in one body: fewer where the endpoint refused so many. */
  let most = largestBatch
  let underWay = 0
  /** Single calls that wait until fewer requests are under way, and then go together. */
  const waiting: { request: RpcRequest; take(answer: Promise<BatchItem | undefined>): void }[] = []

  async function post(body: unknown, options: RequestOptions) {
    underWay += 1
    try {
      const response = await door.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: options.signal,
        timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
      })
      const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'))
      return { status: response.status, retryAfterMs, value: parseJson(response.body) }
    } finally {
      underWay -= 1
      if (underWay < mostUnderWay && waiting.length > 0) sendWaiting()
    }
  }

  function sendWaiting(): void {
    const sent = waiting.splice(0, most)
    const items = together(
      sent.map(({ request }) => request),
      {},
    )
    for (const [index, { take }] of sent.entries()) take(items.then(each => each[index]))
  }

  async function call(request: RpcRequest, options: RequestOptions = {}): Promise<unknown> {
    const mayWait = !hasEffect(request) && options.signal === undefined && options.timeoutMs === undefined
    if (underWay < mostUnderWay || !mayWait) return alone(request, options)
    const item = await new Promise<BatchItem | undefined>(take => waiting.push({ request, take }))
    if (item?.ok !== true) throw toRpcError(item?.error)
    return item.result
  }

  async function alone(request: RpcRequest, options: RequestOptions): Promise<unknown> {
    const id = ++lastId
    const { status, retryAfterMs, value } = await post(encodeRequest(id, request), options)
    const reply = parseReply(value, status, retryAfterMs, () => request.method)
    if (reply === null) throw noReply(status, retryAfterMs)
    if (!reply.outcome.ok) throw reply.outcome.error
    if (reply.id !== id) throw new RpcError('invalid-reply', 'The endpoint answered another request')
    return reply.outcome.result
  }

  async function oneByOne(calls: readonly RpcRequest[], options: RequestOptions): Promise<BatchItem[]> {
    const settled = await Promise.allSettled(calls.map(request => call(request, options)))
    const items = settled.map(
      (outcome): BatchItem =>
        outcome.status === 'fulfilled'
          ? { ok: true, result: outcome.value }
          : { ok: false, error: toRpcError(outcome.reason) },
    )
    return items
  }

  async function together(calls: readonly RpcRequest[], options: RequestOptions): Promise<BatchItem[]> {
    if (calls.length === 1) return oneByOne(calls, options)
    const ids = calls.map(() => ++lastId)
    const body = calls.map((request, index) => encodeRequest(ids[index] ?? 0, request))
    const { status, retryAfterMs, value } = await post(body, options)
    // Some answer with a list of one error.
    const [first, ...more] = Array.isArray(value) ? value : [value]
    const reply = more.length === 0 ? parseReply(first, status, retryAfterMs) : null
    if (!Array.isArray(value) || reply?.outcome.ok === false) {
      const refusal = reply?.outcome.ok === false ? reply.outcome.error : null
      if (status === 413 || refusal?.code === -32014 || ofSize.test(refusal?.message ?? '')) {
        most = Math.min(most, calls.length >> 1)
        return inParts(calls, options)
      }
      if (reply === null) throw noReply(status, retryAfterMs)
      if (reply.outcome.ok) throw new RpcError('invalid-reply', 'The endpoint answered a batch with a single result')
      const { error } = reply.outcome
      // One error for the whole batch. Unless it is about load, this endpoint may refuse batches.
      if (error.kind === 'rate-limited' || error.kind === 'unavailable') throw error
      refusals += 1
      if (refusals >= believed) most = 1
      return oneByOne(calls, options)
    }
    refusals = 0
    const answers = new Map<number | string, BatchItem>()
    const methods = new Map<unknown, string>(ids.map((id, index) => [id, calls[index]?.method ?? '']))
    for (const item of value) {
      const reply = parseReply(item, status, retryAfterMs, id => methods.get(id))
      if (reply?.id != null) answers.set(reply.id, reply.outcome)
    }
    return ids.map(
      id =>
        answers.get(id) ?? {
          ok: false,
          error: new RpcError('invalid-reply', 'The endpoint left a call of a batch unanswered'),
        },
    )
  }

  async function inParts(calls: readonly RpcRequest[], options: RequestOptions): Promise<BatchItem[]> {
    const parts: (readonly RpcRequest[])[] = []
    for (let start = 0; start < calls.length; start += most) parts.push(calls.slice(start, start + most))
    return (await Promise.all(parts.map(part => together(part, options)))).flat()
  }

  return {
    call,
    async batch(calls, options = {}) {
      if (most < Math.min(calls.length, largestBatch) && ++spared % triedAgainAfter === 0) most = largestBatch
      return inParts(calls, options)
    },
  }
}

/** @returns the error for an answer that is no JSON-RPC: by its status load, outage, or `not-json-rpc` */
function noReply(status: number, retryAfterMs: number | null): RpcError {
  const kind = classify({ code: null, message: '', status })
  return kind === 'node-error'
    ? new RpcError('not-json-rpc', `The endpoint did not answer JSON-RPC (HTTP ${status})`)
    : new RpcError(kind, `HTTP ${status}`, { retryAfterMs })
}

/** @returns ms from now, from seconds or a date, at most an hour. @see RFC 9110 §10.2.3 */
function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, 3_600_000) : null
}
