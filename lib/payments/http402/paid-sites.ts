import type { Address } from 'viem'
import type { PaymentCapRecord, PaymentRecord, PaymentSiteRecord } from '@/lib/database/payment-records'
import type { CapView, Http402View, PaidAnswerView, PaidSiteView } from '@/lib/messaging/http402'
import { lowerCaseAddress, type Quantity, toQuantity } from '@/lib/values/hex'
import { usedOf } from './caps'
import { canGoOut } from './delivery'
import type { PaymentRows } from './rows'
import type { Http402Parts } from './types'

const mostAnswers = 100

/** What a person allows sites, and what came of it. */
export interface PaidSites {
  view(): Promise<Http402View>
  /** `perDay`: a limit on the whole, so that many small payments are not one large one. */
  set(input: {
    origin: string
    switchedOn?: boolean | undefined
    automatic?: { chainId: number; token: Address; most: Quantity; perDay: Quantity } | null | undefined
  }): Promise<void>
  setCap(input: {
    scope: PaymentCapRecord['scope']
    origin: string | null
    chainId: number
    token: Address
    /** `null` takes the limit away. */
    most: Quantity | null
  }): Promise<void>
  /** One tap: nothing is paid without asking any more, anywhere. */
  stop(): Promise<void>
  /** Origins whose pages may have their own requests paid. */
  switchedOn(): Promise<string[]>
  onChange(listener: () => void): () => void
}

export function createPaidSites(
  {
    database,
    clock,
    tokens,
    sessionStartedAt,
  }: Pick<Http402Parts, 'database' | 'clock' | 'tokens' | 'sessionStartedAt'>,
  rows: PaymentRows,
  changes: { tell(): void; add(listener: () => void): () => void },
): PaidSites {
  type Cap = Omit<PaymentCapRecord, 'key' | 'most'> & { most: bigint | null }

  async function setCap({ scope, origin, chainId, token, most }: Cap): Promise<void> {
    const key = `${scope}:${origin ?? '*'}:${chainId}:${token}`
    if (most === null) await database.delete('paymentCaps', key)
    else await database.put('paymentCaps', { key, scope, origin, chainId, token, most })
    changes.tell()
  }

  async function metadata(chainId: number | null, token: Address | null) {
    if (chainId === null || token === null) return null
    const listed = (await tokens.list(chainId)).find(({ address }) => address === token)
    // The network was removed, or its endpoint reported why it cannot say: the amount is shown without a unit.
    return listed ?? (await tokens.metadata(chainId, token).catch(() => null))
  }

  async function answerView(row: PaymentRecord): Promise<PaidAnswerView> {
    const { id, origin, url, method, state, reason, chainId, token, payee, automatic, attempts, transaction } = row
    const known = await metadata(chainId, token)
    return {
      id,
      origin,
      url,
      method,
      state,
      reason,
      chainId,
      token,
      payee,
      symbol: known?.symbol ?? null,
      decimals: known?.decimals ?? null,
      amount: row.amount === null ? null : toQuantity(row.amount),
      charged: row.charged === null ? null : toQuantity(row.charged),
      automatic,
      isVoucher: row.way === 'voucher',
      attempts,
      goesAgain: row.carrier === 'navigation' && canGoOut(row),
      transaction,
      validBefore: row.validBefore === null ? null : Number(row.validBefore) * 1_000,
      createdAt: row.createdAt,
    }
  }

  async function siteView(site: PaymentSiteRecord, payments: readonly PaymentRecord[]): Promise<PaidSiteView> {
    const { origin, switchedOn, automatic } = site
    if (automatic === null) return { origin, switchedOn, automatic: null }
    const { chainId, token, most } = automatic
    const known = await metadata(chainId, token)
    const alone = payments.filter(payment => payment.automatic)
    const times = { now: clock.now(), sessionStartedAt: await sessionStartedAt() }
    return {
      origin,
      switchedOn,
      automatic: {
        chainId,
        token,
        symbol: known?.symbol ?? null,
        decimals: known?.decimals ?? null,
        most: toQuantity(most),
        spentInDay: toQuantity(usedOf({ scope: 'day', origin, chainId, token }, alone, times)),
      },
    }
  }

  return {
    onChange: changes.add,
    setCap: cap =>
      setCap({ ...cap, token: lowerCaseAddress(cap.token), most: cap.most === null ? null : BigInt(cap.most) }),

    async view() {
      const [payments, sites, caps] = await Promise.all([
        rows.all(),
        database.getAll('paymentSites'),
        database.getAll('paymentCaps'),
      ])
      const newest = payments.filter(({ state }) => state !== 'offered').sort((a, b) => b.createdAt - a.createdAt)
      const times = { now: clock.now(), sessionStartedAt: await sessionStartedAt() }
      return {
        answers: await Promise.all(newest.slice(0, mostAnswers).map(answerView)),
        sites: await Promise.all(sites.map(site => siteView(site, payments))),
        caps: await Promise.all(
          caps.map(async (cap): Promise<Http402View['caps'][number]> => {
            const known = await metadata(cap.chainId, cap.token)
            const view: CapView = {
              scope: cap.scope,
              origin: cap.origin,
              most: toQuantity(cap.most),
              spent: toQuantity(usedOf(cap, payments, times)),
            }
            const { chainId, token } = cap
            return { ...view, chainId, token, symbol: known?.symbol ?? null, decimals: known?.decimals ?? null }
          }),
        ),
      }
    },

    async set({ origin, switchedOn, automatic }) {
      await rows.changeSite(origin, site => ({
        ...site,
        ...(switchedOn === undefined ? {} : { switchedOn }),
        ...(automatic === undefined
          ? {}
          : {
              automatic:
                automatic === null
                  ? null
                  : {
                      chainId: automatic.chainId,
                      token: lowerCaseAddress(automatic.token),
                      most: BigInt(automatic.most),
                    },
            }),
      }))
      if (automatic != null) {
        const { chainId, token, perDay } = automatic
        await setCap({ scope: 'day', origin, chainId, token: lowerCaseAddress(token), most: BigInt(perDay) })
      }
      changes.tell()
    },

    async stop() {
      for (const { origin, automatic } of await database.getAll('paymentSites'))
        if (automatic !== null) await rows.changeSite(origin, site => ({ ...site, automatic: null }))
      changes.tell()
    },

    switchedOn: async () =>
      (await database.getAll('paymentSites')).filter(site => site.switchedOn).map(({ origin }) => origin),
  }
}
