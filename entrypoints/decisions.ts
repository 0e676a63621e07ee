import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { decisionsScript } from './background/later-scripts'
import * as decisions from './background/scripts/decisions'

export default defineUnlistedScript(() => decisionsScript.announce(decisions))
