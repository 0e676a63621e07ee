import * as z from 'zod/mini'
import { Failure } from '@/lib/base/failure'
import type { NetworkId } from '@/lib/base/network-id'
import { failureFrom } from '@/lib/base/rpc/errors'
import type { RequestOf } from '@/lib/language/requests'
import type { CarryingOut } from './carrying-out'
import { asksOnly, type DecisionKind, requestSchema } from './kind'
import { originOf, valued } from './results'

declare module '@/lib/language/requests' {
  interface Requests {
    'add-network': { chainId: number; name: string; rpcUrls: string[]; symbol: string; explorerUrl: string | null }
  }
}

/** A site proposes a network, and uses it then. */
export const addNetwork: DecisionKind<'add-network'> = {
  ...asksOnly,
  isOfChain: () => false,
  schema: requestSchema('add-network', () => ({
    chainId: z.int().check(z.gte(1)),
    name: z.string(),
    rpcUrls: z.array(z.string()),
    symbol: z.string(),
    explorerUrl: z.nullable(z.string()),
  })),
  assessed: request => ({ kind: 'network', request }),
  async carryOut(request, approval, parts) {
    await parts.sites.setChain(originOf(approval), await addProbed(request, parts))
    return valued(null)
  },
}

/**
 * Probes the proposed endpoints, which is allowed only now (invariant 9), and adds the network with the first that
 * serves it.
 * @returns its id, or that of the first network of that chain where one was added meanwhile
 */
async function addProbed(
  { chainId, name, symbol, rpcUrls, explorerUrl }: RequestOf<'add-network'>,
  { isTestNetwork, networks }: CarryingOut,
): Promise<NetworkId> {
  const [existing] = networks.ofChain(chainId)
  if (existing !== undefined) return existing.id
  let failure: unknown = new Failure('endpoint-unreachable')
  for (const http of rpcUrls) {
    const endpoint = { http, socket: null }
    try {
      const probe = await networks.probe(endpoint)
      if (probe.chainId !== chainId) throw new Failure('endpoint-wrong-chain', { chainId: probe.chainId })
      const endpoints = [endpoint, ...rpcUrls.filter(url => url !== http).map(url => ({ http: url, socket: null }))]
      const testing = isTestNetwork(chainId, endpoints, probe.development)
      const added = await networks.add({ chainId, name, symbol, endpoints, explorerUrl, testing, source: 'site' })
      return added.id
    } catch (cause) {
      failure = failureFrom(cause)
    }
  }
  throw failure
}
