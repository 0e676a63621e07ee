import type { GalleryState } from '../state.ts'
import { activityStates } from './activity.ts'
import { allowanceStates } from './allowances.ts'
import { approvalStates } from './approval.ts'
import { contactStates } from './contacts.ts'
import { deskStates } from './desk.ts'
import { homeStates } from './home.ts'
import { http402States } from './http402.ts'
import { keyStates } from './keys.ts'
import { networkStates } from './networks.ts'
import { paymentStates } from './payments.ts'
import { popupStates } from './popup.ts'
import { siteStates } from './sites.ts'
import { tokenStates } from './tokens.ts'
import { typedDataStates } from './typed-data.ts'

export const states: readonly GalleryState[] = [
  ...popupStates,
  ...tokenStates,
  ...activityStates,
  ...contactStates,
  ...networkStates,
  ...approvalStates,
  ...homeStates,
  ...keyStates,
  ...siteStates,
  ...allowanceStates,
  ...typedDataStates,
  ...paymentStates,
  ...http402States,
  ...deskStates,
]
