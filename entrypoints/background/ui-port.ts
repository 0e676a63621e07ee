import { browser } from 'wxt/browser'
import * as z from 'zod/mini'
import { paymentSliceNames } from '@/lib/messaging/payments'
import {
  type ProcedureInput,
  type ProcedureName,
  type ProcedureOutput,
  procedureInputs,
  type SliceName,
  type Slices,
  type TransactionView,
  type UiRequest,
  type UiResponse,
} from '@/lib/messaging/ui'
import { failureOf, RpcError } from '@/lib/rpc/errors'
import { Failure } from '@/lib/values/failure'

/** A runtime port as the browser gives it, as far as it is used. */
export interface UiPort {
  sender?: UiSender | undefined
  postMessage(response: UiResponse): void
  disconnect(): void
  onMessage: { addListener(listener: (message: unknown) => void): void }
  onDisconnect: { addListener(listener: () => void): void }
}

interface UiSender {
  url?: string | undefined
  origin?: string | undefined
  frameId?: number | undefined
  tab?: { windowId: number } | undefined
}

/** Which of our pages asks. Secrets go out only to a `tab` (invariant 1). */
export interface PageSender {
  surface: 'tab' | 'other'
}

export type Procedures = {
  [Name in ProcedureName]: (input: ProcedureInput<Name>, sender: PageSender) => Promise<ProcedureOutput<Name>>
}

export interface SliceSource {
  read<Name extends SliceName>(name: Name): Promise<Slices[Name]>
  /** Called when the set of slices that some page shows changes. */
  wanted(names: ReadonlySet<SliceName>): void
}

export interface UiPorts {
  /** From now on answers come from here; what pages asked before is answered then. A second one takes the first one's place. */
  serve(service: UiService): void
  /** Returns false when the port is not one of ours to serve. */
  accept(port: UiPort): boolean
  push<Name extends SliceName>(name: Name, value: Slices[Name]): void
  pushRow(row: TransactionView): void
  /** A window is being closed: its page is told that nothing waits for a decision, and no more after that, unless what is returned says that it stays. */
  leave(windowId: number): () => void
}

/** What answers the pages. */
export interface UiService {
  procedures: Partial<Procedures>
  /** Why what is missing in `procedures` is missing. */
  refusal?: Failure
  slices: SliceSource
  /** The person used one of our pages. */
  active(): void
}

const requestSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('call'), id: z.number(), procedure: z.string(), input: z.unknown() }),
    z.object({ kind: z.literal('subscribe'), slices: z.array(z.string()) }),
    z.object({ kind: z.literal('active') }),
  ]),
)

const sliceNames: ReadonlySet<string> = new Set<SliceName>([
  'session',
  'settings',
  'networks',
  'accounts',
  'selection',
  'balance',
  'tokens',
  'contacts',
  'arrivals',
  'activity',
  'connection',
  'faucet',
  'approvals',
  'sites',
  ...paymentSliceNames,
])

