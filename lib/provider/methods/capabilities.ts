import * as z from 'zod/mini'
import { toQuantity } from '@/lib/base/hex'
import { networkFor } from '@/lib/decisions/sites/site-access'
import { chainId, ownAddress, parseParameters } from '@/lib/provider/parameters'
import { type MethodTable, type MethodTools, type Pace, result } from '@/lib/provider/types'
import { assertConnected } from './signing'

const capabilitiesParameters = z.lazy(() =>
  z.tuple([ownAddress, z.optional(z.nullable(z.array(chainId).check(z.maxLength(100))))], z.unknown()),
)

/**
 * `wallet_getCapabilities`, by chain.
 * @see EIP-5792
 */
export function capabilityMethods({ batchSupport, networks, paceOf, transactions }: MethodTools): MethodTable {
  return {
    wallet_getCapabilities: {
      access: 'connected',
      effect: false,
      async run(call, parameters) {
        const [account, asked] = parseParameters(call.method, capabilitiesParameters, parameters)
        assertConnected(call, account)
        const chains = [...new Set(networks.list().map(entry => entry.chainId))].filter(
          id => asked == null || asked.includes(id),
        )
        const capabilities = await Promise.all(
          chains.map(async id => {
            const networkId = networkFor(id, call, networks) ?? call.networkId
            // Other chains are not contacted for a page that did not name them. Not named is not supported.
            const isNamed = asked != null || id === call.chainId
            const pace = paceCapability(await paceOf(networkId, isNamed))
            if (!isNamed) return [toQuantity(BigInt(id)), pace] as const
            const [{ status }, conditions] = await Promise.all([
              batchSupport(networkId, account),
              // A chain that cannot be asked now promises nothing.
              transactions.conditionSupport(networkId).catch(() => null),
            ])
            const validity = conditions?.isTaken === true ? { validity: { supported: true } } : {}
            return [toQuantity(BigInt(id)), { atomic: { status }, ...validity, ...pace }] as const
          }),
        )
        return result(Object.fromEntries(capabilities))
      },
    },
  }
}

/**
 * Whether the network pre-confirms, and how fast it was. Until it was heard, what was measured on it before counts;
 * where nothing was, nothing is said.
 */
function paceCapability({ regime: seen, isRegimeSeen, medianPreconfirmedMs, medianSealedMs }: Pace) {
  // A network that is behind just now tells nothing of its kind.
  const isKnown = isRegimeSeen && seen !== 'degraded'
  if (!isKnown && medianPreconfirmedMs === null) return {}
  const regime = isRegimeSeen ? seen : 'preconfirming'
  const supported = !isKnown || regime === 'preconfirming'
  return { preconfirmations: { supported, regime, medianMs: supported ? medianPreconfirmedMs : medianSealedMs } }
}
