import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { createDrafts } from '@/lib/activity/sending/drafts'
import { isTestNetwork } from '@/lib/base/test-chains'
import { probeEndpoint } from '@/lib/chain/networks/probe'
import { createAssessment } from '@/lib/decisions/assessment'
import { signInRules } from '@/lib/payments/http402/sign-in'
import { signInTerms } from '@/lib/reading/messages/sign-in-terms'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import { meaningOf } from '@/lib/reading/typed-data/typed-data-meaning'
import { typedDataTerms } from '@/lib/reading/typed-data/typed-data-terms'
import { decisionsScript } from './background/decisions-script'

export default defineUnlistedScript(() =>
  decisionsScript.announce({
    ...{
      createAssessment,
      createDrafts,
      isTestNetwork,
      meaningOf,
      probeEndpoint,
      readTypedData,
      signInRules,
      signInTerms,
      typedDataTerms,
    },
  }),
)
