import type {
  ProcedureInput,
  ProcedureName,
  ProcedureOutput,
  SliceName,
  Slices,
  TransactionView,
  UiRequest,
  UiResponse,
} from '@/lib/messaging/ui'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { isSame } from './same'

/** What this client needs of a runtime port; `browser.runtime.Port` has it. */
export interface UiPort {
  postMessage(message: UiRequest): void
  disconnect(): void
  onMessage: { addListener(listener: (message: UiResponse) => void): void }
  onDisconnect: { addListener(listener: () => void): void }
}

/** What the background keeps in `storage.session` under `snapshot`, so that a page paints before the worker answers. */
export interface Snapshot {
  lockAt: number | null
  slices: Partial<Slices>
}

export interface Client {
  /** One answer. Rejects with a `Failure`. */
  call<Name extends ProcedureName>(procedure: Name, input: ProcedureInput<Name>): Promise<ProcedureOutput<Name>>
  /** `undefined` until the worker or the snapshot said something. The same reference until it changes. */
  read<Name extends SliceName>(name: Name): Slices[Name] | undefined
  /** Whenever the value becomes another one. */
  listen(name: SliceName, listener: () => void): () => void
  /** How often the worker has sent it, the same value included. */
  told(name: SliceName): number
  /** Whenever the worker has sent it, the same value included. */
  hear(name: SliceName, listener: () => void): () => void
  /** Fills what the worker has not said yet. */
  paint(snapshot: Snapshot): void
  /** Tells the worker that a person is here. */
  active(): void
  /** Drops a port that may be dead (a page restored from the back/forward cache is not told) and makes a new one. */
  reconnect(): void
}

export interface ClientOptions {
  /** Throws once the extension was replaced under the page. */
  connect: () => UiPort
  /** What the page shows from the beginning; another slice is subscribed to with its first listener. */
  slices: readonly SliceName[]
  clock: Clock
  /** A push that reached the worker at `receivedAt` (ms since the epoch) has just changed a slice. */
  onPush?: (receivedAt: number, name: SliceName) => void
}

/**
 * Asking twice has the same effect as asking once, so a call that a dying worker left unanswered is asked again. The others are
 * rejected with `worker-restarted`: whether they happened has to be looked at.
 */
const repeatable: ReadonlySet<ProcedureName> = new Set<ProcedureName>([
  'phrase.generate',
  'phrase.list',
  'vault.unlock',
  'vault.lock',
  'vault.reveal-phrase',
  'vault.reveal-key',
  'vault.export-backup',
  'account.watch',
  'account.rename',
  'account.hide',
  'account.discover',
  'account.order',
  'account.delegate',
  'chain.read',
  'passkey.list',
  'passkey.unlock',
  'clipboard.clear-later',
  'database.set-aside',
  'select',
  'settings.change',
  'activity.everywhere',
  'network.health',
  'contact.name',
  'contact.remove',
  'token.look-up',
  'token.add',
  'token.hide',
  'transaction.resend',
  'approval.approve',
  'approval.reject',
  'approval.reject-all',
  'approval.choose-fee',
  'approval.limit-allowance',
  'payment.choose',
  'network.probe',
  'network.set-endpoints',
  'network.remove',
  'phishing-list.read',
  'phishing-list.remove',
  'site.disconnect',
  'site.set-chain',
  'site.mute',
  'site.pose',
  'authorization.read',
])
const mostRepeats = 3
const activityLimit = 100
/** A port that lived this long died with its worker, not because the worker cannot start. */
const steadyMs = 1_000
const retryDelaysMs = [100, 250, 500, 1_000, 2_000, 4_000]

/** Slices that a locked wallet does not show (invariant 10); forgotten here too, whatever the worker still sends. */
const hiddenWhenLocked = [
  'balance',
  'tokens',
  'contacts',
  'arrivals',
  'activity',
  'faucet',
  'approvals',
  'authorizations',
  'transfers',
  'chainHead',
  'channels',
  'desk',
] as const satisfies readonly SliceName[]

interface PendingCall {
  request: Extract<UiRequest, { kind: 'call' }>
  sent: boolean
  repeats: number
  resolve(output: unknown): void
  reject(failure: Failure): void
}

