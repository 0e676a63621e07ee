import type { createLists } from '@/lib/decisions/lists/lists'
import { laterScript } from './later-script'

/** Loaded when a website first asks for something, a list is due, or somebody looks at the lists. */
export const listsScript = laterScript<{ createLists: typeof createLists }>('/lists.js')
