import { wordsScript } from './words-script'

/** Stands for `@scure/bip39/wordlists/english` in the worker (`wxt.config.ts`), with the same export. */
export const { wordlist } = wordsScript.load()
