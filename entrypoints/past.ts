import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { searchPast } from '@/lib/activity/past/search'
import * as conditional from '@/lib/activity/sending/conditional'
import { pastScript } from './background/later-scripts'

export default defineUnlistedScript(() => pastScript.announce({ searchPast, ...conditional }))
