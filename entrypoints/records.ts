import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { recordsScript } from './background/later-scripts'
import * as records from './background/scripts/records'

export default defineUnlistedScript(() => recordsScript.announce(records))
