import type { Address } from 'viem'
import * as z from 'zod/mini'
import { toldAccounts } from '@/lib/decisions/sites/site-access'
import { invalidParams } from '@/lib/provider/errors'
import { ignoredParameters, parseParameters } from '@/lib/provider/parameters'
import {
  type Method,
  type MethodCall,
  type MethodOutcome,
  type MethodTable,
  type MethodTools,
  result,
} from '@/lib/provider/types'

import { connectionOf } from './connect'

/** The wallet has one permission, `eth_accounts`. */
const revokedPermissions = z.lazy(() => z.tuple([z.record(z.string(), z.unknown())], z.unknown()))
const permissionRequest = z.lazy(() => z.tuple([z.record(z.string(), z.record(z.string(), z.unknown()))]))

/**
 * The permissions of a site. None without accounts.
 * @see EIP-2255
 */
export function permissionsOf(origin: string, accounts: readonly Address[]): unknown[] {
  if (accounts.length === 0) return []
  return [
    {
      invoker: origin,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
    },
  ]
}

/**
 * The result of a method whose decision gave this value. A connection gives accounts; `wallet_requestPermissions`
 * returns them as a permission, `wallet_connect` with their capabilities.
 */
export function resultOf(method: string, origin: string, value: unknown): unknown {
  if (method === 'wallet_connect') return connectionOf(value)
  return method === 'wallet_requestPermissions' && Array.isArray(value) ? permissionsOf(origin, value) : value
}

/**
 * Methods about the site's accounts and its permission to see them.
 * @see EIP-1102, EIP-2255
 */
export function accountMethods(tools: MethodTools): MethodTable {
  const { isUnlocked, sites, visibleAccounts, ask } = tools

  const reading = (read: (call: MethodCall) => Promise<unknown>): Method => ({
    access: 'anyone',
    effect: false,
    async run(call, parameters) {
      parseParameters(call.method, ignoredParameters, parameters)
      return result(await read(call))
    },
  })

  const connect = (call: MethodCall): Promise<MethodOutcome> => ask(call, { kind: 'connect' }, { account: null })

  return {
    eth_accounts: reading(visibleAccounts),
    eth_coinbase: reading(async call => (await visibleAccounts(call))[0] ?? null),
    wallet_getPermissions: reading(async call => permissionsOf(call.frame.origin, await visibleAccounts(call))),
    /** For the wallet's own script: whether the person wants the wallet shown as MetaMask on this origin. */
    prelude_isPosing: reading(async ({ record }) => record?.posesAs === 'metamask'),
    eth_requestAccounts: {
      access: 'anyone',
      effect: true,
      async run(call, parameters) {
        parseParameters(call.method, ignoredParameters, parameters)
        if (!call.connected) return connect(call)
        return (await isUnlocked()) ? result(toldAccounts(call.accounts)) : { kind: 'unlock' }
      },
    },
    wallet_requestPermissions: {
      access: 'anyone',
      effect: true,
      async run(call, parameters) {
        assertAccountsOnly(call.method, parseParameters(call.method, permissionRequest, parameters)[0])
        // Asks again even if connected: the person may want to connect other accounts.
        return connect(call)
      },
    },
    wallet_revokePermissions: {
      access: 'anyone',
      effect: true,
      async run(call, parameters) {
        const [revoked] = parseParameters(call.method, revokedPermissions, parameters)
        // Libraries name the permissions of other wallets beside it. A site never had those.
        if (!Object.hasOwn(revoked, 'eth_accounts'))
          throw invalidParams(`${call.method}: params.0 must ask for eth_accounts, the one permission that there is.`)
        await sites.disconnect(call.frame.origin)
        return result(null)
      },
    },
  }
}

function assertAccountsOnly(method: string, permissions: Record<string, unknown>): void {
  const names = Object.keys(permissions)
  const other = names.find(name => name !== 'eth_accounts')
  if (other !== undefined || names.length === 0)
    throw invalidParams(`${method}: params.0 must ask for eth_accounts and nothing else.`)
}
