/** The subscriptions that tell of transactions before their block is sealed, one for each family of chains. */
export type SignalName = 'partial-blocks' | 'shreds' | 'mini-blocks' | 'proposals'

/** Those that are tried, in this order, where a network refuses its own pre-confirmation subscription. */
export const otherSignals: readonly { name: SignalName; params: readonly unknown[] }[] = [
  // RISE. Without the storage that each transaction changed.
  { name: 'shreds', params: ['shreds', false] },
  // MegaETH
  { name: 'mini-blocks', params: ['miniBlocks'] },
  // Monad
  { name: 'proposals', params: ['monadNewHeads'] },
]