/** Serves the port `ui`. No answer is given before the worker has recovered and calls `serve`. */
export function createUiPorts(): UiPorts {
  const subscriptions = new Map<UiPort, Set<SliceName>>()
  const leaving = new Set<number | undefined>()
  const first = Promise.withResolvers<UiService>()
  let ready = first.promise

  function send(port: UiPort, response: UiResponse): void {
    // A page that closed in the meantime is no error.
    if (subscriptions.has(port)) port.postMessage(response)
  }

  async function announceWanted(): Promise<void> {
    const { slices } = await ready
    slices.wanted(new Set([...subscriptions.values()].flatMap(names => [...names])))
  }

  async function call(port: UiPort, id: number, procedure: string, input: unknown): Promise<void> {
    try {
      if (!isProcedure(procedure)) throw new Failure('invalid-input', { procedure })
      const output = await run(await ready, procedure, input, senderOf(port))
      send(port, { kind: 'result', id, output })
    } catch (error) {
      const failure = failureFrom(error)
      send(port, { kind: 'failure', id, failure: { code: failure.code, details: failure.details } })
    }
  }

  async function subscribe(port: UiPort, names: string[]): Promise<void> {
    const set = subscriptions.get(port)
    if (set === undefined) return
    const added = names.filter((name): name is SliceName => sliceNames.has(name))
    for (const name of added) set.add(name)
    const { slices } = await ready
    void announceWanted()
    await Promise.all(
      added.map(async name => {
        const value = await slices.read(name)
        if (!leaving.has(windowOf(port))) send(port, sliceOf(name, value))
      }),
    )
  }

  function receive(port: UiPort, message: unknown): void {
    const parsed = requestSchema.safeParse(message)
    if (!parsed.success) return
    const request: z.infer<typeof requestSchema> | UiRequest = parsed.data
    if (request.kind === 'call') void call(port, request.id, request.procedure, request.input)
    else if (request.kind === 'subscribe') void subscribe(port, request.slices)
    else void ready.then(service => service.active())
  }

  function serve(service: UiService): void {
    first.resolve(service)
    ready = Promise.resolve(service)
    for (const [port, names] of subscriptions) if (names.size > 0) void subscribe(port, [...names])
  }

  return {
    serve,
    accept(port) {
      if (!isOwnPage(port.sender)) {
        port.disconnect()
        return false
      }
      subscriptions.set(port, new Set())
      port.onMessage.addListener(message => receive(port, message))
      port.onDisconnect.addListener(() => {
        subscriptions.delete(port)
        void announceWanted()
      })
      return true
    },
    push(name, value) {
      for (const [port, names] of subscriptions) {
        if (names.has(name) && !leaving.has(windowOf(port))) port.postMessage(sliceOf(name, value))
      }
    },
    pushRow(row) {
      for (const [port, names] of subscriptions) {
        if (names.has('activity')) port.postMessage({ kind: 'activity-row', row })
      }
    },
    leave(windowId) {
      for (const port of subscriptions.keys())
        if (windowOf(port) === windowId) port.postMessage({ kind: 'slice', name: 'approvals', value: [] })
      leaving.add(windowId)
      return () => {
        leaving.delete(windowId)
        for (const [port, names] of subscriptions) if (windowOf(port) === windowId) void subscribe(port, [...names])
      }
    },
  }
}

function sliceOf<Name extends SliceName>(name: Name, value: Slices[Name]): UiResponse {
  return { kind: 'slice', name, value } as UiResponse
}

/** Only what the browser says counts (invariant 7): our id, our origin. */
function isOwnPage(sender: UiSender | undefined): boolean {
  const own = new URL(browser.runtime.getURL('/')).origin
  return sender?.url !== undefined && new URL(sender.url).origin === own && (sender.origin ?? own) === own
}

function windowOf({ sender }: UiPort): number | undefined {
  return sender?.tab?.windowId
}

function senderOf(port: UiPort): PageSender {
  const { sender } = port
  const isHome = sender?.url !== undefined && new URL(sender.url).pathname === '/home.html'
  return { surface: isHome && sender?.tab !== undefined && sender.frameId === 0 ? 'tab' : 'other' }
}

function isProcedure(name: string): name is ProcedureName {
  return Object.hasOwn(procedureInputs, name)
}

async function run<Name extends ProcedureName>(
  { procedures, refusal }: UiService,
  name: Name,
  input: unknown,
  sender: PageSender,
): Promise<ProcedureOutput<Name>> {
  const parsed = procedureInputs[name]().safeParse(input)
  if (!parsed.success) {
    // The path only: the value may be a secret.
    throw new Failure('invalid-input', { procedure: name, field: parsed.error.issues[0]?.path.join('.') ?? '' })
  }
  const procedure: Procedures[Name] | undefined = procedures[name]
  if (procedure === undefined) throw refusal ?? new Failure('invalid-input', { procedure: name })
  return procedure(parsed.data as ProcedureInput<Name>, sender)
}

function failureFrom(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof RpcError) return failureOf(error)
  return new Failure('unknown', { message: error instanceof Error ? error.name : 'unknown' })
}
