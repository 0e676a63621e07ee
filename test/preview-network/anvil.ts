import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { findAnvil, isWanted, versionOf, wantedVersion } from './anvil-binary.ts'
import { AnvilStartError, AnvilVersionError } from './errors.ts'
import { postJson } from './post.ts'
import { RpcError } from './rpc-error.ts'

export interface RpcCall {
  method: string
  params: unknown[]
}

/** The EVM behind the gateway, and its JSON-RPC. */
export interface Anvil {
  url: string
  /** Returns Anvil's answer. @throws {RpcError} with Anvil's error */
  request(method: string, params: unknown[]): Promise<unknown>
  /**
   * Returns the answers of one round trip. Anvil works on the calls side by side: none may rely on another one's
   * effect.
   */
  batch(calls: RpcCall[]): Promise<(unknown | RpcError)[]>
  /** Like `request`; calls made in one turn of the event loop share a round trip. */
  together(method: string, params: unknown[]): Promise<unknown>
  /** Resolves when the process has ended, for whatever reason. */
  exited: Promise<unknown>
  stop(): Promise<void>
}

/**
 * Keeps Anvil from outliving this process even when that is killed: the shell holds the other end of a pipe which the
 * system closes when the process dies, and then ends Anvil.
 */
const guard = [
  'exec 3<&0',
  '"$0" "$@" </dev/null 3<&- & anvil=$!',
  '(cat <&3 >/dev/null; kill $anvil 2>/dev/null) & watch=$!',
  'exec 3<&-',
  "trap 'kill $anvil 2>/dev/null' TERM INT HUP",
  'wait $anvil; wait $anvil 2>/dev/null; kill $watch 2>/dev/null',
].join('\n')

/** Milliseconds in which Anvil must listen. */
const startLimit = 30_000

/**
 * Starts Anvil on a free port, as a child that ends with this process.
 * @param options Anvil's command-line arguments
 * @param path the binary; by default the npm package's, then the one on the PATH
 * @throws {AnvilMissingError} when there is none
 * @throws {AnvilVersionError} when it is not of the wanted version
 * @throws {AnvilStartError} when it does not start
 */
export async function startAnvil(options: string[], path?: string): Promise<Anvil> {
  const binary = await findAnvil(path)
  const child = spawn('/bin/sh', ['-c', guard, binary, ...options, '--port', '0', '--no-request-size-limit'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // A process group of its own: Ctrl-C in a terminal reaches the gateway alone, which then ends Anvil in order.
    detached: true,
  })
  const exited = once(child, 'exit')
  const url = await listeningAddress(child)
  if (url === undefined) {
    child.stdin?.end()
    await exited
    refuseVersion(binary, await versionOf(binary))
    throw new AnvilStartError(`${binary} did not start: it said on standard error why.`)
  }
  const anvil = connect(url, exited, child)
  try {
    const said = z.string().safeParse(await anvil.request('web3_clientVersion', [])).data
    refuseVersion(binary, /\d+\.\d+\.\d+/.exec(said ?? '')?.[0])
    await anvil.request('anvil_setLoggingEnabled', [false])
    return anvil
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

function refuseVersion(path: string, version: string | undefined): void {
  if (version !== undefined && !isWanted(version)) throw new AnvilVersionError(path, version, `${wantedVersion}.x`)
}

/** Returns the address on which Anvil listens, or undefined when it ended or took too long. */
async function listeningAddress(child: ChildProcess): Promise<string | undefined> {
  if (child.stdout === null) return undefined
  const lines = createInterface({ input: child.stdout })
  const limit = setTimeout(() => lines.close(), startLimit)
  try {
    for await (const line of lines) {
      const [, address] = /^Listening on (\S+)$/.exec(line) ?? []
      if (address !== undefined) return `http://${address}`
    }
    return undefined
  } finally {
    clearTimeout(limit)
    child.stdout.resume()
  }
}

const responseSchema = z.object({
  id: z.number().nullable().optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
})

function connect(url: string, exited: Promise<unknown>, child: ChildProcess): Anvil {
  const post = async (body: unknown): Promise<unknown> => {
    const { text } = await postJson(url, JSON.stringify(body))
    return JSON.parse(text)
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
