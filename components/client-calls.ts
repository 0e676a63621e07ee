import { Failure } from '@/lib/base/failure'
import type { FailureView, ProcedureName, UiRequest } from '@/lib/language/ui'

const mostRepeats = 3

type CallRequest = Extract<UiRequest, { kind: 'call' }>
/**
 * Whether two calls of a procedure have the effect of one: its row says so. `answer` is called at once or later, once.
 */
export type AskRepeatable = (procedure: ProcedureName, answer: (isRepeatable: boolean) => void) => void

/** The calls that wait for an answer. */
export interface Calls {
  /** Adds a call and sends it when the port allows. Rejects with a `Failure`. */
  add(procedure: ProcedureName, input: unknown): Promise<unknown>
  resolve(id: number, output: unknown): void
  reject(id: number, failure: FailureView): void
  /** Sends what has not been sent. */
  sendWaiting(): void
  /**
   * The port ended. A call that was sent is sent again if its row allows; otherwise it is rejected with
   * `worker-restarted`.
   */
  portLost(): void
  /** Rejects all: there will be no port any more. */
  abandon(): void
}

interface PendingCall {
  request: CallRequest
  /** `lost`: the worker died with it, and it is not known yet whether it may be sent again. */
  state: 'waiting' | 'sent' | 'lost'
  repeats: number
  resolve(output: unknown): void
  reject(failure: Failure): void
}

/** @param post sends a request; `false` while there is no port */
export function createCalls(post: (request: CallRequest) => boolean, askRepeatable: AskRepeatable): Calls {
  const pending = new Map<number, PendingCall>()
  let nextId = 1

  function take(id: number): PendingCall | undefined {
    const call = pending.get(id)
    pending.delete(id)
    return call
  }

  function send(call: PendingCall): void {
    if (call.state === 'waiting' && post(call.request)) call.state = 'sent'
  }

  function giveUp({ request: { id, procedure } }: PendingCall): void {
    take(id)?.reject(new Failure('worker-restarted', { procedure }))
  }

  function lose(call: PendingCall): void {
    if (call.repeats >= mostRepeats) {
      giveUp(call)
      return
    }
    call.state = 'lost'
    askRepeatable(call.request.procedure, isRepeatable => {
      if (!isRepeatable) {
        giveUp(call)
        return
      }
      call.repeats += 1
      call.state = 'waiting'
      if (pending.has(call.request.id)) send(call)
    })
  }

  return {
    add: (procedure, input) =>
      new Promise((resolve, reject) => {
        const id = nextId++
        const request: CallRequest = { kind: 'call', id, procedure, input }
        const call: PendingCall = { request, state: 'waiting', repeats: 0, resolve, reject }
        pending.set(id, call)
        send(call)
      }),
    resolve: (id, output) => take(id)?.resolve(output),
    reject: (id, { code, details }) => take(id)?.reject(new Failure(code, details)),
    sendWaiting() {
      for (const call of pending.values()) send(call)
    },
    portLost() {
      for (const call of [...pending.values()]) if (call.state === 'sent') lose(call)
    },
    abandon() {
      for (const call of [...pending.values()]) giveUp(call)
    },
  }
}
