import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { passwordScript } from './background/later-scripts'
import * as password from './background/scripts/password'

export default defineUnlistedScript(() => passwordScript.announce(password))
