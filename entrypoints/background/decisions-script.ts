import type { createDrafts } from '@/lib/activity/sending/drafts'
import type { isTestNetwork } from '@/lib/base/test-chains'
import type { probeEndpoint } from '@/lib/chain/networks/probe'
import type { createAssessment } from '@/lib/decisions/assessment'
import type { SignInRules } from '@/lib/payments/http402/sign-in'
import type { signInTerms } from '@/lib/reading/messages/sign-in-terms'
import type { readTypedData } from '@/lib/reading/typed-data/typed-data'
import type { meaningOf } from '@/lib/reading/typed-data/typed-data-meaning'
import type { typedDataTerms } from '@/lib/reading/typed-data/typed-data-terms'
import { laterScript } from './later-script'

/**
 * What reads, simulates and judges a request before it is decided, and what tries out an endpoint. Loaded with the
 * first of them.
 */
export const decisionsScript = laterScript<{
  createAssessment: typeof createAssessment
  createDrafts: typeof createDrafts
  isTestNetwork: typeof isTestNetwork
  meaningOf: typeof meaningOf
  probeEndpoint: typeof probeEndpoint
  readTypedData: typeof readTypedData
  signInRules: SignInRules
  signInTerms: typeof signInTerms
  typedDataTerms: typeof typedDataTerms
}>('/decisions.js')
