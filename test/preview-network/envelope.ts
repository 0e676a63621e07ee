import { z } from 'zod'
import type { Client } from './method.ts'
import type { GatewayTraits } from './modes.ts'
import { RpcError } from './rpc-error.ts'

/** Returns the result of one call. @throws {RpcError} */
export type Dispatch = (method: string, params: unknown[], client: Client) => Promise<unknown>

/** The answer must not reach the client: the transport breaks the connection instead. */
export class LostReply extends Error {}

type Id = string | number | null

export type Response =
  | { jsonrpc: '2.0'; id: Id; result: unknown }
  | { jsonrpc: '2.0'; id: Id; error: { code: number; message: string; data?: unknown } }

/** The answer to a request: without a body for notifications, and with the status that HTTP has for the case. */
export interface Reply {
  status: 200 | 204 | 400 | 413 | 500
  body?: Response | Partial<Response>[]
}

/** How a batch fails instead of being answered; see `fault-schema.ts`. */
export interface BatchFailure {
  failure: 'http-500' | 'error-object' | 'missing-answer' | 'missing-id'
}

/** Most calls of one batch. */
export const mostCalls = 100

const idSchema = z.union([z.string(), z.number(), z.null()])

/** Stands before the digits of an id that a JSON number of JavaScript cannot hold. */
const digitsOf = 'digits of '
const longId = /("id"\s*:\s*)(-?\d{16,})(?=\s*[,}])/g
const longIdTold = new RegExp(`("id":)"${digitsOf}(-?\\d+)"`, 'g')

/** The JSON of an answer, with each id as the request had it. */
export function encode(body: unknown): string {
  return JSON.stringify(body).replace(longIdTold, '$1$2')
}
const requestSchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  method: z.string().min(1),
  params: z.array(z.unknown()).nullish(),
  id: idSchema.optional(),
})

/** What answers a request: the methods, who asks, and what the gateway before them lets through. */
export interface Answering {
  dispatch: Dispatch
  client: Client
  gateway: Pick<GatewayTraits, 'wantsIds' | 'takesBatches'>
  /** Returns how the next batch fails, if it does. */
  batchFailure(): BatchFailure | null
}

/**
 * Returns the answer to a request of JSON-RPC 2.0: one call, or a batch, whose answers keep its order.
 * @param text the body of the request
 * @throws {LostReply} when the answer must not reach the client
 */
export async function answer(text: string, answering: Answering): Promise<Reply> {
  let body: unknown
  try {
    body = JSON.parse(text.replace(longId, `$1"${digitsOf}$2"`))
  } catch {
    return { status: 400, body: failure(null, parseError()) }
  }
  if (Array.isArray(body)) {
    if (!answering.gateway.takesBatches) return { status: 200, body: failure(null, parseError()) }
    return failing(await answerBatch(body, answering), answering.batchFailure)
  }
  const response = await answerOne(body, answering)
  if (response === undefined) return { status: 204 }
  const isInvalid = 'error' in response && response.error.code === -32600
  return { status: isInvalid ? 400 : 200, body: response }
}

const parseError = () => new RpcError(-32700, 'Parse error')

async function answerBatch(calls: unknown[], answering: Answering): Promise<Reply> {
  if (calls.length === 0) return { status: 400, body: failure(null, invalid('must specify at least one batch call')) }
  if (calls.length > mostCalls) {
    return { status: 413, body: failure(null, new RpcError(-32014, 'too many RPC calls in batch request')) }
  }
  const responses = await Promise.all(calls.map(call => answerOne(call, answering)))
  const body = responses.filter(response => response !== undefined)
  return body.length === 0 ? { status: 204 } : { status: 200, body }
}

/** The answers as they arrive when the batch fails. Batches that were refused anyway stay as they are. */
function failing(reply: Reply, batchFailure: () => BatchFailure | null): Reply {
  if (!Array.isArray(reply.body)) return reply
  const last = reply.body.at(-1) ?? {}
  const others = reply.body.slice(0, -1)
  switch (batchFailure()?.failure) {
    case 'http-500':
      return { status: 500, body: failure(null, new RpcError(-32603, 'Internal error')) }
    case 'error-object':
      return { status: 200, body: failure(null, new RpcError(-32603, 'Internal error')) }
    case 'missing-answer':
      return { status: 200, body: others }
    case 'missing-id': {
      const { id: _, ...rest } = last
      return { status: 200, body: [...others, rest] }
    }
    case undefined:
      return reply
  }
}

/** Returns undefined for a notification, which has no answer. */
async function answerOne(call: unknown, { dispatch, client, gateway }: Answering): Promise<Response | undefined> {
  const request = requestSchema.safeParse(call)
  if (!request.success) return failure(idOf(call), refusal(call))
  const { id, method, params } = request.data
  if (id === undefined && gateway.wantsIds) return failure(null, invalid('no ID specified'))
  try {
    const result = await dispatch(method, params ?? [], client)
    return id === undefined ? undefined : { jsonrpc: '2.0', id, result: result ?? null }
  } catch (error) {
    if (error instanceof LostReply) throw error
    return id === undefined ? undefined : failure(id, error)
  }
}

/** Returns the methods that a request calls, as far as its body can be read. */
export function methodsIn(text: string): string[] {
  try {
    const named = z.looseObject({ method: z.string() })
    const calls: unknown = JSON.parse(text)
    return [calls].flat().flatMap(call => named.safeParse(call).data?.method ?? [])
  } catch {
    return []
  }
}

function idOf(call: unknown): Id {
  const parsed = z.looseObject({ id: idSchema }).safeParse(call)
  return parsed.success ? parsed.data.id : null
}

function refusal(call: unknown): RpcError {
  const envelope = z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string().min(1), id: idSchema.optional() })
  // The envelope is right: `params` is wrong, which the service takes by position only.
  return envelope.safeParse(call).success ? new RpcError(-32602, 'Invalid params') : invalid('Invalid Request')
}

function invalid(message: string): RpcError {
  return new RpcError(-32600, message)
}

function failure(id: Id, error: unknown): Response {
  if (!(error instanceof RpcError)) {
    const message = error instanceof Error ? error.message : String(error)
    return { jsonrpc: '2.0', id, error: { code: -32603, message: `Internal error: ${message}` } }
  }
  const { code, message, data } = error
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
}
