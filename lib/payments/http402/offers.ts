import type { Address, Hex } from 'viem'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { networkFor } from '@/lib/decisions/sites/site-access'
import type { PaymentLimitView, PaymentOptionView, PaymentView } from '@/lib/language/http402'
import type { TokenMetadata } from '@/lib/reading/calls/description'
import type { Risk } from '@/lib/reading/risk/risk'
import { type KnownMoney, moneyOn, noMoney } from '@/lib/reading/tokens/known-money'
import type { AuthorizationRecord, PaymentRecord } from '@/lib/storage/payment-records'
import { capsFor, windowMs } from './caps'
import { type ChainFacts, readChainFacts } from './chain-facts'
import { channelFor } from './channel'
import { findAllChannels } from './channel-finding'
import { refreshedChannels } from './channel-rows'
import type { PaymentJournal } from './journal'
import { pairOf } from './limits'
import { type OfferedSignIn, offeredSignIn } from './offered-sign-ins'
import { type Circumstances, type RatedOption, rateOptions } from './options'
import { type PaymentPlan, readPlan, type SignInPlan } from './plan'
import type { PaymentRows } from './rows'
import { isLeftToPerson } from './sending'
import { type SignedBefore, signedFor } from './signed-challenges'
import { type PaymentTerms, type PlacedOption, readTermsText } from './terms'
import type { OfferParts } from './types'

/** Reasons of rows that cannot be paid whatever they cost. */
const unpayable = ['other-protocol', 'hidden'] as const

/** An offer as it stands in the worker's memory: read from its row again after the worker died. */
export interface Offer {
  terms: PaymentTerms
  rated: readonly RatedOption[]
  facts: ReadonlyMap<NetworkId, ChainFacts | null>
  /** When the chains were asked, Unix seconds by the clock of this device. */
  askedAt: number
  unreadable: number
  /** Opens it without paying again; `null` where there is no such way. */
  signIn: OfferedSignIn | null
}

/**
 * Unix seconds: the later of the clocks of the device and of the network that is paid on, because it ends validity
 * first. Other networks of the offer say nothing of it.
 */
export function nowOf({ facts, askedAt }: Pick<Offer, 'facts' | 'askedAt'>, networkId: NetworkId | null): number {
  const device = Math.floor(Date.now() / 1_000)
  const then = networkId === null ? null : (facts.get(networkId)?.now ?? null)
  return then === null ? device : Math.max(device, then + device - askedAt)
}

/**
 * Asks every chain of the options what it knows, and judges each option by it.
 * @returns `null` where nothing can be paid, and while the wallet is locked: limits and earlier payments are not known
 */
export async function rateOffer(
  row: Pick<PaymentRecord, 'bodyDigest' | 'id' | 'origin' | 'pageOrigin' | 'terms' | 'termsFrom' | 'url'>,
  account: Address,
  parts: OfferParts,
  rows: PaymentJournal,
): Promise<Offer | null> {
  const read = readTermsText(row.terms)
  if (read === null || !(await parts.isUnlocked())) return null
  const { terms, unreadable } = read
  const site = await parts.accessOf(pairOf(row).page)
  const options = terms.options.map((option): PlacedOption => {
    const { chainId } = option
    return { ...option, networkId: chainId === null ? null : (networkFor(chainId, site, parts.networks) ?? null) }
  })
  const askedAt = Math.floor(Date.now() / 1_000)
  const networkIds = [...new Set(options.flatMap(({ networkId }) => networkId ?? []))]
  const chains = new Map(
    await Promise.all(
      networkIds.map(async networkId => [networkId, await askChain(networkId, options, account, parts)] as const),
    ),
  )
  const readable = options.filter(({ networkId }) => networkId !== null)
  const salts = await readSalts(readable, lowerCaseAddress(account), row.origin, parts)
  const [seller, payments, busy, signedBefore, standing, caps, channels, sessionStartedAt] = await Promise.all([
    rows.site(row.origin),
    rows.known(),
    readBusyChannels(rows),
    readSignedBefore(options, row.id, rows),
    parts.ledger.standing(account),
    parts.database.getAll('paymentCaps'),
    refreshedChannels(
      { database: parts.database, connection: parts.networks.connection, now: parts.clock.now() },
      lowerCaseAddress(account),
      readable,
    ),
    parts.sessionStartedAt(),
  ])
  const times = { now: parts.clock.now(), sessionStartedAt, except: row.id }
  const since = Math.min(sessionStartedAt, times.now - windowMs.month)
  const rated = rateOptions(options, {
    account: lowerCaseAddress(account),
    origin: row.origin,
    chains: new Map([...chains].map(([networkId, asked]) => [networkId, asked.facts])),
    metadataOf: (networkId, token) => chains.get(networkId)?.metadata.get(token) ?? null,
    moneyOf: networkId => chains.get(networkId)?.money ?? noMoney,
    networkRisks: networkId => chains.get(networkId)?.risks ?? [],
    knownPayees: (networkId, token) =>
      (seller?.payees ?? [])
        .filter(known => known.networkId === networkId && known.token === token)
        .map(({ payee }) => payee),
    channelFor: option =>
      channelFor(option, lowerCaseAddress(account), channels, { salts, busy: new Set(busy.keys()) }),
    capsOn: ({ networkId, token }) =>
      networkId === null
        ? []
        : capsFor({ origin: row.origin, networkId, token }, caps, payments.signedOf(networkId, token, since), times),
    signedBefore: ({ index }) => signedBefore.get(index) ?? null,
    signedApart: (option, stake) => lastSignedApart(standing, option, stake),
    bodyDigest: row.bodyDigest,
    extensions: terms.extensions,
    sells: sellsFor(terms, row.origin),
    toldBy: row.termsFrom === 'page' ? row.pageOrigin : null,
    now: Math.floor(Date.now() / 1000),
  })
  return {
    terms,
    rated,
    askedAt,
    unreadable: unreadable.length,
    signIn: offeredSignIn(row, account, terms.extensions, payments.of(row.origin), parts),
    facts: new Map([...chains].map(([networkId, { facts }]) => [networkId, facts])),
  }
}

