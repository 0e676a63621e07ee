import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { rareScript } from './background/later-scripts'
import * as rare from './background/scripts/rare'

export default defineUnlistedScript(() => rareScript.announce(rare))
