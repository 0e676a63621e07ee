import { type Address, type Hex, zeroAddress } from 'viem'
import { hexOf } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { hashStruct } from '@/lib/keys/shared/canonical/typed-data'
import type { TokenMetadata } from '@/lib/reading/calls/description'
import { lookAlikeToken } from '@/lib/reading/risk/look-alike-token'
import { type Risk, risk } from '@/lib/reading/risk/risk'
import type { KnownMoney } from '@/lib/reading/tokens/known-money'
import { type CapUse, exceeded } from './caps'
import type { ChainFacts, TokenFacts } from './chain-facts'
import { type ChannelUse, withdrawDelayOf } from './channel'
import { digestIn } from './machine-payments'
import type { SignedBefore } from './signed-challenges'
import type { PlacedOption, TermsOption } from './terms'
import { addressIn, type OptionWay, sponsoringKey, trust, wayOf } from './ways'

/** Why an option cannot be paid: a key of the message catalogue (`payment_obstacle_<code>`). */
export type Obstacle =
  | 'scheme'
  | 'network'
  | 'unreachable'
  | 'token'
  | 'domain'
  | 'domain-unknown'
  | 'payee'
  | 'amount'
  | 'validity-short'
  | 'validity-long'
  | 'balance'
  | 'allowance'
  | 'facilitator'
  | 'voucher'
  | 'channel-device'
  | 'channel-busy'
  | 'challenge-signed'
  | 'challenge-changed'
  | 'challenge-body'

/** An option and what the wallet found out about it. */
export interface RatedOption {
  option: PlacedOption
  way: OptionWay | null
  metadata: TokenMetadata | null
  /** The most that choosing it puts at stake: price, maximum, or deposit. */
  stake: bigint
  /** For a channel: what is deposited now; 0n where the channel's money covers the price. `null` elsewhere. */
  deposit: bigint | null
  channel: ChannelUse | null
  /** A permit has to ride along, because Permit2 may not take the token yet; its EIP-2612 nonce. */
  permit: { nonce: bigint } | null
  obstacle: Obstacle | null
  /** The caps it falls under, with what counts against them. */
  caps: readonly CapUse[]
  risks: Risk[]
}

/** The facts by which options are rated. A missing fact is stated, never guessed. */
export interface Circumstances {
  account: Address
  origin: string
  /** Networks of the options, with what their chains said; `null` for one that did not answer. */
  chains: ReadonlyMap<NetworkId, ChainFacts | null>
  metadataOf(networkId: NetworkId, token: Address): TokenMetadata | null
  /** What has to be said of every signature for that network, where a chain with money takes it too. */
  networkRisks(networkId: NetworkId): readonly Risk[]
  /** What money there is on that network. */
  moneyOf(networkId: NetworkId): KnownMoney
  /** To whom this origin was paid before, on that network in that token. */
  knownPayees(networkId: NetworkId, token: Address): readonly Address[]
  /** The channel that this option would use. */
  channelFor(option: PlacedOption): ChannelUse | null
  capsOn(option: PlacedOption): readonly CapUse[]
  /** Whether the challenge of this option, or another one under its id, was signed for before. */
  signedBefore(option: TermsOption): SignedBefore | null
  /** When the account last signed, outside of HTTP 402, the very payment that an option asks for; ms. */
  signedApart(option: PlacedOption, stake: bigint): number | null
  /** SHA-256 of the request's body; `null` without one. */
  bodyDigest: Hex | null
  extensions: Readonly<Record<string, unknown>> | null
  /** Whose address it sells: its own, its own host by another scheme or port, or another host's. */
  sells: 'this' | 'same-host' | 'other-host'
  /** Origin of the page that told the terms, where they could not be read from the seller. */
  toldBy: string | null
  /** Unix seconds of this device. */
  now: number
}

/** A facilitator refuses what ends within six seconds, and a person needs some too. */
export const shortestValidity = 10
const longestValidity = 7 * 86_400
const hour = 3_600
const largeDeposit = { caution: 20n, danger: 100n }
const longDelay = 7 * 86_400
const skewSeconds = 30

/** Every option with its obstacle and risks; the best that can be paid first: trust, price, a nonce of its own. */
export function rateOptions(options: readonly PlacedOption[], circumstances: Circumstances): RatedOption[] {
  return options.map(option => rate(option, circumstances)).sort(byMerit)
}

