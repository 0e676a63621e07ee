import * as z from 'zod/mini'
import { Failure } from '@/lib/base/failure'
import { isSlice } from '@/lib/language/slices'
import type { SliceName, Slices, Surface, TransactionView, UiRequest, UiResponse } from '@/lib/language/ui'
import { admit, failureFrom, type UiService } from './ui-edge'

/** The sender of a port, as the browser reports it. */
export interface UiSender {
  url?: string | undefined
  origin?: string | undefined
  frameId?: number | undefined
  tab?: { windowId: number } | undefined
}

/** The part of a runtime port that is used. */
export interface UiPort {
  sender?: UiSender | undefined
  postMessage(response: UiResponse): void
  disconnect(): void
  onMessage: { addListener(listener: (message: unknown) => void): void }
  onDisconnect: { addListener(listener: () => void): void }
}

export interface UiPorts {
  /** Answers the pages from now on, first what they asked before. A second service replaces the first. */
  serve(service: UiService): void
  /** Returns `false`, and closes the port, unless it belongs to one of our pages. */
  accept(port: UiPort): boolean
  push<Name extends SliceName>(name: Name, value: Slices[Name]): void
  pushRow(row: TransactionView): void
  /**
   * A window is being closed: its page is told that no decision waits, and is sent nothing more.
   * @returns ends that, for a window that stays open after all
   */
  leave(windowId: number): () => void
}

const requestSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('call'), id: z.number(), procedure: z.string(), input: z.unknown() }),
    z.object({ kind: z.literal('subscribe'), slices: z.array(z.string()) }),
    z.object({ kind: z.literal('active') }),
  ]),
)
type Received = z.infer<typeof requestSchema> | UiRequest
type Call = Extract<Received, { kind: 'call' }>

/** One page. */
interface Line {
  port: UiPort
  surface: Surface
  subscribed: Set<SliceName>
}

/**
 * Serves the port `ui`. No answer is given before `serve` was called: the worker has recovered by then.
 * @param surfaceOf the page of ours that a port belongs to; `null` for any other document
 * @param onFault told of everything that was refused before a handler ran
 */
export function createUiPorts({
  surfaceOf,
  onFault,
}: {
  surfaceOf(sender: UiSender | undefined): Surface | null
  onFault?: (fault: unknown) => void
}): UiPorts {
  const lines = new Set<Line>()
  const leaving = new Set<number>()
  const first = Promise.withResolvers<UiService>()
  let ready = first.promise

  function send({ port }: Line, response: UiResponse): void {
    port.postMessage(response)
  }

  function isLeaving(line: Line): boolean {
    const windowId = windowOf(line)
    return windowId !== undefined && leaving.has(windowId)
  }

  async function announceWanted(): Promise<void> {
    const { slices } = await ready
    slices.wanted(new Set([...lines].flatMap(({ subscribed }) => [...subscribed])))
  }

  async function answer(line: Line, { id, procedure, input }: Call): Promise<UiResponse> {
    try {
      const carryOut = await admit(await ready, line.surface, procedure, input).catch(fault => {
        onFault?.(fault)
        throw fault
      })
      return { kind: 'result', id, output: (await carryOut()) ?? null }
    } catch (error) {
      const { code, details } = failureFrom(error)
      return { kind: 'failure', id, failure: { code, details } }
    }
  }

  async function call(line: Line, asked: Call): Promise<void> {
    const response = await answer(line, asked)
    // A page that closed in the meantime is no error.
    if (lines.has(line)) send(line, response)
  }

  async function subscribe(line: Line, names: readonly SliceName[]): Promise<void> {
    for (const name of names) line.subscribed.add(name)
    const { slices } = await ready
    void announceWanted()
    await Promise.all(
      names.map(async name => {
        const value = await slices.read(name)
        if (lines.has(line) && !isLeaving(line)) send(line, sliceOf(name, value))
      }),
    )
  }

  function receive(line: Line, message: unknown): void {
    const parsed = requestSchema.safeParse(message)
    if (!parsed.success) {
      onFault?.(new Failure('invalid-input', { field: 'frame' }))
      return
    }
    const request: Received = parsed.data
    if (request.kind === 'call') void call(line, request)
    else if (request.kind === 'active') void ready.then(service => service.active())
    else {
      const known = request.slices.filter(isSlice)
      if (known.length < request.slices.length) onFault?.(new Failure('invalid-input', { field: 'slices' }))
      void subscribe(line, known)
    }
  }

  return {
    serve(service) {
      first.resolve(service)
      ready = Promise.resolve(service)
      for (const line of lines) if (line.subscribed.size > 0) void subscribe(line, [...line.subscribed])
    },
    accept(port) {
      const surface = surfaceOf(port.sender)
      if (surface === null) {
        port.disconnect()
        return false
      }
      const line: Line = { port, surface, subscribed: new Set() }
      lines.add(line)
      port.onMessage.addListener(message => receive(line, message))
      port.onDisconnect.addListener(() => {
        lines.delete(line)
        void announceWanted()
      })
      return true
    },
    push(name, value) {
      for (const line of lines) if (line.subscribed.has(name) && !isLeaving(line)) send(line, sliceOf(name, value))
    },
    pushRow(row) {
      for (const line of lines) if (line.subscribed.has('activity')) send(line, { kind: 'activity-row', row })
    },
    leave(windowId) {
      const pages = [...lines].filter(line => windowOf(line) === windowId)
      for (const line of pages) send(line, { kind: 'slice', name: 'approvals', value: [] })
      leaving.add(windowId)
      return () => {
        leaving.delete(windowId)
        for (const line of lines) if (windowOf(line) === windowId) void subscribe(line, [...line.subscribed])
      }
    },
  }
}

function sliceOf<Name extends SliceName>(name: Name, value: Slices[Name]): UiResponse {
  // Name and value belong together by the type of this function.
  return { kind: 'slice', name, value } as UiResponse
}

function windowOf({ port }: Line): number | undefined {
  return port.sender?.tab?.windowId
}
