import { laterScript } from './later-script'

type Phrases = Pick<typeof import('@scure/bip39'), 'entropyToMnemonic' | 'generateMnemonic' | 'mnemonicToEntropy'> &
  Pick<typeof import('@scure/bip32'), 'HARDENED_OFFSET' | 'HDKey'> &
  typeof import('@scure/bip39/wordlists/english')

/** Recovery phrases and the keys they give (BIP-39, BIP-32), loaded when a phrase is first used. */
export const phrasesScript = laterScript<Phrases>('/phrases.js')
