import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { phrasesScript } from './background/later-scripts'
import * as phrases from './background/scripts/phrases'

export default defineUnlistedScript(() => phrasesScript.announce(phrases))
