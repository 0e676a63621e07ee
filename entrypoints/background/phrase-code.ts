import { phrasesScript } from './phrases-script'

/** Stands in the worker for what `lib/keys` imports of phrases and their keys (`wxt.config.ts`). */
export const { HARDENED_OFFSET, HDKey, entropyToMnemonic, generateMnemonic, mnemonicToEntropy, wordlist } =
  phrasesScript.load()