/** The page's end of the runtime port `ui`. */
export function createClient({ connect, slices: firstSlices, clock, onPush }: ClientOptions): Client {
  const slices = new Set(firstSlices)
  const values = new Map<SliceName, unknown>()
  const listeners = new Map<SliceName, Set<() => void>>()
  const hearers = new Map<SliceName, Set<() => void>>()
  const timesTold = new Map<SliceName, number>()
  const pending = new Map<number, PendingCall>()
  let nextId = 1
  let port: UiPort | null = null
  let connectedAt = 0
  let failedConnections = 0
  /** Slices this port has sent in full: what comes after the first is news. */
  let heard = new Set<SliceName>()

  function put(name: SliceName, value: unknown): void {
    // What the snapshot said already, or what is sent again because something else changed, is not drawn again.
    if (values.has(name) && isSame(values.get(name), value)) return
    values.set(name, value)
    for (const listener of listeners.get(name) ?? []) listener()
  }

  function read<Name extends SliceName>(name: Name): Slices[Name] | undefined {
    // The map holds under each name what the frame of that name carried; the type of a frame ties the two together.
    return values.get(name) as Slices[Name] | undefined
  }

  function told(name: SliceName): number {
    return timesTold.get(name) ?? 0
  }

  function add(all: Map<SliceName, Set<() => void>>, name: SliceName, listener: () => void): () => void {
    const set = all.get(name) ?? new Set()
    all.set(name, set)
    set.add(listener)
    // What only some screens show is asked for when the first of them opens.
    if (!slices.has(name)) {
      slices.add(name)
      post({ kind: 'subscribe', slices: [name] })
    }
    return () => set.delete(listener)
  }

  function hideWhatIsLocked(): void {
    for (const name of hiddenWhenLocked) {
      if (values.delete(name)) for (const listener of listeners.get(name) ?? []) listener()
    }
  }

  function onMessage(message: UiResponse): void {
    switch (message.kind) {
      case 'result': {
        const call = pending.get(message.id)
        pending.delete(message.id)
        call?.resolve(message.output)
        return
      }
      case 'failure': {
        const call = pending.get(message.id)
        pending.delete(message.id)
        call?.reject(new Failure(message.failure.code, message.failure.details))
        return
      }
      case 'slice': {
        const isNews = heard.has(message.name)
        heard.add(message.name)
        const before = read(message.name)
        put(message.name, message.value)
        timesTold.set(message.name, told(message.name) + 1)
        for (const listener of hearers.get(message.name) ?? []) listener()
        if (message.name === 'session' && message.value.vault !== 'unlocked') hideWhatIsLocked()
        if (message.name === 'balance' && isNews) {
          const receivedAt = message.value?.receivedAt ?? null
          const previous = before !== undefined && before !== null && 'receivedAt' in before ? before.receivedAt : null
          if (receivedAt !== null && receivedAt !== previous) onPush?.(receivedAt, 'balance')
        }
        return
      }
      case 'activity-row': {
        const rows = read('activity')
        if (rows === undefined || !belongs(message.row, read('selection'))) return
        put('activity', withRow(rows, message.row))
        if (message.row.receivedAt !== null) onPush?.(message.row.receivedAt, 'activity')
        return
      }
    }
  }

  function onDisconnect(lost: UiPort): void {
    if (lost !== port) return
    port = null
    for (const [id, call] of pending) {
      if (!call.sent) continue
      if (repeatable.has(call.request.procedure) && call.repeats < mostRepeats) {
        call.sent = false
        call.repeats += 1
      } else {
        pending.delete(id)
        call.reject(new Failure('worker-restarted', { procedure: call.request.procedure }))
      }
    }
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
      // The extension was updated or removed: this page's runtime is gone for good.
      for (const call of pending.values()) call.reject(new Failure('worker-restarted', {}))
      pending.clear()
      return
    }
    port = opened
    connectedAt = clock.now()
    heard = new Set()
    opened.onMessage.addListener(message => {
      if (port === opened) onMessage(message)
    })
    opened.onDisconnect.addListener(() => onDisconnect(opened))
    post({ kind: 'subscribe', slices: [...slices] })
    for (const call of pending.values()) {
      if (!call.sent) send(call)
    }
  }

  function post(request: UiRequest): boolean {
    if (port === null) return false
    try {
      port.postMessage(request)
      return true
    } catch {
      // The port died and its event is still on the way; `onDisconnect` takes care of what was not sent.
      return false
    }
  }

  function send(call: PendingCall): void {
    call.sent = post(call.request)
  }

  open()
  return {
    call(procedure, input) {
      return new Promise((resolve, reject) => {
        const id = nextId++
        const call: PendingCall = {
          request: { kind: 'call', id, procedure, input },
          sent: false,
          repeats: 0,
          // The worker's answer to this procedure; its type is `ProcedureOutputs`, both ends are ours.
          resolve: output => resolve(output as ProcedureOutput<typeof procedure>),
          reject,
        }
        pending.set(id, call)
        open()
        if (port !== null && !call.sent) send(call)
      })
    },
    read,
    listen: (name, listener) => add(listeners, name, listener),
    told,
    hear: (name, listener) => add(hearers, name, listener),
    paint(snapshot) {
      if (snapshot.lockAt !== null && snapshot.lockAt <= clock.now()) return
      for (const name of slices) {
        if (!values.has(name) && snapshot.slices[name] !== undefined) put(name, snapshot.slices[name])
      }
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

function belongs(row: TransactionView, selection: Slices['selection'] | undefined): boolean {
  if (selection === undefined || selection === null) return true
  return row.chainId === selection.chainId && row.from.toLowerCase() === selection.address.toLowerCase()
}

/** The rows with this one new or in place of its older version, newest first. */
function withRow(rows: readonly TransactionView[], row: TransactionView): TransactionView[] {
  const at = rows.findIndex(other => other.id === row.id)
  if (at >= 0) return rows.with(at, row)
  return [row, ...rows].toSorted((a, b) => b.createdAt - a.createdAt).slice(0, activityLimit)
}
