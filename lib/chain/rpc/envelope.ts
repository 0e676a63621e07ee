import * as z from 'zod/mini'
import { classify, RpcError } from '@/lib/base/rpc/errors'

/** JSON-RPC 2.0 envelopes, over HTTP and over a socket. */

/** Characters of an error text that are kept: it is stored and shown. */
const longest = 1_000
/** Characters of an error's data that are passed on: a contract's reason is far below that. */
const longestData = 100_000

export interface RpcRequest {
  method: string
  params: unknown
}

/** @returns whether the call has an effect outside the wallet: it goes to verified endpoints only, and at once */
export function hasEffect({ method }: RpcRequest): boolean {
  return method.startsWith('eth_send')
}

const idSchema = z.lazy(() => z.union([z.number(), z.string(), z.null()]))
const errorSchema = z.lazy(() =>
  z.object({
    code: z.catch(z.nullable(z.number()), null),
    message: z.catch(z.string(), ''),
    data: z.optional(z.unknown()),
  }),
)
const replySchema = z.lazy(() =>
  z.object({
    id: z.optional(idSchema),
    result: z.optional(z.unknown()),
    error: z.optional(z.nullable(errorSchema)),
  }),
)
const notificationSchema = z.lazy(() =>
  z.object({
    method: z.literal('eth_subscription'),
    params: z.object({ subscription: z.union([z.string(), z.number()]), result: z.unknown() }),
  }),
)

export interface Reply {
  /** `null` where the endpoint does not say which request it answers. */
  id: number | string | null
  outcome: { ok: true; result: unknown } | { ok: false; error: RpcError }
}

/** A message of a subscription. */
export interface Notification {
  subscription: string
  result: unknown
}

export function encodeRequest(
  id: number,
  call: RpcRequest,
): { jsonrpc: '2.0'; id: number; method: string; params: unknown } {
  return { jsonrpc: '2.0', id, method: call.method, params: call.params }
}

/**
 * @returns the reply, or `null` if the value is not one
 * @param status the HTTP status; `null` over a socket
 * @param methodOf the method that was called with this id
 */
export function parseReply(
  value: unknown,
  status: number | null,
  retryAfterMs: number | null = null,
  methodOf: (id: Reply['id']) => string | undefined = () => undefined,
): Reply | null {
  const parsed = replySchema.safeParse(value)
  if (!parsed.success) return null
  const { id = null, error } = parsed.data
  if (error) {
    const { length } = error.message
    const whole = error.message || 'The endpoint refused without a reason'
    const message = length > longest ? `${whole.slice(0, longest)}… (cut, ${length} characters)` : whole
    const kind = classify({ code: error.code, message, status, method: methodOf(id) })
    const data = JSON.stringify(error.data ?? null).length > longestData ? undefined : error.data
    const details = { code: error.code, data, retryAfterMs }
    return { id, outcome: { ok: false, error: new RpcError(kind, message, details) } }
  }
  // Without `error` and without `result` this is no reply.
  if (parsed.data.result === undefined) return null
  return { id, outcome: { ok: true, result: parsed.data.result } }
}

export function parseNotification(value: unknown): Notification | null {
  const parsed = notificationSchema.safeParse(value)
  if (!parsed.success) return null
  return { subscription: String(parsed.data.params.subscription), result: parsed.data.params.result }
}

/**
 * @returns `result`, parsed by the schema
 * @throws RpcError `invalid-reply`, whose data is the path to the field in question
 */
export function parseResult<T>(method: string, result: unknown, schema: z.ZodMiniType<T>): T {
  const parsed = schema.safeParse(result)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.map(String).join('.') ?? ''
  throw new RpcError(
    'invalid-reply',
    `The endpoint's answer to ${method} makes no sense${where ? ` (at ${where})` : ''}`,
    { data: where },
  )
}
