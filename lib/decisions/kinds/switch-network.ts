import * as z from 'zod/mini'
import { Failure } from '@/lib/base/failure'
import { type NetworkId, networkIdSchema } from '@/lib/base/network-id'
import { asksOnly, type DecisionKind, requestSchema } from './kind'
import { originOf, valued } from './results'

declare module '@/lib/language/requests' {
  interface Requests {
    /** `thenSign`: JSON text of typed data for that chain. A decision about signing it follows the switch. */
    'switch-network': { networkId: NetworkId; thenSign?: string }
  }
}

/** A site asks to use another network, and may need it for typed data that it wants signed. */
export const switchNetwork: DecisionKind<'switch-network'> = {
  ...asksOnly,
  schema: requestSchema('switch-network', () => ({
    networkId: networkIdSchema,
    thenSign: z.exactOptional(z.string()),
  })),
  assessed: () => null,
  async carryOut({ networkId, thenSign }, approval, { add, approvals, networks, sites }) {
    // The network may have been removed after the person agreed.
    if (networks.get(networkId) === undefined) throw new Failure('network-unknown', { networkId })
    await sites.setChain(originOf(approval), networkId)
    if (thenSign === undefined) return valued(null)
    // The signature that the switch was needed for is a decision of its own on the new chain. A stopped worker may have
    // asked for it already.
    const { requester, account, requestKey } = approval
    const ofRequest = requestKey === null ? [] : await approvals.byRequestKey(requestKey)
    const request = { kind: 'typed-data', typedData: thenSign } as const
    const next =
      ofRequest.find(({ id }) => id !== approval.id) ??
      (await add({ requester, networkId, account, request, requestKey }))
    return { kind: 'next', approvalId: next.id, networkId }
  },
}
