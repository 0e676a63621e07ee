import type { Clock } from '@/lib/base/clock'
import type {
  ProcedureInput,
  ProcedureName,
  ProcedureOutput,
  SliceName,
  StoredSnapshot,
  TransactionView,
  UiRequest,
  UiResponse,
} from '@/lib/language/ui'
import { type AskRepeatable, createCalls } from './client-calls'
import { createSliceStore, type SliceStore } from './client-slices'

/** The part of a runtime port that the client uses. */
export interface UiPort {
  postMessage(message: UiRequest): void
  disconnect(): void
  onMessage: { addListener(listener: (message: UiResponse) => void): void }
  onDisconnect: { addListener(listener: () => void): void }
}

/** The page's end of the language in `lib/language/ui.ts`. */
export interface Client extends Pick<SliceStore, 'read' | 'listen' | 'told' | 'hear'> {
  /** One answer. Rejects with a `Failure`. */
  call<Name extends ProcedureName>(procedure: Name, input: ProcedureInput<Name>): Promise<ProcedureOutput<Name>>
  /** Shows the values of the last page, where the worker has sent none yet and the lock deadline lies ahead. */
  paint(snapshot: StoredSnapshot): void
  /** Tells the worker that a person uses this page. */
  active(): void
  /** Replaces a port that may be dead: a page restored from the back/forward cache is not told that its port ended. */
  reconnect(): void
}

export interface ClientOptions {
  /** Opens a port. Throws after the extension was updated or removed. */
  connect: () => UiPort
  /** What the page shows from its first paint. Another slice is subscribed to with its first listener. */
  slices: readonly SliceName[]
  clock: Clock
  askRepeatable: AskRepeatable
  /** A push that reached the worker at `receivedAt` (ms since the epoch) has just changed a slice. */
  onPush?: (receivedAt: number, name: SliceName) => void
}

/** A port that lived this long died with its worker; one that died sooner may mean that the worker cannot start. */
const steadyMs = 1_000
const retryDelaysMs = [100, 250, 500, 1_000, 2_000, 4_000]

/** Opens the runtime port `ui`, and again whenever it ends. */
export function createClient({ connect, slices: firstSlices, clock, askRepeatable, onPush }: ClientOptions): Client {
  const subscribed = new Set(firstSlices)
  const store = createSliceStore()
  const calls = createCalls(post, askRepeatable)
  let port: UiPort | null = null
  let connectedAt = 0
  let failedConnections = 0
  /** Slices that this port has sent: the next value of each is news. */
  let heard = new Set<SliceName>()

  /** Returns `false` while there is no port. */
  function post(request: UiRequest): boolean {
    if (port === null) return false
    try {
      port.postMessage(request)
      return true
    } catch {
      // The port is dead and its `onDisconnect` is still to come: what was not sent is sent over the next port.
      return false
    }
  }

  /** The first listener of a slice subscribes to it. */
  function subscribe(name: SliceName): void {
    if (subscribed.has(name)) return
    subscribed.add(name)
    post({ kind: 'subscribe', slices: [name] })
  }

  function onSlice(message: Extract<UiResponse, { kind: 'slice' }>): void {
    const isNews = heard.has(message.name)
    heard.add(message.name)
    const pushedBefore = store.read('balance')?.receivedAt
    store.receive(message.name, message.value)
    if (message.name !== 'balance' || !isNews) return
    const receivedAt = message.value?.receivedAt ?? null
    if (receivedAt !== null && receivedAt !== pushedBefore) onPush?.(receivedAt, 'balance')
  }

  function onRow(row: TransactionView): void {
    if (store.receiveRow(row) && row.receivedAt !== null) onPush?.(row.receivedAt, 'activity')
  }

  function onMessage(message: UiResponse): void {
    if (message.kind === 'result') calls.resolve(message.id, message.output)
    else if (message.kind === 'failure') calls.reject(message.id, message.failure)
    else if (message.kind === 'slice') onSlice(message)
    else onRow(message.row)
  }

  function onDisconnect(lost: UiPort): void {
    if (lost !== port) return
    port = null
    calls.portLost()
    const lived = clock.now() - connectedAt
    failedConnections = lived >= steadyMs ? 0 : failedConnections + 1
    if (failedConnections === 0) open()
    else clock.after(retryDelaysMs[failedConnections - 1] ?? 4_000, open)
  }

  function open(): void {
    if (port !== null) return
    let opened: UiPort
    try {
      opened = connect()
    } catch {
      // The extension was updated or removed: this page will not get a port again.
      calls.abandon()
      return
    }
    port = opened
    connectedAt = clock.now()
    heard = new Set()
    opened.onMessage.addListener(message => {
      if (port === opened) onMessage(message)
    })
    opened.onDisconnect.addListener(() => onDisconnect(opened))
    post({ kind: 'subscribe', slices: [...subscribed] })
    calls.sendWaiting()
  }

  open()
  return {
    async call(procedure, input) {
      const answer = calls.add(procedure, input)
      open()
      // The worker's answer to this procedure: both ends are of one build.
      return (await answer) as ProcedureOutput<typeof procedure>
    },
    read: store.read,
    listen(name, listener) {
      const end = store.listen(name, listener)
      subscribe(name)
      return end
    },
    told: store.told,
    hear(name, listener) {
      const end = store.hear(name, listener)
      subscribe(name)
      return end
    },
    paint(snapshot) {
      if (snapshot.lockAt === null || snapshot.lockAt > clock.now()) store.paint(snapshot, subscribed)
    },
    active() {
      post({ kind: 'active' })
    },
    reconnect() {
      const old = port
      if (old === null) return
      onDisconnect(old)
      old.disconnect()
    },
  }
}
