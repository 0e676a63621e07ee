import type { MethodTable, MethodTools } from '@/lib/provider/types'
import { assetMethods } from './assets'
import { callsMethods } from './calls'
import { capabilityMethods } from './capabilities'
import { chainSwitchMethods } from './chains'
import { connectMethods } from './connect'
import { paymentMethods } from './payments'
import { signingMethods } from './signing'
import { syncSendMethods } from './sync-send'

/** The methods with which a page wants something of the person, and what belongs to them. */
export function askingMethods(tools: MethodTools): MethodTable {
  return {
    ...connectMethods(tools),
    ...signingMethods(tools),
    ...syncSendMethods(tools),
    ...chainSwitchMethods(tools),
    ...assetMethods(tools),
    ...capabilityMethods(tools),
    ...callsMethods(tools),
    ...paymentMethods(tools),
  }
}
