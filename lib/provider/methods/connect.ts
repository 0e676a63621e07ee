import * as z from 'zod/mini'
import { toldAccounts } from '@/lib/decisions/sites/site-access'
import { errorCodes, invalidParams, ProviderError } from '@/lib/provider/errors'
import { chainId, ignoredParameters, parseParameters } from '@/lib/provider/parameters'
import { type MethodTable, type MethodTools, result } from '@/lib/provider/types'

const text = z.optional(z.nullable(z.string().check(z.maxLength(10_000))))
const signInSchema = z.lazy(() =>
  z.object({
    nonce: z.string(),
    chainId,
    version: text,
    scheme: text,
    domain: text,
    uri: text,
    statement: text,
    issuedAt: text,
    expirationTime: text,
    notBefore: text,
    requestId: text,
    resources: z.optional(z.nullable(z.array(z.string()).check(z.maxLength(100)))),
  }),
)
const connectParameters = z.lazy(() =>
  z.tuple(
    [
      z.object({
        version: z.literal('1', 'must be 1'),
        capabilities: z.optional(
          z.nullable(
            z.catchall(
              z.object({ signInWithEthereum: z.optional(signInSchema) }),
              z.looseObject({ optional: z.optional(z.boolean()) }),
            ),
          ),
        ),
      }),
    ],
    z.unknown(),
  ),
)
const connectionSchema = z.lazy(() =>
  z.object({
    accounts: z.array(z.string()),
    signIn: z.object({ message: z.string(), signature: z.string() }),
  }),
)

/**
 * The result of `wallet_connect` for the value of a decision: accounts, or accounts with the first one's sign-in.
 * @see ERC-7846
 */
export function connectionOf(value: unknown): { accounts: { address: string; capabilities: object }[] } {
  const { accounts, signIn } = Array.isArray(value)
    ? { accounts: z.array(z.string()).parse(value), signIn: null }
    : connectionSchema.parse(value)
  return {
    accounts: accounts.map((address, index) => ({
      address,
      capabilities: index === 0 && signIn !== null ? { signInWithEthereum: signIn } : {},
    })),
  }
}

/**
 * `wallet_connect`, which may sign in with the same decision, and `wallet_disconnect`.
 * @see ERC-7846
 */
export function connectMethods({ ask, clock, isUnlocked, signInTerms, sites }: MethodTools): MethodTable {
  return {
    wallet_connect: {
      access: 'anyone',
      effect: true,
      async run(call, parameters) {
        const [{ capabilities }] = parseParameters(call.method, connectParameters, parameters)
        const { signInWithEthereum: asked, ...others } = capabilities ?? {}
        const missing = Object.entries(others).find(([, { optional }]) => optional !== true)
        if (missing !== undefined)
          throw new ProviderError(
            errorCodes.unsupportedCapability,
            `The capability ${missing[0].slice(0, 60)} is not supported.`,
          )
        if (asked === undefined) {
          if (call.connected && (await isUnlocked())) return result(connectionOf(toldAccounts(call.accounts)))
          return ask(call, { kind: 'connect' }, { account: null })
        }
        const signIn = signInTerms(asked, call.frame.origin, clock.now())
        if (signIn === null)
          throw invalidParams(`${call.method}: params.0.capabilities.signInWithEthereum makes no message of EIP-4361.`)
        return ask(call, { kind: 'connect', signIn }, { account: null })
      },
    },
    wallet_disconnect: {
      access: 'anyone',
      effect: true,
      async run(call, parameters) {
        parseParameters(call.method, ignoredParameters, parameters)
        await sites.disconnect(call.frame.origin)
        return result(null)
      },
    },
  }
}
