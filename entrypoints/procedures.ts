import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { proceduresScript } from './background/later-scripts'
import * as procedures from './background/scripts/procedures'

export default defineUnlistedScript(() => proceduresScript.announce(procedures))
