import type { Address } from 'viem'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { Http402View, PaidAnswerView, PaymentLimitView } from '@/lib/language/http402'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { usedOf, windowMs } from './caps'
import type { PaymentJournal } from './journal'
import { allLimits, type Limit, limitKey, limitsOf, spentOf } from './limits'
import { canGoOut } from './sending'
import { readSettlementText } from './settlement'
import { withoutSignIn } from './sign-ins'
import { readTermsText } from './terms'
import type { OfferParts, PaidSites } from './types'

type SitesParts = Pick<OfferParts, 'clock' | 'database' | 'sessionStartedAt' | 'tokens'>

/** Symbol and decimals of a token; `null` where they are not known. */
async function unitOf({ tokens }: SitesParts, networkId: NetworkId | null, token: Address | null) {
  if (networkId === null || token === null) return { symbol: null, decimals: null }
  const listed = (await tokens.list(networkId)).find(({ address }) => address === token)
  // The network was removed, or its endpoint reported why it cannot say: the amount is shown without a unit.
  const known = listed ?? (await tokens.metadata(networkId, token).catch(() => null))
  return { symbol: known?.symbol ?? null, decimals: known?.decimals ?? null }
}

/** The seller's words for a refused settlement; `null` where it gave none. */
function refusalIn({ settlement }: PaymentRecord): string | null {
  const said = settlement === null ? null : readSettlementText(settlement)
  return said === null || said.success || said.errorReason == null ? null : cleanForeignText(said.errorReason, 100)
}

/** What the seller calls itself and what it sells; `null` where its terms do not say. */
function aboutOf({ terms }: PaymentRecord): string | null {
  const read = readTermsText(terms)?.terms
  const said = [cleanForeignText(read?.serviceName ?? '', 40), cleanForeignText(read?.description ?? '', 80)]
  return said.filter(text => text !== '').join(' · ') || null
}

async function answerView(parts: SitesParts, row: PaymentRecord): Promise<PaidAnswerView> {
  const { id, carrier, origin, url, method, state, reason, networkId, account, token, payee, automatic } = row
  const { attempts, transaction, createdAt } = row
  return {
    ...{ id, carrier, origin, url, method, state, reason, networkId, account, token, payee, automatic },
    ...{ attempts, transaction, createdAt, ...(await unitOf(parts, networkId, token)) },
    about: aboutOf(row),
    saidReason: refusalIn(row),
    amount: row.amount === null ? null : toQuantity(row.amount),
    charged: row.charged === null ? null : toQuantity(row.charged),
    isSignIn: row.payload !== null && row.way === null,
    isVoucher: row.way === 'voucher',
    goesAgain: carrier === 'navigation' && canGoOut(row),
    validBefore: row.validBefore === null ? null : Number(row.validBefore) * 1_000,
  }
}

async function limitView(parts: SitesParts, limit: Limit, spent: bigint): Promise<PaymentLimitView> {
  const { page, seller, account, networkId, token, payee, most, perDay } = limit
  return {
    ...{ page, seller, account, networkId, token, payee, ...(await unitOf(parts, networkId, token)) },
    ...{ most: toQuantity(most), perDay: toQuantity(perDay), spentInDay: toQuantity(spent) },
  }
}

async function sitesView(parts: SitesParts, rows: PaymentJournal): Promise<Http402View> {
  const { clock, database, sessionStartedAt } = parts
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
    answers: await Promise.all(payments.newest().map(row => answerView(parts, row))),
    sites: sites.map(({ origin, switchedOn }) => ({ origin, switchedOn })),
    signIns: sites.flatMap(({ origin, signIns = [] }) => signIns.map(kept => ({ ...kept, seller: origin }))),
    limits: await Promise.all(byParties.map(limit => limitView(parts, limit, spentOf(limit, payments, times)))),
    caps: await Promise.all(
      caps.map(async cap => {
        const { scope, origin, networkId, token } = cap
        const spent = toQuantity(usedOf(cap, payments.signedOf(networkId, token, since), times))
        const unit = await unitOf(parts, networkId, token)
        return { scope, origin, most: toQuantity(cap.most), spent, networkId, token, ...unit }
      }),
    ),
  }
}

export function createPaidSites(
  parts: SitesParts,
  rows: PaymentJournal,
  changes: { tell(): void; add(listener: () => void): () => void },
): PaidSites {
  const { clock, database } = parts

  return {
    onChange: changes.add,
    forget: rows.forget,
    view: () => sitesView(parts, rows),
    async setCap({ scope, origin, networkId, token: given, most }) {
      const token = lowerCaseAddress(given)
      const key = `${scope}:${origin ?? '*'}:${networkId}:${token}`
      if (most === null) await database.delete('paymentCaps', key)
      else await database.put('paymentCaps', { key, scope, origin, networkId, token, most: BigInt(most) })
      changes.tell()
    },

    async signed() {
      const payments = (await rows.all()).filter(({ signedAt }) => signedAt !== null)
      return Promise.all(
        payments.sort((one, other) => other.createdAt - one.createdAt).map(row => answerView(parts, row)),
      )
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
      return Promise.all(limits.map(limit => limitView(parts, limit, limit.spent)))
    },

    async stop() {
      await database.clear('paymentLimits')
      changes.tell()
    },

    switchedOn: async () =>
      (await database.getAll('paymentSites')).filter(site => site.switchedOn).map(({ origin }) => origin),
  }
}
