import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { RpcError } from './rpc-error.ts'

export interface RpcCall {
  method: string
  params: unknown[]
}

/** The EVM behind the gateway, and its JSON-RPC. */
export interface Anvil {
  url: string
  /** @throws {RpcError} what Anvil answered */
  request(method: string, params: unknown[]): Promise<unknown>
  /** One round trip. Anvil works on the calls of a batch side by side: no call may rely on another one's effect. */
  batch(calls: RpcCall[]): Promise<(unknown | RpcError)[]>
  /** The same for quick calls: those made in one turn of the event loop share a round trip. */
  together(method: string, params: unknown[]): Promise<unknown>
  /** Settles when the process has ended, asked or not. */
  exited: Promise<unknown>
  stop(): Promise<void>
}

const require = createRequire(import.meta.url)
const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** The binary itself rather than the package's wrapper, which costs a second Node process. */
function binary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${architectures[process.arch] ?? process.arch}`
  return join(dirname(require.resolve(`${name}/package.json`)), 'bin', 'anvil')
}

/**
 * Keeps Anvil from outliving us even when we are killed outright: the shell holds the other end of a pipe which the
 * system closes at our death, and then ends Anvil.
 */
const guard = [
  'exec 3<&0',
  '"$0" "$@" </dev/null 3<&- & anvil=$!',
  '(cat <&3 >/dev/null; kill $anvil 2>/dev/null) & watch=$!',
  'exec 3<&-',
  "trap 'kill $anvil 2>/dev/null' TERM INT HUP",
  'wait $anvil; wait $anvil 2>/dev/null; kill $watch 2>/dev/null',
].join('\n')

export async function startAnvil(options: string[]): Promise<Anvil> {
  const child = spawn('/bin/sh', ['-c', guard, binary(), ...options, '--port', '0', '--no-request-size-limit'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // A group of its own, so that Ctrl-C in a terminal reaches the gateway alone, which then ends Anvil in order.
    detached: true,
  })
  const exited = once(child, 'exit')
  const url = await listeningAddress(child)
  const anvil = connect(url, exited, child)
  await anvil.request('anvil_setLoggingEnabled', [false])
  return anvil
}

async function listeningAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('Anvil has no standard output')
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /^Listening on (\S+)$/.exec(line) ?? []
    if (address === undefined) continue
    child.stdout.resume()
    return `http://${address}`
  }
  throw new Error('Anvil ended before it listened')
}

const responseSchema = z.object({
  id: z.number().nullable().optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
})

function connect(url: string, exited: Promise<unknown>, child: ChildProcess): Anvil {
  const post = async (body: unknown): Promise<unknown> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const outcome = (response: z.infer<typeof responseSchema>): unknown | RpcError =>
    response.error === undefined
      ? (response.result ?? null)
      : new RpcError(response.error.code, response.error.message, response.error.data)
  const batch = async (calls: RpcCall[]): Promise<(unknown | RpcError)[]> => {
    if (calls.length === 0) return []
    const body = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
    const responses = z.array(responseSchema).parse(await post(body))
    const byId = new Map(responses.map(response => [response.id, outcome(response)]))
    return calls.map((call, id) => (byId.has(id) ? byId.get(id) : new RpcError(-32603, `no answer to ${call.method}`)))
  }
  return {
    url,
    exited,
    together: sharing(batch),
    batch,
    async request(method, params) {
      const result = outcome(responseSchema.parse(await post({ jsonrpc: '2.0', id: 1, method, params })))
      if (result instanceof RpcError) throw result
      return result
    },
    async stop() {
      child.stdin?.end()
      await exited
    },
  }
}

function sharing(batch: Anvil['batch']): Anvil['together'] {
  let turn: { calls: RpcCall[]; outcomes: Promise<(unknown | RpcError)[]> } | undefined
  return async (method, params) => {
    if (turn === undefined) {
      const calls: RpcCall[] = []
      const outcomes = new Promise<void>(resolve => setImmediate(resolve)).then(() => {
        turn = undefined
        return batch(calls)
      })
      turn = { calls, outcomes }
    }
    const { calls, outcomes } = turn
    const position = calls.push({ method, params }) - 1
    const result = (await outcomes)[position]
    if (result instanceof RpcError) throw result
    return result
  }
}
