import * as z from 'zod/mini'
import { listBudget } from '@/lib/base/budgets'
import { lowerCaseAddress } from '@/lib/base/hex'
import { addressSchema } from '@/lib/base/hex-schemas'
import { inSlices, type Pause } from '@/lib/base/slices'
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
    tokens: z.array(z.unknown()).check(z.minLength(1), z.maxLength(listBudget.rows)),
  }),
)

/**
 * A list of tokens. Tokens of other kinds of chains are left out.
 * @throws Failure `list-unreadable`
 * @see https://github.com/Uniswap/token-lists
 */
export async function readTokens(json: string, pause: Pause): Promise<ReadEntries> {
  const list = tokenListSchema.safeParse(parseJson(json))
  if (!list.success) throw unreadable('shape')
  const entries = await entriesOf(tokenSchema, list.data.tokens, pause, row => {
    const token: ListedToken = { ...row, address: lowerCaseAddress(row.address) }
    return {
      key: `${token.chainId}:${token.address}`,
      name: tokenName(token.chainId, token.symbol),
      value: token,
    }
  })
  return { date: list.data.timestamp, entries }
}

const chainSchema = z.lazy(() =>
  z.object({ chainId, name: text(100), nativeCurrency: z.object({ symbol: text(40) }), rpc: z.array(z.unknown()) }),
)

/**
 * A catalogue of chains, as chainid.network gives it.
 * @throws Failure `list-unreadable`
 */
export async function readChains(json: string, pause: Pause): Promise<ReadEntries> {
  const list = z.array(z.unknown()).check(z.minLength(1), z.maxLength(listBudget.rows)).safeParse(parseJson(json))
  if (!list.success) throw unreadable('shape')
  const entries = await entriesOf(chainSchema, list.data, pause, ({ chainId, name, nativeCurrency, rpc }) => {
    const hosts = new Set(rpc.flatMap(url => (typeof url === 'string' ? (URL.parse(url)?.hostname ?? []) : [])))
    const chain: ListedChain = { chainId, name, symbol: nativeCurrency.symbol, hosts: [...hosts] }
    return { key: `${chainId}`, name: chainName(name), value: chain }
  })
  return { date: null, entries }
}

/** The entries that rows of that shape make. One bad row in ten makes the file another kind of file. */
async function entriesOf<Row>(
  schema: z.ZodMiniType<Row>,
  rows: readonly unknown[],
  pause: Pause,
  entryOf: (row: Row) => ListEntry,
): Promise<ListEntry[]> {
  const entries: ListEntry[] = []
  await inSlices(rows, pause, row => {
    const { data } = schema.safeParse(row)
    if (data !== undefined) entries.push(entryOf(data))
  })
  if (entries.length === 0 || entries.length < rows.length * 0.9) throw unreadable('entries')
  return entries
}
