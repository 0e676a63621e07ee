import type { createAssessment } from '@/lib/decisions/assessment'
import type { signInTerms } from '@/lib/decoding/sign-in-terms'
import type { typedDataTerms } from '@/lib/decoding/typed-data-terms'
import type { SignInRules } from '@/lib/payments/http402/sign-in'
import type { createDrafts } from '@/lib/transactions/drafts'
import { laterScript } from './later-script'

/** What reads, simulates and judges a request before it is decided, loaded with the first decision. */
export const decisionsScript = laterScript<{
  createAssessment: typeof createAssessment
  createDrafts: typeof createDrafts
  signInRules: SignInRules
  signInTerms: typeof signInTerms
  typedDataTerms: typeof typedDataTerms
}>('/decisions.js')
