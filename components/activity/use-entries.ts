import { useSlice } from '@/components/app'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { ArrivalView, TransactionView } from '@/lib/language/ui'
import { type Entry, entriesOf, withMoved, withPaid } from './entries'

/** What other accounts and networks have, as the worker was asked for it. */
export interface Everywhere {
  rows: readonly TransactionView[]
  arrivals: readonly ArrivalView[]
}

/**
 * What came and went, newest first: transactions, arrivals, paid answers, and what others moved. `undefined` before it
 * is known.
 * @param everywhere with what is there besides the selected account's; `null`: only the selected account's
 */
export function useEntries(everywhere: Everywhere | null = null): Entry[] | undefined {
  const activity = useSlice('activity')
  const arrivals = useSlice('arrivals') ?? []
  const answers = useSlice('answers')?.answers ?? []
  const transfers = useSlice('transfers') ?? []
  const selection = useSlice('selection') ?? null
  if (activity === undefined) return undefined
  // The rows of the selected account come from the live slices, not from the answer.
  const isOther = (networkId: NetworkId, address: string) =>
    networkId !== selection?.networkId || !isSameAddress(address, selection.address)
  const rows = everywhere?.rows.filter(row => isOther(row.networkId, row.from)) ?? []
  const came = everywhere?.arrivals.filter(arrival => isOther(arrival.networkId, arrival.account)) ?? []
  const onChain = entriesOf([...activity, ...rows], [...arrivals, ...came])
  return withMoved(withPaid(onChain, answers, everywhere === null ? selection : null), transfers)
}
