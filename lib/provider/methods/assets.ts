import * as z from 'zod/mini'
import { invalidParams, unsupported } from '@/lib/provider/errors'
import { address, parseParameters } from '@/lib/provider/parameters'
import type { MethodTable, MethodTools } from '@/lib/provider/types'
import { lowerCaseAddress } from '@/lib/values/hex'

const asset = z.lazy(() =>
  z.object({
    type: z.enum(['ERC20', 'ERC721', 'ERC1155'], 'must be ERC20'),
    options: z.object({
      address,
      symbol: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
      decimals: z.optional(z.nullable(z.union([z.int(), z.string().check(z.regex(/^\d{1,3}$/))]))),
    }),
  }),
)
const assetInList = z.lazy(() =>
  z.pipe(
    z.tuple([asset], z.unknown()),
    z.transform(([only]) => only),
  ),
)

/**
 * `wallet_watchAsset`. Name, symbol and decimals come from the token's contract, never from the page.
 * @see EIP-747
 */
export function assetMethods({ ask, tokens }: MethodTools): MethodTable {
  return {
    wallet_watchAsset: {
      access: 'connected',
      effect: true,
      async run(call, parameters) {
        // EIP-747 passes an object; some libraries pass a list with one object.
        const schema = Array.isArray(parameters) ? assetInList : asset
        const { type, options } = parseParameters(call.method, schema, parameters)
        if (type !== 'ERC20') throw unsupported(`The wallet does not list assets of the type ${type}.`)
        const token = await tokens.metadata(call.chainId, lowerCaseAddress(options.address))
        if (token === null)
          throw invalidParams(`${call.method}: params.options.address is no ERC-20 token on chain ${call.chainId}.`)
        if (options.decimals != null && Number(options.decimals) !== token.decimals)
          throw invalidParams(`${call.method}: params.options.decimals is not the token's, which is ${token.decimals}.`)
        return ask(
          call,
          {
            kind: 'add-token',
            address: lowerCaseAddress(options.address),
            symbol: token.symbol,
            decimals: token.decimals,
          },
          { account: null },
        )
      },
    },
  }
}
