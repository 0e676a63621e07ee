import type { Address } from 'viem'
import type { PaymentCapRecord, PaymentRecord } from '@/lib/database/payment-records'
import type { CapView, Http402View, PaidAnswerView, PaymentLimitView } from '@/lib/messaging/http402'
import { cleanForeignText } from '@/lib/values/foreign-text'
import { lowerCaseAddress, toQuantity } from '@/lib/values/hex'
import type { NetworkId } from '@/lib/values/network-id'
import { usedOf, windowMs } from './caps'
import type { PaymentJournal } from './journal'
import { allLimits, type Limit, limitKey, limitsOf, spentOf } from './limits'
import { canGoOut } from './sending'
import { readSettlementText } from './settlement'
import { withoutSignIn } from './sign-ins'
import type { Http402Parts, PaidSites } from './types'

export function createPaidSites(
  {
    database,
    clock,
    tokens,
    sessionStartedAt,
  }: Pick<Http402Parts, 'database' | 'clock' | 'tokens' | 'sessionStartedAt'>,
  rows: PaymentJournal,
  changes: { tell(): void; add(listener: () => void): () => void },
): PaidSites {
  /** The seller's words for a refused settlement; `null` where it gave none. */
  function refusalIn({ settlement }: PaymentRecord): string | null {
    const said = settlement === null ? null : readSettlementText(settlement)
    return said === null || said.success || said.errorReason == null ? null : cleanForeignText(said.errorReason, 100)
  }

  type Cap = Omit<PaymentCapRecord, 'key' | 'most'> & { most: bigint | null }

  async function setCap({ scope, origin, networkId, token, most }: Cap): Promise<void> {
    const key = `${scope}:${origin ?? '*'}:${networkId}:${token}`
    if (most === null) await database.delete('paymentCaps', key)
    else await database.put('paymentCaps', { key, scope, origin, networkId, token, most })
    changes.tell()
  }

  async function metadata(networkId: NetworkId | null, token: Address | null) {
    if (networkId === null || token === null) return null
    const listed = (await tokens.list(networkId)).find(({ address }) => address === token)
    // The network was removed, or its endpoint reported why it cannot say: the amount is shown without a unit.
    return listed ?? (await tokens.metadata(networkId, token).catch(() => null))
  }

  async function answerView(row: PaymentRecord): Promise<PaidAnswerView> {
    const { id, origin, url, method, state, reason, networkId, token, payee, automatic, attempts, transaction } = row
    const known = await metadata(networkId, token)
    return {
      id,
      carrier: row.carrier,
      origin,
      url,
      method,
      state,
      reason,
      saidReason: refusalIn(row),
      networkId,
      account: row.account,
      token,
      payee,
      symbol: known?.symbol ?? null,
      decimals: known?.decimals ?? null,
      amount: row.amount === null ? null : toQuantity(row.amount),
      charged: row.charged === null ? null : toQuantity(row.charged),
      automatic,
      isSignIn: row.payload !== null && row.way === null,
      isVoucher: row.way === 'voucher',
      attempts,
      goesAgain: row.carrier === 'navigation' && canGoOut(row),
      transaction,
      validBefore: row.validBefore === null ? null : Number(row.validBefore) * 1_000,
      createdAt: row.createdAt,
    }
  }

  async function limitView(limit: Limit, spent: bigint): Promise<PaymentLimitView> {
    const { page, seller, account, networkId, token, payee, most, perDay } = limit
    const known = await metadata(networkId, token)
    return {
      page,
      seller,
      account,
      networkId,
      token,
      symbol: known?.symbol ?? null,
      decimals: known?.decimals ?? null,
      payee,
      most: toQuantity(most),
      perDay: toQuantity(perDay),
      spentInDay: toQuantity(spent),
    }
  }

  return {
    onChange: changes.add,
    forget: rows.forget,
    setCap: cap =>
      setCap({ ...cap, token: lowerCaseAddress(cap.token), most: cap.most === null ? null : BigInt(cap.most) }),

    async view() {
      const [payments, sites, limits, caps] = await Promise.all([
        rows.known(),
        database.getAll('paymentSites'),
        allLimits(database),
        database.getAll('paymentCaps'),
      ])
      const times = { now: clock.now(), sessionStartedAt: await sessionStartedAt() }
      const since = Math.min(times.sessionStartedAt, times.now - windowMs.month)
      const byParties = limits.sort((a, b) => (a.key < b.key ? -1 : 1))
      return {
        answers: await Promise.all(payments.newest().map(answerView)),
        sites: sites.map(({ origin, switchedOn }) => ({ origin, switchedOn })),
        signIns: sites.flatMap(({ origin, signIns = [] }) => signIns.map(kept => ({ ...kept, seller: origin }))),
        limits: await Promise.all(byParties.map(limit => limitView(limit, spentOf(limit, payments, times)))),
        caps: await Promise.all(
          caps.map(async (cap): Promise<Http402View['caps'][number]> => {
            const known = await metadata(cap.networkId, cap.token)
            const view: CapView = {
              scope: cap.scope,
              origin: cap.origin,
              most: toQuantity(cap.most),
              spent: toQuantity(usedOf(cap, payments.signedOf(cap.networkId, cap.token, since), times)),
            }
            const { networkId, token } = cap
            return { ...view, networkId, token, symbol: known?.symbol ?? null, decimals: known?.decimals ?? null }
          }),
        ),
      }
    },

    async signed() {
      const payments = (await rows.all()).filter(({ signedAt }) => signedAt !== null)
      return Promise.all(payments.sort((one, other) => other.createdAt - one.createdAt).map(answerView))
    },

    async set({ origin, switchedOn }) {
      await rows.changeSite(origin, site => ({ ...site, switchedOn }))
      changes.tell()
    },

    async endLimit(given) {
      const account = lowerCaseAddress(given.account)
      const [token, payee] = [lowerCaseAddress(given.token), lowerCaseAddress(given.payee)]
      await database.delete('paymentLimits', limitKey({ ...given, account, token, payee }))
      changes.tell()
    },

    async endSignIn({ page, seller, account }) {
      const kept = { page, account: lowerCaseAddress(account) }
      await rows.changeSite(seller, site => ({ ...site, signIns: withoutSignIn(site, kept) }))
      changes.tell()
    },

    async keepOnly(accounts) {
      const kept = new Set<string | undefined>(accounts.map(lowerCaseAddress))
      for (const { key, account } of await database.getAll('paymentLimits'))
        if (!kept.has(account)) await database.delete('paymentLimits', key)
      for (const { origin, signIns = [] } of await database.getAll('paymentSites'))
        if (signIns.some(({ account }) => !kept.has(account)))
          await rows.changeSite(origin, site => ({
            ...site,
            signIns: (site.signIns ?? []).filter(({ account }) => kept.has(account)),
          }))
      changes.tell()
    },

    async limits(parties) {
      const limits = await limitsOf(database, parties, await rows.known(), { now: clock.now() })
      return Promise.all(limits.map(limit => limitView(limit, limit.spent)))
    },

    async stop() {
      await database.clear('paymentLimits')
      changes.tell()
    },

    switchedOn: async () =>
      (await database.getAll('paymentSites')).filter(site => site.switchedOn).map(({ origin }) => origin),
  }
}
