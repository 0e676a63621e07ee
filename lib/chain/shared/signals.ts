/** The subscriptions that tell of transactions before their block is sealed, one for each family of chains. */
export type SignalName = 'partial-blocks' | 'shreds' | 'mini-blocks' | 'proposals'

/**
 * Chains whose tag `latest` names a block that was only proposed; `safe` names the newest that the validators have
 * voted for. Known by their ids, because over HTTP nothing else tells them from others.
 * @see https://docs.monad.xyz/monad-arch/consensus/block-states
 */
const proposing: readonly number[] = [
  143, // Monad
  10143, // Monad Testnet
]

/** @returns whether the chain is known to tell of blocks before the validators have voted for them */
export function isProposing(chainId: number): boolean {
  return proposing.includes(chainId)
}

/** The subscriptions that are tried, in this order, where a network refuses its own pre-confirmation subscription. */
export const otherSignals: readonly { name: SignalName; params: readonly unknown[] }[] = [
  // RISE. Without the storage that each transaction changed.
  { name: 'shreds', params: ['shreds', false] },
  // MegaETH
  { name: 'mini-blocks', params: ['miniBlocks'] },
  // Monad
  { name: 'proposals', params: ['monadNewHeads'] },
]
