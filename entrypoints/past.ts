import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { searchPast } from '@/lib/activity/past/search'
import { pastScript } from './background/past-script'

/** How the worker searches past blocks, loaded when somebody looks back or waits for money of the chain. */
export default defineUnlistedScript(() => pastScript.announce({ searchPast }))
