import type { Address } from 'viem'
import type { ListKind } from '@/lib/base/list-kind'
import type { DescriptorsView, ListsView } from '@/lib/language/lists'
import type { HostFacts, ListedChain, ListedToken, Listing } from '@/lib/reading/list-formats/listing'

/** The look-ups. None of them makes a request. */
export interface ListLookUps {
  /** @param connectedHosts hosts of the sites that the person is connected to */
  ofHost(hostname: string, connectedHosts: readonly string[]): Promise<HostFacts>
  ofAddress(address: Address): Promise<Listing | null>
  /** Tokens of that chain with a symbol that reads the same, from all lists of tokens. */
  tokensNamed(chainId: number, symbol: string): Promise<(ListedToken & { listing: Listing })[]>
  /**
   * Descriptors of the registries that are for a contract, or for messages of a domain that names no contract.
   * @param domain name of the domain (EIP-712); `null` for a call
   */
  descriptorsFor(chainId: number, contract: Address | null, domain: string | null): Promise<DescriptorsView[]>
  /** Chains that have that id, or a name that reads the same: from the lists, then from the bundled catalogue. */
  chainsLike(chainId: number, name: string): Promise<(ListedChain & { listing: Listing })[]>
  /** The name of the public chain with that id, which is no test network, in the bundled catalogue. */
  knownChain(chainId: number): Promise<string | null>
}

/** The public lists that a person subscribed to. */
export interface Lists extends ListLookUps {
  view(): Promise<ListsView>
  /** Subscribes to presets, and starts to fetch them. */
  subscribe(presets: readonly string[]): Promise<void>
  /**
   * Subscribes to a list at another address, once it has been fetched.
   * @throws Failure `invalid-input` {field} or one of `list-…`
   */
  add(input: { kind: ListKind; name: string; url: string }): Promise<void>
  /**
   * Keeps a list from a file.
   * @throws Failure `list-unreadable`
   */
  import(input: { kind: ListKind; name: string; text: string }): Promise<void>
  /** Switches a list off, and on again. Its content stays. */
  switch(id: string, on: boolean): Promise<void>
  remove(id: string): Promise<void>
  /** The database was erased. */
  forget(): void
  /**
   * Fetches a list now. Where that fails, the row says why and the old content stays.
   * @param isForced takes what is older, or far smaller or larger, than what there is
   */
  update(id: string, isForced?: boolean): Promise<void>
  /** Fetches what is due. */
  updateDue(): Promise<void>
  /** Called after each change. Returns the end of listening. */
  onChange(listener: () => void): () => void
}
