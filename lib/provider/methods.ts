import { once } from '@/lib/base/once'
import { accountMethods } from './methods/accounts'
import { askingMethods } from './methods/asking'
import { chainMethods, isStatusMethod, passThrough } from './methods/reads'
import { refusedMethods } from './methods/refused'
import { subscriptionMethods } from './methods/subscriptions'
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
      ...subscriptionMethods(tools),
      ...refusedMethods,
    }),
  )
  const read = passThrough(tools)
  // What few pages ask for is loaded with the first such request, or with a name that nobody knows.
  const asking = once(() => new Map(Object.entries(askingMethods(tools))))
  return (name, prefix) => table.get(name) ?? (isStatusMethod(name, prefix) ? read : asking().get(name))
}
