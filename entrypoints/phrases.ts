import { HARDENED_OFFSET, HDKey } from '@scure/bip32'
import { entropyToMnemonic, generateMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { phrasesScript } from './background/phrases-script'

export default defineUnlistedScript(() =>
  phrasesScript.announce({
    HARDENED_OFFSET,
    HDKey,
    entropyToMnemonic,
    generateMnemonic,
    mnemonicToEntropy,
    wordlist,
  }),
)
