import type { Address, Hash } from 'viem'
import type { Disruptions } from './disruptions.ts'
import { goodBehaviour, type Misbehaviour, type MisbehaviourChanges, misbehaviourSchema } from './fault-schema.ts'

/** The network's faults: how it misbehaves, and what can be made to happen to it once. */
export interface Faults extends Disruptions {
  readonly current: Readonly<Misbehaviour>
  /**
   * Changes the named fields and leaves the rest.
   * @throws {ZodError} when a value is none that the field takes
   */
  set(changes: MisbehaviourChanges): void
  /** Ends every misbehaviour. */
  clear(): void
  /** Ends every WebSocket connection as a network failure would. */
  dropSockets(): void
}

/** The faults as the gateway sees them: what applies to this request, counted. */
export interface FaultState extends Faults {
  onDrop(listener: () => void): void
  /** Called after every change. */
  on(listener: (now: Misbehaviour) => void): void
  /** Returns whether the answer to a raw transaction that was just accepted gets lost. Counts it. */
  losesReply(): boolean
  /** Returns how the gateway answers a request for these methods instead of the node. Counts it. */
  httpFailure(methods: string[]): Misbehaviour['http']
  /** Returns how this batch fails. Counts it. */
  batchFailure(): Misbehaviour['batches']
  /** Returns the error of this call. Counts it. */
  callFailure(method: string): Misbehaviour['callFailure']
  /** Returns the index of the backend that gets this request; undefined: there is one node. */
  nextBackend(): number | undefined
  /** Returns whether this transaction must never be included. */
  withholds(transaction: { hash: Hash; from: Address }): boolean
}

/** @param usual the behaviour to begin with, and to return to when the faults are cleared */
export function createFaults(disruptions: Disruptions, usual: Partial<Misbehaviour> = {}): FaultState {
  const good: Misbehaviour = { ...goodBehaviour, ...usual }
  const dropListeners: (() => void)[] = []
  const listeners: ((now: Misbehaviour) => void)[] = []
  let current = good
  let requests = 0
  let batches = 0

  function dropSockets(): void {
    for (const drop of dropListeners) drop()
  }

  function change(next: Misbehaviour): void {
    current = next
    if (current.webSocket === 'refused') dropSockets()
    for (const listener of listeners) listener(current)
  }

  /** Counts one use of a limited fault down. Returns false when none is left. */
  function spend(name: 'http' | 'batches' | 'callFailure'): boolean {
    const fault = current[name]
    if (fault === null || fault.times === 0) return false
    if (fault.times !== undefined) current = { ...current, [name]: { ...fault, times: fault.times - 1 } }
    return true
  }

  return {
    ...disruptions,
    get current() {
      return current
    },
    set(changes) {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      change(misbehaviourSchema.parse({ ...current, ...given }))
    },
    clear: () => change(good),
    on: listener => void listeners.push(listener),
    dropSockets,
    onDrop: listener => void dropListeners.push(listener),
    losesReply() {
      const { lostReplies } = current
      if (lostReplies > 0) current = { ...current, lostReplies: lostReplies - 1 }
      return lostReplies > 0
    },
    httpFailure(methods) {
      const { http } = current
      if (http?.methods !== undefined && !methods.some(method => http.methods?.includes(method))) return null
      return spend('http') ? http : null
    },
    batchFailure() {
      const { batches: fault } = current
      if (fault === null) return null
      batches += 1
      return batches % fault.every === 0 && spend('batches') ? fault : null
    },
    callFailure(method) {
      const { callFailure } = current
      if (callFailure?.methods !== undefined && !callFailure.methods.includes(method)) return null
      return spend('callFailure') ? callFailure : null
    },
    nextBackend() {
      const { length } = current.backends
      if (length === 0) return undefined
      requests += 1
      return (requests - 1) % length
    },
    withholds: ({ hash, from }) =>
      current.withheld === 'all' || current.withheld.includes(hash) || current.withheld.includes(from),
  }
}
