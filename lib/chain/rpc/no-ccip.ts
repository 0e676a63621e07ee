/**
 * Replaces viem's CCIP lookups (ERC-3668), which call a server that a contract names: all connections go through
 * `door.ts`. Without their dynamic import the bundler can also leave out the wrappers around viem's modules.
 */
export const ccipRequest = undefined
export const offchainLookup = undefined
export const offchainLookupAbiItem = undefined
export const offchainLookupSignature = undefined
