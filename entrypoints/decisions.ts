import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { createAssessment } from '@/lib/decisions/assessment'
import { signInTerms } from '@/lib/decoding/sign-in-terms'
import { typedDataTerms } from '@/lib/decoding/typed-data-terms'
import { probeEndpoint } from '@/lib/networks/probe'
import { isTestNetwork } from '@/lib/networks/test-chains'
import { signInRules } from '@/lib/payments/http402/sign-in'
import { createDrafts } from '@/lib/transactions/drafts'
import { decisionsScript } from './background/decisions-script'

export default defineUnlistedScript(() =>
  decisionsScript.announce({
    ...{ createAssessment, createDrafts, isTestNetwork, probeEndpoint, signInRules, signInTerms, typedDataTerms },
  }),
)
