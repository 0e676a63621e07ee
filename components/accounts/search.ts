import { accountPath, numberings } from '@/lib/base/derivation-paths'
import type { NetworkId } from '@/lib/base/network-id'
import type { ProcedureOutput } from '@/lib/language/ui'

export type Looked = ProcedureOutput<'account.look'>['accounts'][number]

/** How far a search for used accounts has got. */
export interface SearchState {
  /** Addresses looked at. */
  looked: number
  /** The accounts with money or transactions on one of the networks, in the order in which they were found. */
  found: readonly Looked[]
  /** Networks that did not answer, and were not asked again. */
  silent: readonly NetworkId[]
  /** `null` while it goes on; `silent`: no network answers any more. */
  ended: 'whole' | 'stopped' | 'silent' | null
}

export const nothingLooked: SearchState = { looked: 0, found: [], silent: [], ended: null }

/** Addresses that are asked about together. */
const atATime = 5
/** Unused addresses in a row after which the search of a numbering ends. @see BIP-44 §Address gap limit */
const gapLimit = 20
/** In each numbering: an endpoint that reports activity for every address ends here. */
const mostLooked = 200

interface SearchOptions {
  networkIds: readonly NetworkId[]
  look(paths: readonly string[], networkIds: readonly NetworkId[]): Promise<ProcedureOutput<'account.look'>>
  onProgress(state: SearchState): void
  /** Aborted: nothing more is asked. What was found stays. */
  signal: AbortSignal
}

/**
 * Looks for addresses of a phrase that were used, in every numbering. Nothing is added.
 * @throws Failure of `look`, as `locked`; a network without an answer is no failure
 * @see BIP-44 §Account discovery
 */
export async function searchAccounts({ networkIds, look, onProgress, signal }: SearchOptions): Promise<SearchState> {
  let state = nothingLooked
  /** The numberings share their first path. */
  const known = new Map<string, Looked>()
  for (const numbering of numberings) {
    for (let first = 0, unused = 0; unused < gapLimit && first < mostLooked; first += atATime) {
      const asked = networkIds.filter(networkId => !state.silent.includes(networkId))
      if (signal.aborted || asked.length === 0) return end(signal.aborted ? 'stopped' : 'silent')
      const paths = Array.from({ length: atATime }, (_, offset) => accountPath(numbering, first + offset))
      const { accounts, silent } = await look(
        paths.filter(path => !known.has(path)),
        asked,
      )
      for (const account of accounts) known.set(account.path, account)
      const used = accounts.filter(({ usedOn }) => usedOn.length > 0)
      state = {
        looked: state.looked + accounts.length,
        found: [...state.found, ...used],
        silent: [...state.silent, ...silent],
        ended: null,
      }
      for (const path of paths) unused = (known.get(path)?.usedOn.length ?? 0) > 0 ? 0 : unused + 1
      onProgress(state)
    }
  }
  return end('whole')

  function end(ended: SearchState['ended']): SearchState {
    state = { ...state, ended }
    onProgress(state)
    return state
  }
}
