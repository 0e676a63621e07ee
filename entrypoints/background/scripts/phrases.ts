/** Recovery phrases and the keys they give (BIP-39, BIP-32). */
export * from '@/lib/keys/accounts/derived-keys'
export * from '@/lib/keys/accounts/phrase'
export * from '@/lib/keys/accounts/phrase-check'
