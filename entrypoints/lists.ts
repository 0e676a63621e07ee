import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { createLists } from '@/lib/decisions/lists/lists'
import { listsScript } from './background/lists-script'

/** What the worker knows of public lists and of names that imitate others, loaded when a website asks for something. */
export default defineUnlistedScript(() => listsScript.announce({ createLists }))
