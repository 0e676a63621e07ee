import type { z } from 'zod'
import { invalidParams } from './rpc-error.ts'

/** Who asks, as far as a method may want to know. */
export interface Client {
  /** Whether from this machine. */
  isLocal: boolean
  /** Absent over HTTP, where nothing can be pushed. */
  socket?: { subscribe(params: unknown[]): string; unsubscribe(id: string): boolean }
}

export type Method = (params: unknown[], client: Client) => Promise<unknown>
export type Methods = Record<string, Method>

/** A method whose parameters are what the schema says; anything else is refused before it runs. */
export function method<Schema extends z.ZodType<unknown[]>>(
  schema: Schema,
  run: (params: z.output<Schema>, client: Client) => Promise<unknown> | unknown,
): Method {
  return async (params, client) => {
    const parsed = schema.safeParse(trimmed(params))
    if (!parsed.success) throw invalidParams(`Invalid params: ${reason(parsed.error)}`)
    return run(parsed.data, client)
  }
}

/** A trailing `null` means that the parameter is left out. */
function trimmed(params: unknown[]): unknown[] {
  const last = params.findLastIndex(param => param !== null)
  return params.slice(0, last + 1)
}

function reason({ issues }: z.ZodError): string {
  const [first] = issues
  if (first === undefined) return 'unknown'
  return first.path.length === 0 ? first.message : `${first.path.join('.')}: ${first.message}`
}
