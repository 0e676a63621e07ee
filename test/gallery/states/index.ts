import type { GalleryState } from '../state.ts'
import { approvalStates } from './approval.ts'
import { homeStates } from './home.ts'
import { keyStates } from './keys.ts'
import { popupStates } from './popup.ts'
import { siteStates } from './sites.ts'

export const states: readonly GalleryState[] = [
  ...popupStates,
  ...approvalStates,
  ...homeStates,
  ...keyStates,
  ...siteStates,
]