/**
 * Whose address is sold. A server behind a proxy knows its own scheme and port only as they are inside; another host
 * may be somebody else's, who need not deliver.
 */
export function sellsFor({ resourceUrl }: Pick<PaymentTerms, 'resourceUrl'>, origin: string): Circumstances['sells'] {
  if (resourceUrl === null) return 'this'
  const sold = URL.parse(resourceUrl)
  if (sold?.origin === origin) return 'this'
  return sold !== null && sold.hostname === URL.parse(origin)?.hostname ? 'same-host' : 'other-host'
}

/** The account's salts, if one of the options is a channel; also finds channels of it that the wallet forgot. */
async function readSalts(
  options: readonly PlacedOption[],
  account: Address,
  origin: string,
  { channelSalts, clock, database, networks }: OfferParts,
): Promise<Hex[]> {
  if (options.every(({ scheme }) => scheme !== 'batch-settlement')) return []
  const { connection, epoch } = networks
  // An account on a device has none, nor has a wallet that was locked just now: it is judged again once unlocked.
  return findAllChannels(options, account, count => channelSalts(account, count).catch(() => []), {
    database,
    connection,
    epoch,
    origin,
    now: clock.now(),
  })
}

/**
 * When the same amount of the same token was last signed over to the same payee by what is no HTTP 402 payment. A page
 * can pay by itself and ask for the price again.
 * @param rows of the ledger, of one account
 * @returns milliseconds since the epoch; `null` for never, and where all of them have ended
 */
export function lastSignedApart(
  rows: readonly Pick<
    AuthorizationRecord,
    'amount' | 'createdAt' | 'networkId' | 'recipient' | 'spender' | 'state' | 'token' | 'validBefore'
  >[],
  { networkId, payee, token }: Pick<PlacedOption, 'networkId' | 'payee' | 'token'>,
  stake: bigint,
): number | null {
  const now = BigInt(Math.floor(Date.now() / 1_000))
  const same = rows.filter(
    row =>
      row.networkId === networkId &&
      row.token === token &&
      (row.recipient ?? row.spender) === payee &&
      row.amount === stake &&
      row.state !== 'cancelled' &&
      (row.validBefore === null || row.validBefore > now),
  )
  return same.length === 0 ? null : Math.max(...same.map(({ createdAt }) => createdAt))
}

/** By the place of an option, what was signed before for its challenge, but for one payment. */
async function readSignedBefore(options: readonly PlacedOption[], except: string, rows: PaymentJournal) {
  const found = new Map<number, SignedBefore>()
  for (const { charge, index } of options) {
    const signed = charge === null ? null : await signedFor(charge, rows, except)
    if (signed !== null) found.set(index, signed.before)
  }
  return found
}

