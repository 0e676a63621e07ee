import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { askingScript } from './background/later-scripts'
import * as asking from './background/scripts/asking'

export default defineUnlistedScript(() => askingScript.announce(asking))
