import * as z from 'zod/mini'
import type { Faults } from '@/lib/base/faults'
import { lowerCaseAddress } from '@/lib/base/hex'
import { addressSchema } from '@/lib/base/hex-schemas'
import type { ListKind } from '@/lib/base/list-kind'
import { isLocalHost } from '@/lib/base/local-host'
import type { DescriptorsView } from '@/lib/language/lists'
import { imitatedHost } from '@/lib/reading/hosts/imitated-host'
import { lookAlikeHost } from '@/lib/reading/hosts/look-alike-host'
import type { BundledHosts } from '@/lib/reading/list-formats/bundled-hosts'
import { contractKey, domainKey } from '@/lib/reading/list-formats/descriptor-index'
import { withParents } from '@/lib/reading/list-formats/host-names'
import { knownChain, knownChains } from '@/lib/reading/list-formats/known-chains'
import type { Listing } from '@/lib/reading/list-formats/listing'
import { chainName, tokenName } from '@/lib/reading/list-formats/names'
import type { ListStore } from './list-store'
import type { ListLookUps } from './types'

const tokenSchema = z.lazy(() =>
  z.object({ chainId: z.number(), address: addressSchema, symbol: z.string(), name: z.string(), decimals: z.number() }),
)
const chainSchema = z.lazy(() =>
  z.object({ chainId: z.number(), name: z.string(), symbol: z.string(), hosts: z.array(z.string()) }),
)

const indexedSchema = z.lazy(() => z.object({ descriptors: z.array(z.string()), files: z.array(z.string()) }))

/** @param bundled reads the list that is part of this version; rejects where it cannot be read */
export function createLookUps(parts: {
  store: ListStore
  faults: Faults
  bundled(): Promise<BundledHosts>
}): ListLookUps {
  const { store, faults, bundled } = parts

  async function find(kind: ListKind, names: readonly string[]): Promise<Listing | null> {
    const found = await store.findName(kind, names)
    return found === null ? null : { entry: found.entry, list: found.record.name, date: dayOf(found.record.date) }
  }

  async function rowsOf<Row>(
    schema: z.ZodMiniType<Row>,
    found: ReturnType<ListStore['read']>,
  ): Promise<(Row & { listing: Listing })[]> {
    return (await found).flatMap(({ value, record }) => {
      const { data } = schema.safeParse(value)
      const listing = { entry: '', list: record.name, date: dayOf(record.date) }
      return data === undefined ? [] : [{ ...data, listing }]
    })
  }

  const byKind = {
    'fraud-hosts': {
      async ofHost(hostname, connectedHosts) {
        // A full name may end with a dot.
        const host = hostname.replace(/\.$/, '')
        const none = { host, listed: null, isUnlisted: false, imitates: null, likeConnected: null }
        if (isLocalHost(host)) return none
        const subscribed = await find('fraud-hosts', withParents(host))
        const own = await bundled().catch((error: unknown) => {
          faults.report('fraud-list', error)
          return null
        })
        const isBundled = subscribed === null && own?.has(host) === true
        return {
          ...none,
          listed: subscribed ?? (isBundled ? { entry: host, list: own.source, date: own.date } : null),
          isUnlisted: own === null && subscribed === null,
          imitates: imitatedHost(host),
          likeConnected: lookAlikeHost(
            host,
            connectedHosts.filter(other => !isLocalHost(other)),
          ),
        }
      },
    },
    'fraud-addresses': {
      ofAddress: address => find('fraud-addresses', [lowerCaseAddress(address)]),
    },
    tokens: {
      tokensNamed: (chainId, symbol) => rowsOf(tokenSchema, store.readNamed('tokens', tokenName(chainId, symbol))),
    },
    descriptors: {
      async descriptorsFor(chainId, contract, domain) {
        const keys = [
          ...(contract === null ? [] : [contractKey(chainId, lowerCaseAddress(contract))]),
          ...(domain === null ? [] : [domainKey(domain)]),
        ]
        const found = (await Promise.all(keys.map(key => store.read('descriptors', key)))).flat()
        const views = found.map(async ({ value, record }): Promise<DescriptorsView | null> => {
          const { data } = indexedSchema.safeParse(value)
          if (data === undefined) return null
          const texts = await store.readAll(record.id, data.files)
          const files = texts.flatMap(({ key, value }) =>
            typeof value === 'string' ? [{ name: key, text: value }] : [],
          )
          return { list: record.name, date: dayOf(record.date), descriptors: data.descriptors, files }
        })
        return (await Promise.all(views)).filter(view => view !== null)
      },
    },
    chains: {
      async chainsLike(chainId, name) {
        const listed = await Promise.all([
          rowsOf(chainSchema, store.read('chains', `${chainId}`)),
          rowsOf(chainSchema, store.readNamed('chains', chainName(name))),
        ])
        return [...listed.flat(), ...knownChains(chainId, name)]
      },
      knownChain: async chainId => knownChain(chainId),
    },
  } satisfies Record<ListKind, Partial<ListLookUps>>
  return {
    ...byKind['fraud-hosts'],
    ...byKind['fraud-addresses'],
    ...byKind.tokens,
    ...byKind.descriptors,
    ...byKind.chains,
  }
}

/** ISO day of a time. */
function dayOf(date: string | null): string {
  return date?.slice(0, 10) ?? ''
}
