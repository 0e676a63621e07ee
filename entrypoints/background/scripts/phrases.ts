/** Recovery phrases and the keys they give (BIP-39, BIP-32). */
export { HARDENED_OFFSET, HDKey } from '@scure/bip32'
export { entropyToMnemonic, generateMnemonic, mnemonicToEntropy } from '@scure/bip39'
export { wordlist } from '@/lib/keys/shared/english-words'
