import * as z from 'zod/mini'
import { lowerCaseAddress } from '@/lib/base/hex'
import { addressSchema } from '@/lib/base/hex-schemas'
import type { ListedChain, ListedToken } from '@/lib/reading/list-formats/listing'
import { chainName, tokenName } from './names'
import { parseJson, unreadable } from './read-names'

/** One entry as it is kept: found by its key, and by its name where it has one. */
export interface ListEntry {
  key: string
  value: unknown
  name?: string
}

export interface ReadEntries {
  entries: ListEntry[]
  /** ISO 8601 time that the list gives itself; `null` if it gives none. */
  date: string | null
}

const text = (most: number) => z.string().check(z.maxLength(most))
const chainId = z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER))

const tokenSchema = z.lazy(() =>
  z.object({
    chainId,
    address: addressSchema,
    symbol: text(40),
    name: text(100),
    decimals: z.int().check(z.gte(0), z.lte(255)),
  }),
)
const tokenListSchema = z.lazy(() =>
  z.object({
    name: text(100),
    timestamp: z.iso.datetime({ offset: true }),
    tokens: z.array(z.unknown()).check(z.minLength(1), z.maxLength(50_000)),
  }),
)

/**
 * A list of tokens. Tokens of other kinds of chains are left out.
 * @throws Failure `list-unreadable`
 * @see https://github.com/Uniswap/token-lists
 */
export function readTokens(json: string): ReadEntries {
  const list = tokenListSchema.safeParse(parseJson(json))
  if (!list.success) throw unreadable('shape')
  const tokens = rowsOf(tokenSchema, list.data.tokens).map(
    (token): ListedToken => ({ ...token, address: lowerCaseAddress(token.address) }),
  )
  return {
    date: list.data.timestamp,
    entries: tokens.map(token => ({
      key: `${token.chainId}:${token.address}`,
      name: tokenName(token.chainId, token.symbol),
      value: token,
    })),
  }
}

const chainSchema = z.lazy(() =>
  z.object({ chainId, name: text(100), nativeCurrency: z.object({ symbol: text(40) }), rpc: z.array(z.unknown()) }),
)

/**
 * A catalogue of chains, as chainid.network gives it.
 * @throws Failure `list-unreadable`
 */
export function readChains(json: string): ReadEntries {
  const list = z.array(z.unknown()).check(z.minLength(1), z.maxLength(50_000)).safeParse(parseJson(json))
  if (!list.success) throw unreadable('shape')
  const chains = rowsOf(chainSchema, list.data).map(
    ({ chainId, name, nativeCurrency, rpc }): ListedChain => ({
      chainId,
      name,
      symbol: nativeCurrency.symbol,
      hosts: [...new Set(rpc.flatMap(url => (typeof url === 'string' ? (URL.parse(url)?.hostname ?? []) : [])))],
    }),
  )
  return {
    date: null,
    entries: chains.map(chain => ({ key: `${chain.chainId}`, name: chainName(chain.name), value: chain })),
  }
}

/** The rows of that shape. One bad row in ten makes the file another kind of file. */
function rowsOf<Row>(schema: z.ZodMiniType<Row>, rows: readonly unknown[]): Row[] {
  const read = rows.flatMap(row => {
    const parsed = schema.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
  if (read.length === 0 || read.length < rows.length * 0.9) throw unreadable('entries')
  return read
}
