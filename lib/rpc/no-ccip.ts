/**
 * In the place of viem's CCIP lookups (ERC-3668), which ask a server of a contract's choice: the wallet has one door out, and this is not it. Without them viem's
 * modules are bundled as they are, and not each in a wrapper for an import that never comes.
 */
export const ccipRequest = undefined
export const offchainLookup = undefined
export const offchainLookupAbiItem = undefined
export const offchainLookupSignature = undefined
