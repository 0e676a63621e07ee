import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { signingScript } from './background/later-scripts'
import * as signing from './background/scripts/signing'

export default defineUnlistedScript(() => signingScript.announce(signing))
