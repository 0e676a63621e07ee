import * as z from 'zod/mini'
import { canonicalAddress, isSecureOrLoopback } from '@/lib/base/addresses'
import { cleanForeignText } from '@/lib/base/foreign-text'
import type { NetworkId } from '@/lib/base/network-id'
import { networkFor } from '@/lib/decisions/sites/site-access'
import { errorCodes, invalidParams, ProviderError } from '@/lib/provider/errors'
import { chainId, parseParameters } from '@/lib/provider/parameters'
import { type MethodCall, type MethodOutcome, type MethodTable, type MethodTools, result } from '@/lib/provider/types'

/** A text as the screen shows it: cleaned, cut to `length`, and not empty. */
const shown = (length: number, longest: number) =>
  z.pipe(
    z.string().check(z.maxLength(longest)),
    z.pipe(
      z.transform((text: string) => cleanForeignText(text, length)),
      z.string().check(z.minLength(1)),
    ),
  )
const url = z.string().check(z.maxLength(2_000))
const urls = z.array(url).check(z.maxLength(20))

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

const switchParameters = z.tuple([z.object({ chainId })], z.unknown())
/** Only the chain id is required, see EIP-3085. */
const addParameters = z.lazy(() =>
  z.tuple(
    [
      z.object({
        chainId,
        chainName: optional(shown(40, 200)),
        nativeCurrency: optional(
          z.object({
            name: optional(z.string().check(z.maxLength(200))),
            symbol: shown(12, 12),
            decimals: optional(z.literal(18, 'must be 18')),
          }),
        ),
        rpcUrls: optional(urls),
        blockExplorerUrls: optional(urls),
      }),
    ],
    z.unknown(),
  ),
)
/** The symbol of a currency that the site did not name: saying ETH could be wrong. The person can change it. */
const unnamedCurrency = 'COIN'

/**
 * Methods that switch the site's chain. Other sites and the wallet's own screens keep theirs.
 * @see EIP-3326, EIP-3085
 */
export function chainSwitchMethods(tools: MethodTools): MethodTable {
  const { ask, networks } = tools

  async function switchTo(call: MethodCall, wanted: NetworkId): Promise<MethodOutcome> {
    if (wanted === call.networkId) return result(null)
    return ask(call, { kind: 'switch-network', networkId: wanted }, { account: null })
  }

  return {
    wallet_switchEthereumChain: {
      access: 'connected',
      effect: true,
      async run(call, parameters) {
        const [asked] = parseParameters(call.method, switchParameters, parameters)
        const wanted = networkFor(asked.chainId, call, networks)
        if (wanted === undefined)
          throw new ProviderError(errorCodes.unknownChain, `Chain ${asked.chainId} has not been added to the wallet.`)
        return switchTo(call, wanted)
      },
    },
    wallet_addEthereumChain: {
      access: 'connected',
      effect: true,
      async run(call, parameters) {
        const [asked] = parseParameters(call.method, addParameters, parameters)
        const existing = networkFor(asked.chainId, call, networks)
        if (existing !== undefined) return switchTo(call, existing)
        const rpcUrls = asked.rpcUrls?.filter(isEndpoint).map(canonicalAddress) ?? []
        if (rpcUrls.length === 0)
          throw invalidParams(`${call.method}: params.0.rpcUrls must have an https address, or one on this machine.`)
        const explorer = asked.blockExplorerUrls?.find(isPlainUrl)
        // What is shown and kept is what will be contacted.
        const explorerUrl = explorer === undefined ? null : canonicalAddress(explorer)
        // No endpoint is contacted before the person approved it (invariant 9).
        return ask(
          call,
          {
            kind: 'add-network',
            chainId: asked.chainId,
            name: asked.chainName ?? `Chain ${asked.chainId}`,
            symbol: asked.nativeCurrency?.symbol ?? unnamedCurrency,
            rpcUrls,
            explorerUrl,
          },
          { account: null },
        )
      },
    },
  }
}

function isEndpoint(text: string): boolean {
  return isPlainUrl(text) && isSecureOrLoopback(text)
}

/** True for an http or https address without user name and password. */
function isPlainUrl(text: string): boolean {
  const parsed = URL.parse(text)
  return (
    parsed !== null &&
    (parsed.protocol === 'https:' || parsed.protocol === 'http:') &&
    parsed.username === '' &&
    parsed.password === ''
  )
}
