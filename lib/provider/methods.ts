import { accountMethods } from './methods/accounts'
import { assetMethods } from './methods/assets'
import { callsMethods } from './methods/calls'
import { capabilityMethods } from './methods/capabilities'
import { chainSwitchMethods } from './methods/chains'
import { connectMethods } from './methods/connect'
import { paymentMethods } from './methods/payments'
import { chainMethods, isStatusMethod, passThrough } from './methods/reads'
import { refusedMethods } from './methods/refused'
import { signingMethods } from './methods/signing'
import { subscriptionMethods } from './methods/subscriptions'
import { syncSendMethods } from './methods/sync-send'
import type { Method, MethodTools } from './types'

/**
 * The look-up of methods by name; `undefined` for an unknown one.
 * @returns a function of the name and the network's method prefix, if it has one
 */
export function createMethods(tools: MethodTools): (name: string, prefix: string | undefined) => Method | undefined {
  const table = new Map(
    Object.entries({
      ...chainMethods(tools),
      ...accountMethods(tools),
      ...connectMethods(tools),
      ...signingMethods(tools),
      ...syncSendMethods(tools),
      ...chainSwitchMethods(tools),
      ...assetMethods(tools),
      ...subscriptionMethods(tools),
      ...capabilityMethods(tools),
      ...callsMethods(tools),
      ...paymentMethods(tools),
      ...refusedMethods,
    }),
  )
  const read = passThrough(tools)
  return (name, prefix) => table.get(name) ?? (isStatusMethod(name, prefix) ? read : undefined)
}
