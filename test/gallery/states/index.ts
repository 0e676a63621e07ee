import type { GalleryState } from '../state.ts'
import { allowanceStates } from './allowances.ts'
import { approvalStates } from './approval.ts'
import { homeStates } from './home.ts'
import { keyStates } from './keys.ts'
import { popupStates } from './popup.ts'
import { siteStates } from './sites.ts'
import { tokenStates } from './tokens.ts'

export const states: readonly GalleryState[] = [
  ...popupStates,
  ...tokenStates,
  ...approvalStates,
  ...homeStates,
  ...keyStates,
  ...siteStates,
  ...allowanceStates,
]
