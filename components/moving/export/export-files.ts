import { toCsv } from '@/components/activity/csv'
import { type Entry, entriesOf, withPaid } from '@/components/activity/entries'
import { toJson } from '@/components/activity/json'
import { contactsToCsv, contactsToJson } from '@/components/contacts/contact-file'
import { csvText } from '@/components/format/csv'
import { bookEntries, toBooksCsv } from '@/components/payments/desk/books-export'
import { isSameAddress } from '@/lib/base/hex'
import { chainOfFirst, type NetworkId } from '@/lib/base/network-id'
import type { BooksView } from '@/lib/language/desk'
import type { PaidAnswerView } from '@/lib/language/http402'
import type {
  AccountView,
  ArrivalView,
  ContactView,
  ListedTokenView,
  NetworkView,
  SettingsView,
  SiteView,
  TransactionView,
} from '@/lib/language/ui'
import type { ArchivedFile } from './zip'

/** Everything that a person may take along. No secret is in it but in the backup, which is encrypted. */
export interface TakenAlong {
  backup: string
  accounts: readonly AccountView[]
  contacts: readonly ContactView[]
  tokens: readonly ListedTokenView[]
  networks: readonly NetworkView[]
  sites: readonly SiteView[]
  settings: SettingsView | null
  activity: readonly { account: AccountView; rows: TransactionView[]; arrivals: ArrivalView[] }[]
  answers: readonly PaidAnswerView[]
  books: readonly { account: AccountView; networkId: NetworkId; books: BooksView }[]
}

/** The files of the archive; what is empty is left out. `docs/moving.md` describes each. */
export function exportFiles(all: TakenAlong, now: Date): ArchivedFile[] {
  const files: ArchivedFile[] = [{ name: 'prelude-backup.json', text: all.backup }]
  const add = (name: string, text: string, isThere: boolean) => {
    if (isThere) files.push({ name, text })
  }
  add('accounts.csv', accountsToCsv(all.accounts), all.accounts.length > 0)
  add('contacts.csv', contactsToCsv(all.contacts), all.contacts.length > 0)
  add('contacts.json', contactsToJson(all.contacts), all.contacts.length > 0)
  const tokens = all.tokens.filter(({ source, hidden }) => source !== 'found' && !hidden)
  add('tokens.json', tokensToJson(tokens, now), tokens.length > 0)
  add('networks.json', networksToJson(all.networks), all.networks.length > 0)
  add('sites.json', jsonText(all.sites), all.sites.length > 0)
  add('settings.json', jsonText(all.settings), all.settings !== null)
  for (const { account, rows, arrivals } of all.activity) {
    const entries = entriesOf(rows, arrivals)
    addActivity(`activity/${account.address}`, entries, account.address)
  }
  addActivity('activity/paid-answers', withPaid([], all.answers, null), null)
  const nameOf = (address: string) =>
    [...all.accounts, ...all.contacts].find(each => isSame(each, address))?.name ?? null
  for (const { account, networkId, books } of all.books) {
    const network = all.networks.find(({ id }) => id === networkId)
    if (network === undefined) continue
    const entries = bookEntries(books, account.address, {
      // No block is asked for here: what is sealed counts.
      isDeep: ({ isSealed }) => isSealed,
      nameOf,
      tokenOf: address => all.tokens.find(each => each.networkId === networkId && isSame(each, address)) ?? null,
      currency: network.symbol,
      network,
    })
    const isAny = entries.some(({ kind }) => kind !== 'begin')
    add(`books/${networkId}-${account.address}.csv`, toBooksCsv(entries), isAny)
    add(`books/${networkId}-${account.address}.json`, jsonText(entries), isAny)
  }
  return files

  function addActivity(name: string, entries: readonly Entry[], account: AccountView['address'] | null): void {
    add(`${name}.csv`, toCsv(entries, account, all.networks), entries.length > 0)
    add(`${name}.json`, toJson(entries, account, all.networks), entries.length > 0)
  }
}

function accountsToCsv(accounts: readonly AccountView[]): string {
  const columns = ['name', 'address', 'kind', 'path', 'hidden']
  return csvText([
    columns,
    ...accounts.map(({ name, address, kind, path, hidden }) => [name, address, kind, path ?? '', `${hidden}`]),
  ])
}

/**
 * A list in the standard of token lists; its tag tells it from one for everybody. The standard has no blanks in
 * symbols.
 * @see https://uniswap.org/tokenlist.schema.json
 */
export function tokensToJson(tokens: readonly ListedTokenView[], now: Date): string {
  return jsonText({
    name: 'Prelude',
    timestamp: now.toISOString(),
    version: { major: 1, minor: 0, patch: 0 },
    tags: { prelude: { name: 'Prelude', description: 'The tokens of one wallet' } },
    tokens: tokens.map(({ chainId, address, symbol, name, decimals }) => ({
      chainId,
      address,
      symbol: firstOf(symbol.trim().replace(/\s+/g, '_'), 20),
      name: firstOf(name.replace(/[^\S ]+/g, ' '), 60),
      decimals,
    })),
  })
}

/**
 * What `wallet_addEthereumChain` takes (EIP-3085), a list of it. Each WebSocket endpoint follows its HTTP endpoint. A
 * further network of a chain is not in it: its readers know a chain once.
 */
export function networksToJson(networks: readonly NetworkView[]): string {
  const firsts = networks.filter(({ id }) => chainOfFirst(id) !== undefined)
  return jsonText(
    firsts.map(({ chainId, name, symbol, endpoints, explorerUrl }) => ({
      chainId: `0x${chainId.toString(16)}`,
      chainName: name,
      nativeCurrency: { name: symbol, symbol, decimals: 18 },
      rpcUrls: endpoints.flatMap(({ http, socket }) => (socket === null ? [http] : [http, socket])),
      ...(explorerUrl === null ? {} : { blockExplorerUrls: [explorerUrl] }),
    })),
  )
}

/** @param length in characters, as JSON Schema counts them */
function firstOf(text: string, length: number): string {
  return [...text].slice(0, length).join('')
}

function isSame(one: { address: string }, address: string): boolean {
  return isSameAddress(one.address, address)
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
