import { useSlice } from '@/components/app'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { ArrivalView, TransactionView } from '@/lib/language/ui'
import { type Entry, entriesOf, withMoved, withPaid } from './entries'

/** The worker's answer to `activity.everywhere`: transactions and arrivals of all accounts and networks. */
export interface Everywhere {
  rows: readonly TransactionView[]
  arrivals: readonly ArrivalView[]
}

/**
 * The activity, newest first: transactions, arrivals, paid answers, and transfers that others took to the chain.
 * `undefined` before the transactions are known.
 * @param everywhere adds the rows of other accounts and networks; `null`: the selected account's rows alone
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
