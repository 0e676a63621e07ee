import { z } from 'zod'
import { invalidParams } from './rpc-error.ts'

/** The sender of a request. */
export interface Client {
  /** Whether the request comes from this machine. */
  isLocal: boolean
  /** Which of the nodes behind the address gets the request; undefined: there is one. */
  backend?: number | undefined
  /** Absent over HTTP, where nothing can be pushed. */
  socket?: { subscribe(params: unknown[]): string; unsubscribe(id: string): boolean } | undefined
}

export type Method = (params: unknown[], client: Client) => Promise<unknown>
export type Methods = Record<string, Method>

/** Returns a method that refuses parameters which do not match the schema, with -32602, and ignores more of them. */
export function method<Schema extends z.ZodType<unknown[]>>(
  schema: Schema,
  run: (params: z.output<Schema>, client: Client) => Promise<unknown> | unknown,
): Method {
  return async (params, client) => {
    const most = schema instanceof z.ZodTuple ? schema.def.items.length : params.length
    const parsed = schema.safeParse(trimmed(params.slice(0, most)))
    if (!parsed.success) throw invalidParams(`Invalid params: ${reason(parsed.error)}`)
    return run(parsed.data, client)
  }
}

/** A trailing `null` stands for a parameter that is left out. */
function trimmed(params: unknown[]): unknown[] {
  const last = params.findLastIndex(param => param !== null)
  return params.slice(0, last + 1)
}

function reason({ issues }: z.ZodError): string {
  const [first] = issues
  if (first === undefined) return 'unknown'
  return first.path.length === 0 ? first.message : `${first.path.join('.')}: ${first.message}`
}
