import { wordlist } from '@scure/bip39/wordlists/english'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { wordsScript } from './background/words-script'

export default defineUnlistedScript(() => wordsScript.announce({ wordlist }))
