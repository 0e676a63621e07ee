import { isLocalHost } from '@/lib/base/local-host'
import type { ListedChain, Listing } from '@/lib/reading/list-formats/listing'
import catalogue from './known-chains.json'
import { chainName } from './names'

const listing: Listing = { entry: '', list: catalogue.source, date: catalogue.date }

/** The name of the public chain with that id in this version's catalogue; `null` without one. */
export function knownChain(chainId: number): string | null {
  const own = knownChains(chainId, '').find(({ hosts }) => !hosts.every(isLocalHost))
  return own?.name ?? null
}

/** Chains of the catalogue in this version of the wallet that have that id, or a name that reads the same. */
export function knownChains(chainId: number, name: string): (ListedChain & { listing: Listing })[] {
  const wanted = chainName(name)
  return catalogue.chains.flatMap(row => {
    const [id = '', known = '', symbol = '', hosts = ''] = row.split('|')
    if (Number(id) !== chainId && chainName(known) !== wanted) return []
    return [{ chainId: Number(id), name: known, symbol, hosts: hosts.split(' '), listing }]
  })
}
