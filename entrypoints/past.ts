import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { searchPast } from '@/lib/activity/past/search'
import { pastScript } from './background/later-scripts'

export default defineUnlistedScript(() => pastScript.announce({ searchPast }))
