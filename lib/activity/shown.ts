import type { BalanceReader } from '@/lib/activity/tokens/balance-reader'
import type { Tokens } from '@/lib/activity/tokens/tokens'
import { isSameAddress } from '@/lib/base/hex'
import type { SelectionView, SliceName } from '@/lib/language/ui'

/** What the open pages show. Balances are read, and tokens and payments listened for, only while a page shows them. */
export interface Shown {
  /** The pages show these slices from now on. */
  want(names: ReadonlySet<SliceName>): void
  /** The wallet's own screens show this account and network; `null`: none, or the wallet is locked. */
  select(selection: SelectionView | null): void
  isWanted(name: SliceName): boolean
  isSelected(place: Pick<SelectionView, 'networkId' | 'address'>): boolean
}

export function createShown(dependencies: {
  balances: Pick<BalanceReader, 'follow' | 'rest'>
  tokens: Pick<Tokens, 'follow'>
  payments: {
    /** Follows on the chain what the open pages show of payments. Returns what ends it. */
    follow(shown: SelectionView, wanted: ReadonlySet<SliceName>): (() => void)[]
  }
}): Shown {
  const { balances, tokens, payments } = dependencies
  let wanted: ReadonlySet<SliceName> = new Set()
  let selected: SelectionView | null = null
  let stopTokens = (): void => undefined
  let stopPayments: readonly (() => void)[] = []

  function follow(): void {
    if (selected === null || !wanted.has('balance')) balances.rest()
    else balances.follow(selected.networkId, selected.address)
    stopTokens()
    stopTokens =
      selected === null || !wanted.has('tokens') ? () => undefined : tokens.follow(selected.networkId, selected.address)
    // The new ones begin before the old ones end: what both follow is not read again.
    const before = stopPayments
    stopPayments = selected === null ? [] : payments.follow(selected, wanted)
    for (const stop of before) stop()
  }

  return {
    want(names) {
      wanted = names
      follow()
    },
    select(selection) {
      selected = selection
      follow()
    },
    isWanted: name => wanted.has(name),
    isSelected: ({ networkId, address }) =>
      selected?.networkId === networkId && isSameAddress(selected.address, address),
  }
}
