import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import { createQueues } from '@/lib/base/queue'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { coveredOption, earlierRisks, goOn, signAlone } from './automatic'
import type { ChannelUse } from './channel'
import type { Delivery } from './delivery'
import type { PaymentJournal } from './journal'
import { limitsOf, pairOf } from './limits'
import { makePlan } from './make-plan'
import { type AskedPayment, newPayment } from './new-payment'
import { nowOf, type Offer, rateOffer, readBusyChannels } from './offers'
import type { RatedOption } from './options'
import { answerWithinMs, canAnswerAgain } from './sending'
import { signInAlone } from './sign-ins'
import { replayedPayment } from './signed-challenges'
import type { Http402Parts, OfferParts, Sign } from './types'

/**
 * Pays without asking, where a limit covers it.
 * @returns `false` when it has to be asked for after all: nothing was signed
 */
type PayAlone = (row: PaymentRecord, offer: Offer, account: Address) => Promise<boolean>

function createPayAlone(parts: OfferParts, rows: PaymentJournal, given: Sign): PayAlone {
  const { clock, database, faults } = parts
  /** By channel: a voucher adds to the one before, so it waits until that is answered. */
  const inTurn = createQueues()

  async function coveredBy(row: PaymentRecord, offer: Offer, account: Address): Promise<RatedOption | undefined> {
    const payments = await rows.known()
    const now = clock.now()
    const parties = { ...pairOf(row), account: lowerCaseAddress(account) }
    const limits = await limitsOf(database, parties, payments, { now, except: row.id })
    const covered = coveredOption(limits, offer.rated, {
      parties,
      earlier: earlierRisks(row, payments.of(row.origin), now),
    })
    return (await parts.isUnlocked()) ? covered : undefined
  }

  function signFor(row: PaymentRecord, offer: Offer, covered: RatedOption, account: Address): Promise<boolean> {
    const sign = () => goOn(row.id, account, { clock, database, rows, sign: given })
    const plan = () =>
      makePlan(covered, { account: lowerCaseAddress(account), now: nowOf(offer, covered.option.networkId) })
    return signAlone(row, plan, sign, { faults, rows })
  }

  const underWay = async ({ channelId }: ChannelUse): Promise<PaymentRecord[]> =>
    (await readBusyChannels(rows)).get(channelId) ?? []

  /** @returns `true` once no payment of the channel is under way, `false` if one takes longer than an answer may */
  async function freed(channel: ChannelUse): Promise<boolean> {
    const signedAt = Math.max(0, ...(await underWay(channel)).map(row => row.signedAt ?? 0))
    return new Promise(resolve => {
      const end = (isFree: boolean): void => {
        stop()
        forget()
        resolve(isFree)
      }
      const look = async (): Promise<void> => {
        if ((await underWay(channel)).length === 0) end(true)
      }
      const lookNow = () => void look().catch((error: unknown) => faults.report('payments', error))
      const stop = clock.after(Math.max(0, signedAt + answerWithinMs - clock.now()), () => end(false))
      const forget = rows.onChange(lookNow)
      lookNow()
    })
  }

  /** Rates again what was rated while another payment of the channel was under way, or before it was answered. */
  async function payFrom(
    channel: ChannelUse,
    row: PaymentRecord,
    offer: Offer,
    covered: RatedOption,
    account: Address,
  ) {
    const known = await database.get('channels', `${covered.option.networkId}:${channel.channelId}`)
    const isCurrent = covered.obstacle === null && known?.charged === channel.charged
    const isFree = (await underWay(channel)).length === 0
    if (isFree && isCurrent) return signFor(row, offer, covered, account)
    if (!isFree && !(await freed(channel))) return false
    const again = await rateOffer(row, account, parts, rows)
    const still = again === null ? undefined : await coveredBy(row, again, account)
    if (again === null || still === undefined || still.obstacle !== null) return false
    return signFor(row, again, still, account)
  }

  return async (row, offer, account) => {
    // It was paid for once, and may cost nothing to who signs in: the person decides. Not where each answer costs.
    if (offer.signIn?.isFirst === true && !offer.signIn.isPaidEachTime) return false
    const covered = await coveredBy(row, offer, account)
    const channel = covered?.channel
    if (covered === undefined) return false
    if (channel == null) return signFor(row, offer, covered, account)
    return inTurn(channel.channelId, () => payFrom(channel, row, offer, covered, account))
  }
}

/**
 * Sends what was signed for this very challenge before. Otherwise makes an offer, and pays it at once where a limit
 * covers it or a kept sign-in opens it.
 * @param options.isAsked the person decides, whatever a limit allows
 * @param options.documentId the document that waits for the answer to its own request
 * @returns the payment that goes out, or the offer that the person is to be asked about
 */
export type PayOrOffer = (
  asked: AskedPayment,
  account: Address,
  wanted: Parameters<typeof newPayment>[2],
  options?: { isAsked?: boolean; documentId?: string | null },
) => Promise<{ paymentId: string } | { row: PaymentRecord; offer: Offer | null }>

export function createPayOrOffer(
  parts: Http402Parts,
  rows: PaymentJournal,
  { sign, delivery }: { sign: Sign; delivery: Pick<Delivery, 'send'> },
): PayOrOffer {
  const payAlone = createPayAlone(parts, rows, sign)

  return async (asked, account, wanted, { isAsked = false, documentId = null } = {}) => {
    const replayed = wanted.kind === 'terms' ? await replayedPayment(wanted.read, asked, rows) : undefined
    if (replayed !== undefined && canAnswerAgain(replayed)) {
      await rows.change(replayed.id, () => ({ tabId: asked.tabId }))
      await delivery.send(replayed.id, { documentId })
      return { paymentId: replayed.id }
    }
    const row = { ...newPayment(asked, account, wanted), createdAt: parts.clock.now() }
    await rows.add(row)
    const offer = await rateOffer(row, account, parts, rows)
    const isAlone =
      offer !== null &&
      !isAsked &&
      ((await signInAlone(parts, rows, row, offer.signIn, account)) || (await payAlone(row, offer, account)))
    if (!isAlone) return { row, offer }
    await delivery.send(row.id, { documentId })
    return { paymentId: row.id }
  }
}
