import type { searchPast } from '@/lib/activity/past/search'
import { laterScript } from './later-script'

/** The search of past blocks, loaded when somebody looks back or waits for money of the chain. */
export const pastScript = laterScript<{ searchPast: typeof searchPast }>('/past.js')
