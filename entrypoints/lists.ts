import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { createLists } from '@/lib/decisions/lists/lists'
import { listsScript } from './background/later-scripts'

/** What the worker knows of public lists and of names that imitate others. */
export default defineUnlistedScript(() => listsScript.announce({ createLists }))
