import type { Decisions } from '@/lib/decisions/decisions'
import { requesterOf } from '@/lib/decisions/sites/site-frame'
import { assertAllowed } from './limits'
import type { Requests } from './requests'
import type { Asking, MethodCall, MethodOutcome } from './types'

/** Turns method calls into decisions, and binds each request to the decision that will answer it. */
export function createAsking({ decisions, requests }: { decisions: Decisions; requests: Requests }): Asking {
  async function assertMayAsk(call: MethodCall, kind: Parameters<Asking['assertMayAsk']>[1]): Promise<void> {
    const { record, endedBefore } = call
    assertAllowed(await decisions.limits.refusalOf({ origin: call.frame.origin, record, endedBefore }, kind))
  }

  async function awaitDecision(call: MethodCall, approvalId: string): Promise<MethodOutcome> {
    await requests.bind(call.key, approvalId)
    await decisions.present(approvalId, call)
    return { kind: 'decision', approvalId }
  }

  return {
    assertMayAsk,
    awaitDecision,
    async ask(call, request, { account, networkId = call.networkId, shown = {} }) {
      await assertMayAsk(call, request.kind)
      const requester = requesterOf(call.frame)
      const { id } = await decisions.add({ requester, networkId, account, request, shown, requestKey: call.key })
      return awaitDecision(call, id)
    },
    async askByProposal(call, kind, propose) {
      await assertMayAsk(call, kind)
      const approvalId = await propose()
      await decisions.warn(approvalId, requesterOf(call.frame))
      return awaitDecision(call, approvalId)
    },
  }
}
