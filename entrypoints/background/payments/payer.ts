import type { Address } from 'viem'
import { isSameAddress } from '@/lib/base/hex'
import type { KeepAlive } from '@/lib/base/rpc/types'
import { createDoor } from '@/lib/chain/rpc/door'
import type { ReadSiteAccess } from '@/lib/decisions/sites/site-access'
import type { Requester } from '@/lib/language/requests'
import { createHttp402 } from '@/lib/payments/http402/http402'
import { toLimitProof } from '@/lib/payments/http402/limit-proof'
import type { SignInRules } from '@/lib/payments/http402/sign-in'
import type { Http402 } from '@/lib/payments/http402/types'
import type { Ledger } from '@/lib/payments/register/types'
import { barrier } from '../barrier'
import type { WalletParts } from '../parts'
import { sessionStore } from '../stores'
import { createCarrier } from './carrier'

const sessionKey = 'startedAt'

/** HTTP 402, connected to the browser. */
export function createPayer(
  parts: WalletParts & {
    ledger: Ledger
    keepAlive: KeepAlive
    accessOf: ReadSiteAccess
    warn(approvalId: string, requester: Requester): Promise<void>
    openWindow(): void
    isOpen(documentId: string): boolean
    signInRules(): SignInRules
  },
): Http402 {
  const { clock, keyring, selection, sites } = parts

  async function sessionStartedAt(): Promise<number> {
    const known = await sessionStore.get(sessionKey)
    if (typeof known === 'number') return known
    await sessionStore.set(sessionKey, clock.now())
    return clock.now()
  }

  async function ownAccounts(): Promise<Address[]> {
    return (await keyring.accounts()).filter(({ kind }) => kind !== 'watch').map(({ address }) => address)
  }

  const http402: Http402 = createHttp402({
    ...parts,
    signer: keyring,
    // A door of its own: it may contact the address of the payment that is being read, and no endpoint.
    door: createDoor({ isAllowed: url => http402.isAllowed(url), clock }),
    carrier: createCarrier(barrier),
    barrier,
    sessionStartedAt,
    sessionStore,
    channelSalts: keyring.channelSalts,
    ownAccounts,
    async accountFor(origin) {
      const own = await ownAccounts()
      const connected = (await sites.get(origin))?.accounts ?? []
      const chosen = connected[0] ?? (await selection.current())?.address
      return own.find(address => isSameAddress(address, chosen)) ?? own[0] ?? null
    },
    async isMuted(origin) {
      return ((await sites.get(origin))?.mutedUntil ?? 0) > clock.now()
    },
  })
  const { database, signInRules } = parts
  parts.proveLimitsBy(id => toLimitProof(id, { database, rows: http402.journal, now: clock.now, signInRules }))
  keyring.onChange(change => {
    if (change !== 'session') return
    http402.sites.forget()
    void keyring
      .state()
      .then(({ vault }) => (vault === 'unlocked' ? http402.unlocked() : undefined))
      .catch((error: unknown) => parts.faults.report('payments', error))
  })
  return http402
}
