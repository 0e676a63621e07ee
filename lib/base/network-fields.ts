/** What a person can change of a network that came with the wallet. Its chain id and its id stay. */
export const networkFields = ['name', 'currency', 'endpoints', 'faucetUrl', 'explorerUrl', 'testing'] as const

export type NetworkField = (typeof networkFields)[number]
