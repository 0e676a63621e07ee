import type { GalleryState } from '../state.ts'
import { activityStates } from './activity.ts'
import { allowanceStates } from './allowances.ts'
import { approvalStates } from './approval.ts'
import { clearSigningStates } from './clear-signing.ts'
import { contactStates } from './contacts.ts'
import { deskStates } from './desk.ts'
import { homeStates } from './home.ts'
import { http402States } from './http402.ts'
import { keyStates } from './keys.ts'
import { listStates } from './lists.ts'
import { movingStates } from './moving.ts'
import { networkStates } from './networks.ts'
import { panelStates } from './panel.ts'
import { paymentStates } from './payments.ts'
import { popupStates } from './popup.ts'
import { reportStates } from './report.ts'
import { signedTradeStates } from './signed-trades.ts'
import { signerStates } from './signers.ts'
import { siteStates } from './sites.ts'
import { tokenStates } from './tokens.ts'
import { typedDataStates } from './typed-data.ts'

/** The states by the subject of their file. */
export const stateGroups: Readonly<Record<string, readonly GalleryState[]>> = {
  Popup: popupStates,
  Tokens: tokenStates,
  Activity: activityStates,
  Contacts: contactStates,
  Networks: networkStates,
  Decisions: approvalStates,
  'Full tab and side panel': homeStates,
  'Keys and passwords': keyStates,
  'Moving from another wallet': movingStates,
  'Signing devices': signerStates,
  'Report a problem': reportStates,
  'Developer tools': panelStates,
  Sites: siteStates,
  'Public lists': listStates,
  Allowances: allowanceStates,
  'Typed data': typedDataStates,
  'Signatures that trade, hand over or call': signedTradeStates,
  'Described calls': clearSigningStates,
  Payments: paymentStates,
  'HTTP 402': http402States,
  'Payments desk': deskStates,
}

export const states: readonly GalleryState[] = Object.values(stateGroups).flat()