function byMerit(left: RatedOption, right: RatedOption): number {
  const payable = Number(left.obstacle !== null) - Number(right.obstacle !== null)
  if (payable !== 0) return payable
  const trusted = (left.way === null ? 9 : trust[left.way]) - (right.way === null ? 9 : trust[right.way])
  if (trusted !== 0) return trusted
  const comparable = left.option.networkId === right.option.networkId && left.option.token === right.option.token
  if (comparable && left.stake !== right.stake) return left.stake < right.stake ? -1 : 1
  // The nonce of a challenge is its own: whatever this wallet forgets, the token takes it once.
  const challenged = Number(left.option.charge === null) - Number(right.option.charge === null)
  if (challenged !== 0) return challenged
  return left.option.index - right.option.index
}

function rate(offered: PlacedOption, circumstances: Circumstances): RatedOption {
  const way = wayOf(offered)
  const facts = offered.networkId === null ? undefined : circumstances.chains.get(offered.networkId)
  const token = facts?.tokens.get(offered.token)
  const option = completed(offered, token, Math.max(circumstances.now, facts?.now ?? 0))
  const metadata = option.networkId === null ? null : circumstances.metadataOf(option.networkId, option.token)
  const channel = way === 'channel' ? circumstances.channelFor(option) : null
  const deposit = channel === null ? null : depositFor(option, channel.balance - channel.charged)
  const stake = deposit === null || deposit === 0n ? option.amount : deposit
  const lacksAllowance =
    (way === 'permit2' || way === 'upto') && token?.allowance != null && token.allowance < option.amount
  const isSponsored = circumstances.extensions?.[sponsoringKey] !== undefined
  // A permit under another domain is refused; an allowance of one's own needs none.
  const permit =
    lacksAllowance && isSponsored && token.permitNonce !== null && isDomainOf(option, token)
      ? { nonce: token.permitNonce }
      : null
  const caps = circumstances.capsOn(option)
  const rated = { option, way, metadata, stake, deposit, channel, permit, caps }
  return {
    ...rated,
    obstacle:
      challengeObstacle(rated, circumstances) ?? obstacleOf(rated, facts, token, { ...circumstances, lacksAllowance }),
    risks: risksOf(rated, facts ?? null, circumstances),
  }
}

/**
 * A challenge says when it ends, not for how long it is good, and leaves the token's domain to the payer.
 * @param now Unix seconds, the later of device and chain
 */
function completed(option: PlacedOption, token: TokenFacts | undefined, now: number): PlacedOption {
  const { charge } = option
  if (charge === null) return option
  const maxTimeoutSeconds = charge.until === null ? option.maxTimeoutSeconds : Math.max(0, charge.until - now)
  const { name, version, separator } = token ?? { name: null, version: null, separator: null }
  if (name === null || separator === null) return { ...option, maxTimeoutSeconds }
  const domains = (version === null ? ['1', '2'] : [version]).map(one => ({ name, version: one }))
  const domain = domains.find(one => isDomainOf({ ...option, domain: one }, { separator })) ?? null
  return { ...option, maxTimeoutSeconds, domain }
}

/** What only a challenge can have against it: it pays for one request, and once. */
function challengeObstacle(
  { option, way }: Pick<RatedOption, 'option' | 'way'>,
  { bodyDigest, signedBefore }: Pick<Circumstances, 'bodyDigest' | 'signedBefore'>,
): Obstacle | null {
  const { charge } = option
  if (charge === null || way === null) return null
  if (charge.challenge.digest !== null && digestIn(charge.challenge) !== bodyDigest) return 'challenge-body'
  const before = signedBefore(option)
  return before === null ? null : before === 'same' ? 'challenge-signed' : 'challenge-changed'
}

function obstacleOf(
  { option, way, metadata, stake, deposit, channel, permit }: Omit<RatedOption, 'obstacle' | 'risks'>,
  facts: ChainFacts | null | undefined,
  token: TokenFacts | undefined,
  { account, lacksAllowance }: Pick<Circumstances, 'account'> & { lacksAllowance: boolean },
): Obstacle | null {
  if (way === null) return 'scheme'
  if (option.networkId === null || facts === undefined) return 'network'
  if (facts === null || token === undefined) return 'unreachable'
  if (metadata === null) return 'token'
  // A transfer of nothing is one all the same: official sellers ask for it below one unit of the token.
  const isTransfer = option.charge === null && (way === 'eip3009' || way === 'permit2')
  if (option.amount === 0n && !isTransfer) return 'amount'
  if (option.payee === zeroAddress || option.payee === option.token || option.payee === account) return 'payee'
  if (option.maxTimeoutSeconds < shortestValidity) return 'validity-short'
  if (option.maxTimeoutSeconds > longestValidity) return 'validity-long'
  if (way === 'upto' && addressIn(option.extra.facilitatorAddress) === null) return 'facilitator'
  if (way === 'channel' && channel === null)
    return addressIn(option.extra.receiverAuthorizer) === null ? 'facilitator' : 'channel-device'
  if (channel?.isBusy === true) return 'channel-busy'
  if (channel?.isDisputed === true) return 'voucher'
  if (lacksAllowance && permit === null) return 'allowance'
  // Permit2 has a domain of its own: the token's is needed only where the token itself checks a signature.
  const isOfToken = way === 'eip3009' || way === 'channel'
  if (isOfToken && option.charge !== null && option.domain === null) return 'domain-unknown'
  if (isOfToken && !isDomainOf(option, token)) return 'domain'
  const due = deposit ?? stake
  if (token.balance === null || token.balance < due) return 'balance'
  return null
}