/** Payments that are signed and not answered, by the ids of their channels. Read from the disk, by their state. */
export async function readBusyChannels(rows: Pick<PaymentRows, 'inState'>): Promise<Map<string, PaymentRecord[]>> {
  return Map.groupBy(
    (await rows.inState('signed', 'sent')).filter(({ way }) => way === 'deposit' || way === 'voucher'),
    ({ plan }) => (plan === null ? '' : (readPlan(plan).channel?.channelId ?? '')),
  )
}

interface AskedChain {
  risks: readonly Risk[]
  facts: ChainFacts | null
  metadata: ReadonlyMap<Address, TokenMetadata | null>
  money: KnownMoney
}

async function askChain(
  networkId: NetworkId,
  options: readonly PlacedOption[],
  account: Address,
  { faults, networkRisks, networks, tokens }: OfferParts,
): Promise<AskedChain> {
  const unknown = (error: unknown): null => {
    faults.report('payments', error, networkId)
    return null
  }
  const wanted = [...new Set(options.filter(option => option.networkId === networkId).map(({ token }) => token))]
  const [facts, metadata, money, risks] = await Promise.all([
    readChainFacts(networks.connection(networkId), account, wanted).catch(unknown),
    Promise.all(wanted.map(async token => [token, await tokens.metadata(networkId, token).catch(unknown)] as const)),
    moneyOn(networkId, { networks, tokens }),
    networkRisks(networkId),
  ])
  return { facts, metadata: new Map(metadata), money, risks }
}

export function toPaymentView(
  row: PaymentRecord,
  offer: Offer | null,
  plan: PaymentPlan | SignInPlan | null,
  limits: PaymentLimitView[],
): PaymentView {
  const { id, origin, url, method, carrier, version } = row
  // A limit that was approved with it is there already.
  const planned = isLeftToPerson(row) && row.plan !== null ? { ...readPlan(row.plan), limit: null } : plan
  return {
    ...{ id, seller: origin, limits, url, method, carrier, version },
    description: cleaned(offer?.terms.description ?? null, 160),
    serviceName: cleaned(offer?.terms.serviceName ?? null, 40),
    options: (offer?.rated ?? []).map(toOptionView),
    unreadable: offer?.unreadable ?? 0,
    otherKinds: (offer?.terms.otherKinds ?? []).map(kind => cleanForeignText(kind, 60)),
    asks: isLeftToPerson(row) ? 'again' : (unpayable.find(reason => reason === row.reason) ?? 'terms'),
    signIn:
      offer?.signIn == null
        ? null
        : { isFirst: offer.signIn.isFirst, planned: plan !== null && 'message' in plan ? plan : null },
    planned: planned === null || 'message' in planned ? null : plannedView(planned),
  }
}

function plannedView({ accepted, validBefore, limit }: PaymentPlan): PaymentView['planned'] {
  const amount = (text: string) => toQuantity(BigInt(text))
  const allowed = limit && { most: amount(limit.most), perDay: amount(limit.perDay) }
  return { accepted, until: Number(validBefore) * 1_000, limit: allowed }
}

function toOptionView(rated: RatedOption): PaymentOptionView {
  const { option, way, metadata, stake, channel, obstacle, risks, caps } = rated
  const { index, networkId, token, payee, charge } = option
  return {
    ...{ index, way, networkId, token, payee, obstacle, risks, moves: movesOf(rated) },
    scheme: cleanForeignText(option.scheme, 30),
    network: cleanForeignText(option.network, 30),
    symbol: metadata?.symbol ?? null,
    decimals: metadata?.decimals ?? null,
    amount: toQuantity(option.amount),
    stake: toQuantity(stake),
    validForSeconds: option.maxTimeoutSeconds,
    realm: charge === null ? null : cleanForeignText(charge.challenge.realm, 80),
    caps: caps.map(({ most, spent, ...cap }) => ({ ...cap, most: toQuantity(most), spent: toQuantity(spent) })),
    channel: channel && {
      balance: toQuantity(channel.balance),
      charged: toQuantity(channel.charged),
      withdrawDelaySeconds: channel.config.withdrawDelay,
    },
  }
}

function movesOf({ deposit, option }: RatedOption): PaymentOptionView['moves'] {
  if (deposit !== null) return deposit === 0n ? 'voucher' : 'deposit'
  if (option.charge !== null) return 'promise'
  return option.flow === 'authorization' ? 'after' : 'before'
}

function cleaned(text: string | null, length: number): string | null {
  const clean = text === null ? '' : cleanForeignText(text, length)
  return clean === '' ? null : clean
}
