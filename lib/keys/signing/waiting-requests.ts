import type { Hex } from 'viem'
import type { Clock } from '@/lib/base/clock'
import type { SigningRequest } from '@/lib/base/devices'
import { Failure } from '@/lib/base/failure'
import { createListeners } from '@/lib/base/listeners'
import type { WaitingRequests } from '@/lib/keys/shared/waiting-requests'

/** A request is taken back by itself after that. */
const longestWaitMs = 600_000
/** What a started worker takes to ask again for what was approved, on a slow machine. */
const askingAgainMs = 10_000

interface Waiting {
  request: SigningRequest
  take(signature: Hex): void
  end(reason: Failure): void
}

export function createWaitingRequests(clock: Clock): WaitingRequests {
  const waiting = new Map<string, Waiting>()
  const listeners = createListeners<[approvalId: string]>()

  function ofApproval(approvalId: string): Waiting | undefined {
    return [...waiting.values()].find(({ request }) => request.approvalId === approvalId)
  }

  return {
    ask: (request, accept) =>
      new Promise((resolve, reject) => {
        const ended = () => {
          expiry()
          waiting.delete(request.id)
          listeners.tell(request.approvalId)
        }
        const entry: Waiting = {
          request,
          take(signature) {
            resolve(accept(signature))
            ended()
          },
          end(reason) {
            reject(reason)
            ended()
          },
        }
        const expiry = clock.after(longestWaitMs, () => entry.end(new Failure('signer-taken-back')))
        waiting.set(request.id, entry)
        listeners.tell(request.approvalId)
      }),
    of: approvalId => ofApproval(approvalId)?.request ?? null,
    awaited: approvalId =>
      new Promise(resolve => {
        const found = ofApproval(approvalId)
        if (found !== undefined) return resolve(found.request)
        const end = (request: SigningRequest | null) => {
          stop()
          tooLate()
          resolve(request)
        }
        const stop = listeners.add(changed => {
          const asked = changed === approvalId ? ofApproval(approvalId) : undefined
          if (asked !== undefined) end(asked.request)
        })
        const tooLate = clock.after(askingAgainMs, () => end(null))
      }),
    approvals: () => [...waiting.values()].map(({ request }) => request.approvalId),
    answer(requestId, signature) {
      const found = waiting.get(requestId)
      if (found === undefined) throw new Failure('approval-gone')
      found.take(signature)
    },
    takeBack(approvalId) {
      const found = ofApproval(approvalId)
      if (found === undefined) throw new Failure('approval-gone', { id: approvalId })
      found.end(new Failure('signer-taken-back'))
    },
    endAll(reason) {
      for (const each of [...waiting.values()]) each.end(reason)
    },
    async orAsked(approvalId, task, onFault) {
      if (ofApproval(approvalId) !== undefined) return void task.catch(onFault)
      const asked = Promise.withResolvers<'asked'>()
      const stop = listeners.add(changed => {
        if (changed === approvalId && ofApproval(approvalId) !== undefined) asked.resolve('asked')
      })
      try {
        if ((await Promise.race([task, asked.promise])) === 'asked') task.catch(onFault)
      } finally {
        stop()
      }
    },
    onChange: listeners.add,
  }
}