/**
 * The name and version the server gives are the ones by which the token checks signatures (EIP-712 §domainSeparator).
 */
function isDomainOf(
  { domain, chainId, token }: Pick<TermsOption, 'domain' | 'chainId' | 'token'>,
  { separator }: Pick<TokenFacts, 'separator'>,
): boolean {
  if (domain === null || chainId === null || separator === null) return false
  const named = { ...domain, chainId, verifyingContract: token }
  return hexOf(hashStruct('EIP712Domain', named, domainTypes)) === separator
}

const domainTypes = new Map([
  [
    'EIP712Domain',
    [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
  ],
])

/**
 * What goes into the channel: nothing while its money covers the price, else what the server wants at least, and ten
 * prices where it says nothing.
 */
function depositFor({ amount, extra }: TermsOption, left: bigint): bigint {
  if (left >= amount) return 0n
  const announced =
    typeof extra.minDeposit === 'string' && /^\d{1,78}$/.test(extra.minDeposit) ? BigInt(extra.minDeposit) : 0n
  const usual = announced > amount ? announced : amount * 10n
  const missing = amount - left
  return usual > missing ? usual : missing
}

function risksOf(
  { option, way, metadata, stake, deposit, caps }: Omit<RatedOption, 'obstacle' | 'risks'>,
  facts: ChainFacts | null,
  { knownPayees, moneyOf, networkRisks, sells, signedApart, toldBy, now }: Circumstances,
): Risk[] {
  const { networkId, token, payee } = option
  const risks: Risk[] = networkId === null ? [] : [...networkRisks(networkId)]
  if (networkId !== null && metadata !== null) {
    const money = moneyOf(networkId)
    const imitates = lookAlikeToken({ address: token, ...metadata }, money)
    const isVouchedFor = money.tokens.some(
      ({ address, source, hidden }) => address === token && source !== 'found' && !hidden,
    )
    risks.push(...imitates)
    if (imitates.length === 0 && !isVouchedFor)
      risks.push(risk('caution', 'payment-token-unlisted', { symbol: metadata.symbol }))
    const before = knownPayees(networkId, token)
    if (before.length > 0 && !before.includes(payee))
      risks.push(risk('danger', 'payment-payee-changed', { known: before.at(-1) ?? payee }))
  }
  // ERC-1271: with code, a token or facilitator asks it, and code that does not answer refuses every signature.
  if (facts?.hasCode === true) risks.push(risk('caution', 'payment-account-code'))
  if (exceeded(stake, caps) !== null) risks.push(risk('caution', 'payment-above-cap'))
  const apart = signedApart(option, stake)
  if (apart !== null) risks.push(risk('caution', 'payment-signed-apart', { time: String(apart) }))
  if (toldBy !== null) risks.push(risk('caution', 'payment-terms-from-page', { page: toldBy }))
  if (sells === 'other-host') risks.push(risk('danger', 'payment-other-resource'))
  if (sells === 'same-host') risks.push(risk('note', 'payment-other-address'))
  if (option.flow !== 'authorization') risks.push(risk('caution', 'payment-before'))
  const ahead = facts?.now == null ? 0 : now - facts.now
  // The later of two clocks that differ counts for the end: the network takes the payment for longer by the difference.
  const validFor = option.maxTimeoutSeconds + (ahead > skewSeconds ? ahead : 0)
  if (validFor > hour) risks.push(risk('caution', 'payment-valid-long', { hours: String(Math.ceil(validFor / hour)) }))
  if (way === 'channel' && deposit !== null && deposit > 0n && option.amount > 0n) {
    const prices = deposit / option.amount
    if (prices >= largeDeposit.caution)
      risks.push(
        risk(prices >= largeDeposit.danger ? 'danger' : 'caution', 'payment-deposit-large', { times: String(prices) }),
      )
    const delay = withdrawDelayOf(option)
    if (delay > longDelay) risks.push(risk('caution', 'channel-delay', { days: String(Math.floor(delay / 86_400)) }))
  }
  if (Math.abs(ahead) > skewSeconds) risks.push(risk('caution', 'payment-clock', { seconds: String(Math.abs(ahead)) }))
  return risks
}
