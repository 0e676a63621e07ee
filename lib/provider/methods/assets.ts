import * as z from 'zod/mini'
import { lowerCaseAddress } from '@/lib/base/hex'
import { invalidParams } from '@/lib/provider/errors'
import { address, parseParameters } from '@/lib/provider/parameters'
import type { MethodCall, MethodOutcome, MethodTable, MethodTools } from '@/lib/provider/types'

const asset = z.lazy(() =>
  z.object({
    type: z.enum(['ERC20', 'ERC721', 'ERC1155'], 'must be ERC20, ERC721 or ERC1155'),
    options: z.object({
      address,
      symbol: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
      decimals: z.optional(z.nullable(z.union([z.int(), z.string().check(z.regex(/^\d{1,3}$/))]))),
      tokenId: z.optional(
        z.nullable(z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^(?:\d{1,78}|0x[0-9a-f]{1,64})$/i))])),
      ),
    }),
  }),
)
const assetInList = z.lazy(() =>
  z.pipe(
    z.tuple([asset], z.unknown()),
    z.transform(([only]) => only),
  ),
)
type Options = z.infer<typeof asset>['options']

const standards = { ERC721: 'erc721', ERC1155: 'erc1155' } as const

/**
 * `wallet_watchAsset`. Names, symbol and decimals come from the contract, never from the page; nor is a picture fetched
 * from where it says.
 * @see EIP-747
 */
export function assetMethods({ ask, tokens, items }: MethodTools): MethodTable {
  async function watchToken(call: MethodCall, options: Options): Promise<MethodOutcome> {
    const token = await tokens.metadata(call.networkId, lowerCaseAddress(options.address))
    if (token === null)
      throw invalidParams(`${call.method}: params.options.address is no ERC-20 token on chain ${call.chainId}.`)
    if (options.decimals != null && Number(options.decimals) !== token.decimals)
      throw invalidParams(`${call.method}: params.options.decimals is not the token's, which is ${token.decimals}.`)
    const { symbol, decimals } = token
    const shown = { kind: 'add-token', address: lowerCaseAddress(options.address), symbol, decimals } as const
    return ask(call, shown, { account: null })
  }

  async function watchItem(call: MethodCall, type: keyof typeof standards, options: Options): Promise<MethodOutcome> {
    const { method, networkId, chainId, accounts } = call
    const [account] = accounts
    if (account === undefined) throw invalidParams(`${method}: the site has no account.`)
    if (options.tokenId == null) throw invalidParams(`${method}: params.options.tokenId is missing.`)
    const item = { address: lowerCaseAddress(options.address), id: BigInt(options.tokenId) }
    const found = item.id >> 256n === 0n ? await items.read(networkId, item, account) : null
    if (found?.standard !== standards[type])
      throw invalidParams(`${method}: params.options names no ${type} item on chain ${chainId}.`)
    if (found.held === 0n) throw invalidParams(`${method}: the item is not in the account that your site sees.`)
    const { standard, name, symbol } = found
    const shown = { kind: 'add-item', address: item.address, id: `${item.id}`, name: name || symbol, standard } as const
    return ask(call, shown, { account })
  }

  return {
    wallet_watchAsset: {
      access: 'connected',
      effect: true,
      run(call, parameters) {
        // EIP-747 passes an object; some libraries pass a list with one object.
        const schema = Array.isArray(parameters) ? assetInList : asset
        const { type, options } = parseParameters(call.method, schema, parameters)
        return type === 'ERC20' ? watchToken(call, options) : watchItem(call, type, options)
      },
    },
  }
}
