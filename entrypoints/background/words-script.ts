import { laterScript } from './later-script'

/** The word list of BIP-39, loaded when a phrase is first read or written. */
export const wordsScript = laterScript<{ wordlist: string[] }>('/words.js')
