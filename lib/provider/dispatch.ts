import { createOnce } from '@/lib/base/once'
import { createQueues } from '@/lib/base/queue'
import type { Decisions } from '@/lib/decisions/decisions'
import { isAttendedAt } from '@/lib/decisions/sites/site-frame'
import type { DappError, DappRequest } from '@/lib/language/dapp'
import { errorCodes, isForPages, ProviderError, toDappError, unauthorized } from './errors'
import { createRequestLimit } from './limits'
import type { PageConnection } from './ports'
import { type RequestAnswer, type Requests, requestKey } from './requests'
import type { Settlement } from './settlement'
import type { Method, MethodCall, ProviderParts } from './types'
import type { UnlockRequests } from './unlock-requests'

/** Runs the requests of pages. */
export interface Dispatch {
  /**
   * Runs a request and resolves with its one answer, which may take as long as the person does. Never rejects.
   * `afterwards` is to be called when the answer was sent.
   */
  run(
    page: PageConnection,
    request: DappRequest,
  ): Promise<{ answer: RequestAnswer; afterwards?: (() => void) | undefined }>
  /** True if a request with this key is running in this worker's life. */
  isRunning(key: string): boolean
}

export function createDispatch(
  parts: Pick<ProviderParts, 'accessOf' | 'approvals' | 'clock' | 'faults' | 'networks'> & {
    decisions: Pick<Decisions, 'limits'>
    methodOf(name: string, prefix: string | undefined): Method | undefined
    requests: Requests
    settlement: Settlement
    unlockRequests: Pick<UnlockRequests, 'add'>
  },
): Dispatch {
  const { accessOf, approvals, clock, decisions, faults, methodOf, networks, requests, settlement, unlockRequests } =
    parts
  const limit = createRequestLimit(clock)
  /** Two arrivals of one request share its answer. */
  const once = createOnce<RequestAnswer>()
  /** Requests with an effect run one after the other for each site and turn: a limit sees the requests before it. */
  const inTurn = createQueues()

  /** The page is told only that something went wrong in the wallet: the log knows what. */
  function errorOf(cause: unknown): DappError {
    if (!isForPages(cause)) faults.report('sites', cause)
    return toDappError(cause)
  }

  async function callOf(page: PageConnection, request: DappRequest, method: string): Promise<MethodCall> {
    const { id, subscription } = request
    const endedBefore = decisions.limits.endedCount()
    const { frame } = page
    const isAttended = isAttendedAt(frame, request.isAttended)
    const key = requestKey(frame.origin, id)
    return { id, key, method, frame, isAttended, page, subscription, endedBefore, ...(await accessOf(frame.origin)) }
  }

  /**
   * Answers a request that has a row: with its stored answer, through the decision it was bound to, or by running it.
   */
  async function answerOf(call: MethodCall, method: Method, params: unknown): Promise<RequestAnswer> {
    const { key, frame } = call
    if ((await requests.get(key)) === undefined) limit(frame.origin)
    const row = await requests.begin(key, frame.origin, call.method)
    if (row.method !== call.method)
      throw new ProviderError(errorCodes.invalidRequest, 'This id belongs to another request.')
    if (row.answer !== null) return requests.wait(key)
    const made = await approvals.byRequestKey(key)
    if (made.length > 0) {
      // Where one decision led to another, the open one gives the answer.
      const open = made.find(({ status }) => status === 'waiting' || status === 'approved')
      for (const approval of open === undefined ? made : [open]) settlement.settle(approval)
      return requests.wait(key)
    }
    try {
      // An answer waits for no payment; a payment sees the answers before it.
      if (method.turn === 'payment') await inTurn(`${frame.origin} answer`, async () => undefined)
      const outcome = await inTurn(`${frame.origin} ${method.turn}`, () => runInTurn(call, method, params))
      if (outcome.kind === 'result' || outcome.kind === 'later')
        return await requests.answer(key, { result: await outcome.result })
    } catch (cause) {
      return requests.answer(key, { error: errorOf(cause) })
    }
    return requests.wait(key)
  }

  async function runInTurn(call: MethodCall, method: Method, params: unknown) {
    // The site's access may have changed while the request waited for its turn.
    const current: MethodCall = { ...call, ...(await accessOf(call.frame.origin)) }
    assertAccess(current, method)
    const outcome = await method.run(current, params)
    if (outcome.kind === 'unlock') unlockRequests.add(current)
    return outcome
  }

  return {
    isRunning: once.isUnderWay,
    async run(page, request) {
      try {
        const name = methodName(request.method)
        const method = methodOf(name, networks.get(networks.defaultNetworkId())?.methodPrefix)
        if (method === undefined)
          throw new ProviderError(errorCodes.methodNotFound, `The method ${name} does not exist.`)
        const call = await callOf(page, request, name)
        assertAccess(call, method)
        if (method.effect) return { answer: await once(call.key, () => answerOf(call, method, request.params)) }
        const outcome = await method.run(call, request.params)
        if (outcome.kind !== 'result') throw new Error('only methods with an effect ask the person')
        return { answer: { result: outcome.result }, afterwards: outcome.afterwards }
      } catch (cause) {
        return { answer: { error: errorOf(cause) } }
      }
    },
  }
}

/** @throws ProviderError −32600 */
function methodName(method: unknown): string {
  if (typeof method !== 'string' || method === '' || method.length > 128)
    throw new ProviderError(errorCodes.invalidRequest, 'A request is an object with a method, which is a text.')
  return method
}

/** @throws ProviderError 4100 */
function assertAccess({ connected }: MethodCall, { access }: Method): void {
  if (access === 'connected' && !connected) throw unauthorized()
}
