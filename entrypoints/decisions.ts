import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { createAssessment } from '@/lib/decisions/assessment'
import { signInTerms } from '@/lib/reading/messages/sign-in-terms'
import { typedDataTerms } from '@/lib/reading/typed-data/typed-data-terms'
import { probeEndpoint } from '@/lib/chain/networks/probe'
import { isTestNetwork } from '@/lib/base/test-chains'
import { signInRules } from '@/lib/payments/http402/sign-in'
import { createDrafts } from '@/lib/activity/sending/drafts'
import { decisionsScript } from './background/decisions-script'

export default defineUnlistedScript(() =>
  decisionsScript.announce({
    ...{ createAssessment, createDrafts, isTestNetwork, probeEndpoint, signInRules, signInTerms, typedDataTerms },
  }),
)
