import type { Risk } from '@/lib/approvals/types'
import { risk } from './risk'

/** The person sees one site and another one, inside it, asks. */
export function framedSite(topOrigin: string | null): Risk[] {
  return topOrigin === null ? [] : [risk('caution', 'site-framed', { top: topOrigin })]
}
