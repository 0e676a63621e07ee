import { lookAlike } from '@/components/contacts/alike'
import type { CatalogueNetwork } from '@/components/networks/catalogue'
import { distinctEndpoints } from '@/lib/base/addresses'
import { isSameAddress } from '@/lib/base/hex'
import type { AccountView, ContactView, ListedTokenView, NetworkView } from '@/lib/language/ui'
import { addedNetwork } from '@/lib/reading/risk/added-network'
import type { Risk } from '@/lib/reading/risk/risk'
import {
  createLeft,
  type FileContact,
  type FileContents,
  type FileNetwork,
  type FileToken,
  type LeftOut,
  mergeLeft,
} from './files/contents'

/** What the wallet has now. */
export interface WalletNow {
  contacts: readonly ContactView[]
  accounts: readonly AccountView[]
  networks: readonly NetworkView[]
  tokens: readonly ListedTokenView[]
}

/** The networks that this version of the wallet knows, without asking anybody. */
export interface Catalogue {
  byId(chainId: number): CatalogueNetwork | undefined
  /** Networks with that id, or a name that reads the same, as `addedNetwork` takes them. */
  like(chainId: number, name: string): Parameters<typeof addedNetwork>[1]
}

export interface PlannedContact extends FileContact {
  /** Name of a known address that this one resembles without being it. */
  resembles: string | null
}

export interface PlannedNetwork extends FileNetwork {
  risks: Risk[]
  /** Endpoints of the catalogue: the file has none that can be used. */
  fromCatalogue: boolean
}

export interface PlannedToken extends FileToken {
  network: string
  /** Its network is not in the wallet but in the plan. */
  needsNetwork: boolean
}

/** What can be taken over from files, and what not and why. Nothing has been contacted for it. */
export interface Plan {
  contacts: PlannedContact[]
  networks: PlannedNetwork[]
  tokens: PlannedToken[]
  /** How many the wallet has already; they stay as they are. */
  known: { contacts: number; networks: number; tokens: number }
  left: LeftOut[]
  /** From a list for everybody: the person chooses from it. */
  origin: FileContents['origin']
}

/** The entries to take over. If several files have an entry, the entry of the later file counts. */
export function planOf(files: readonly FileContents[], wallet: WalletNow, catalogue: Catalogue): Plan {
  const left = createLeft()
  const contacts = unique(files, 'contacts', ({ address }) => address)
  const named = [...wallet.accounts, ...wallet.contacts]
  const newContacts = contacts.filter(({ address }) => !named.some(each => isSame(each.address, address)))

  const networks = unique(files, 'networks', ({ chainId }) => `${chainId}`)
  const isHere = (chainId: number) => wallet.networks.some(each => each.chainId === chainId)
  const newNetworks = networks
    .filter(({ chainId }) => !isHere(chainId))
    .flatMap(network => {
      const planned = planNetwork(network, catalogue)
      if (planned === null) left.add('network', 'endpoint', network.name || `${network.chainId}`)
      return planned ?? []
    })

  const tokens = unique(files, 'tokens', ({ chainId, address }) => `${chainId}:${address}`)
  const listed = wallet.tokens.filter(({ source }) => source !== 'found')
  const unlisted = tokens.filter(
    token => !listed.some(each => each.chainId === token.chainId && isSame(each.address, token.address)),
  )
  const newTokens = unlisted.flatMap((token): PlannedToken | [] => {
    const network = [...wallet.networks, ...newNetworks].find(({ chainId }) => chainId === token.chainId)
    if (network !== undefined) return { ...token, network: network.name, needsNetwork: !isHere(token.chainId) }
    const where = catalogue.byId(token.chainId)?.name ?? `${token.chainId}`
    left.add('token', 'network', `${token.symbol || token.address} (${where})`)
    return []
  })
  return {
    contacts: newContacts.map(contact => ({
      ...contact,
      resembles: lookAlike(contact.address, named)?.name ?? null,
    })),
    networks: newNetworks,
    tokens: newTokens,
    known: {
      contacts: contacts.length - newContacts.length,
      networks: networks.filter(({ chainId }) => isHere(chainId)).length,
      tokens: tokens.length - unlisted.length,
    },
    left: mergeLeft([...files.map(file => file.left), left.list()]),
    origin: files.some(({ origin }) => origin === 'list') ? 'list' : 'wallet',
  }
}

function planNetwork(network: FileNetwork, catalogue: Catalogue): PlannedNetwork | null {
  const known = catalogue.byId(network.chainId)
  const fromCatalogue = network.endpoints.length === 0
  const endpoints = distinctEndpoints(fromCatalogue ? (known?.endpoints ?? []) : network.endpoints)
  if (endpoints.length === 0) return null
  const name = network.name || known?.name || `${network.chainId}`
  const symbol = network.symbol || known?.symbol || 'ETH'
  const { chainId, explorerUrl } = network
  const asked = {
    ...{ kind: 'add-network' as const, chainId, name, symbol, explorerUrl },
    rpcUrls: endpoints.map(({ http }) => http),
  }
  return {
    ...network,
    name,
    symbol,
    endpoints,
    risks: addedNetwork(asked, catalogue.like(chainId, name)),
    fromCatalogue,
  }
}

function unique<Key extends 'contacts' | 'networks' | 'tokens'>(
  files: readonly FileContents[],
  part: Key,
  keyOf: (entry: FileContents[Key][number]) => string,
): FileContents[Key][number][] {
  const found = new Map<string, FileContents[Key][number]>()
  for (const file of files) for (const entry of file[part]) found.set(keyOf(entry), entry)
  return [...found.values()]
}

function isSame(left: string, right: string): boolean {
  return isSameAddress(left, right)
}
