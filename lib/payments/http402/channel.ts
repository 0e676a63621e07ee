import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { wordToBytes32 } from '@/lib/base/abi'
import { isSameHex, keccak256 } from '@/lib/base/hex'
import { hashOfTypedData } from '@/lib/keys/shared/canonical/typed-data'
import type { TypedData } from '@/lib/reading/typed-data/typed-data'
import type { ChannelRecord } from '@/lib/storage/payment-records'
import { type ChannelConfig, channelConfigSchema } from './plan'
import type { PlacedOption, TermsOption } from './terms'
import { addressIn, batchSettlement } from './ways'

export function readConfig(json: string): ChannelConfig {
  return channelConfigSchema.parse(JSON.parse(json))
}

/** A channel as it stands before a payment; one that does not exist yet has nothing in it. */
export interface ChannelUse {
  config: ChannelConfig
  channelId: Hex
  balance: bigint
  /** What the merchant may claim for answers so far. */
  charged: bigint
  /** Another payment of it is under way: what the next voucher has to say is not known yet. */
  isBusy: boolean
  /** The merchant shows a voucher that is not the payer's last one: nothing more is signed for it. */
  isDisputed: boolean
}

const configFields = [
  { name: 'payer', type: 'address' },
  { name: 'payerAuthorizer', type: 'address' },
  { name: 'receiver', type: 'address' },
  { name: 'receiverAuthorizer', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'withdrawDelay', type: 'uint40' },
  { name: 'salt', type: 'bytes32' },
]
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

export function channelDomain(chainId: number): TypedData['domain'] {
  return {
    name: 'x402 Batch Settlement',
    version: '1',
    chainId: String(chainId),
    verifyingContract: batchSettlement,
  }
}

/**
 * False for a channel that was found on the chain: vouchers were signed that the wallet has forgotten, and the receiver
 * may claim by them.
 */
export function isSignedKnown({ voucher }: Pick<ChannelRecord, 'voucher'>): boolean {
  return voucher !== null
}

/** The EIP-712 digest of its configuration, domain included. */
export function channelIdOf(config: ChannelConfig, chainId: number): Hex {
  return hashOfTypedData({
    types: { EIP712Domain: domainFields, ChannelConfig: configFields },
    primaryType: 'ChannelConfig',
    domain: channelDomain(chainId),
    message: { ...config, withdrawDelay: String(config.withdrawDelay) },
  })
}

/**
 * The nonce of the deposit's authorization: bound to the channel, so that the collector can put the money nowhere else.
 */
export function depositNonce(channelId: Hex, salt: Hex): Hex {
  return keccak256(`${channelId}${wordToBytes32(BigInt(salt)).slice(2)}`)
}

/** Seconds until deposited money is back once it is asked for. */
export function withdrawDelayOf({ extra }: Pick<TermsOption, 'extra'>): number {
  const { withdrawDelay } = extra
  return typeof withdrawDelay === 'number' && Number.isSafeInteger(withdrawDelay) ? withdrawDelay : 900
}

/** A channel's configuration without its salt: all that the terms say. `null` where they do not say it. */
function wantedConfig(option: TermsOption, account: Address): Omit<ChannelConfig, 'salt'> | null {
  const receiverAuthorizer = addressIn(option.extra.receiverAuthorizer)
  if (option.chainId === null || receiverAuthorizer === null) return null
  return {
    payer: account,
    payerAuthorizer: account,
    receiver: option.payee,
    receiverAuthorizer,
    token: option.token,
    withdrawDelay: withdrawDelayOf(option),
  }
}

/** The channels that this account may have under these terms, one for each salt. */
export function possibleChannels(
  option: TermsOption,
  account: Address,
  salts: readonly Hex[],
): { config: ChannelConfig; channelId: Hex }[] {
  const { chainId } = option
  const wanted = wantedConfig(option, account)
  if (chainId === null || wanted === null) return []
  return salts.map(salt => {
    const config = { ...wanted, salt }
    return { config, channelId: channelIdOf(config, chainId) }
  })
}

/**
 * The channel an option would use: the open one, or a new one with the account's first unused salt.
 * @param salts of the account, in their order
 * @param busy ids of channels with a payment under way
 * @returns `null` where the terms name none, and without an unused salt
 */
export function channelFor(
  option: PlacedOption,
  account: Address,
  known: readonly ChannelRecord[],
  { salts, busy }: { salts: readonly Hex[]; busy: ReadonlySet<string> },
): ChannelUse | null {
  const wanted = wantedConfig(option, account)
  if (wanted === null) return null
  for (const row of known) {
    if (row.networkId !== option.networkId || (row.state !== 'open' && row.state !== 'opening')) continue
    // A voucher below a forgotten one would pay for nothing.
    if (!isSignedKnown(row)) continue
    const config = readConfig(row.config)
    if (Object.entries(wanted).some(([key, value]) => config[key as keyof typeof wanted] !== value)) continue
    const { channelId, deposited: balance, charged } = row
    return {
      config,
      channelId,
      balance,
      charged: correctedBy(option, row) ?? charged,
      isBusy: busy.has(channelId),
      isDisputed: isDisputed(option, row),
    }
  }
  // On whatever network: a voucher of a channel on a fork would be good for the same channel on the chain itself.
  const used = new Set(known.map(({ channelId }) => channelId))
  const fresh = possibleChannels(option, account, salts).find(({ channelId }) => !used.has(channelId))
  if (fresh === undefined) return null
  return { ...fresh, balance: 0n, charged: 0n, isBusy: busy.has(fresh.channelId), isDisputed: false }
}

const voucherSchema = z.object({ maxClaimableAmount: z.string(), signature: z.string() })
const amount = z.string().check(z.regex(/^\d{1,39}$/))
const stateSchema = z.lazy(() =>
  z.object({
    channelState: z.object({ channelId: z.string(), chargedCumulativeAmount: amount }),
    voucherState: z.object({ signedMaxClaimable: amount, signature: z.string() }),
  }),
)

/**
 * What the merchant counts so far, as far as it shows the payer's own last voucher for it; `null` where it shows none.
 */
export function correctedBy(
  { extra }: Pick<TermsOption, 'extra'>,
  row: Pick<ChannelRecord, 'channelId' | 'voucher' | 'signed'>,
): bigint | null {
  const shown = stateSchema.safeParse(extra)
  if (!shown.success || row.voucher === null) return null
  const { channelState, voucherState } = shown.data
  const own = voucherSchema.parse(JSON.parse(row.voucher))
  const charged = BigInt(channelState.chargedCumulativeAmount)
  const isOwn =
    isSameHex(channelState.channelId, row.channelId) &&
    isSameHex(voucherState.signature, own.signature) &&
    BigInt(voucherState.signedMaxClaimable) === BigInt(own.maxClaimableAmount)
  return isOwn && charged <= row.signed ? charged : null
}

function isDisputed({ extra }: TermsOption, row: ChannelRecord): boolean {
  return stateSchema.safeParse(extra).success && correctedBy({ extra }, row) === null
}

const chargeSchema = z.object({ chargedAmount: z.optional(amount) })

/**
 * What the merchant says it charged for this answer (`PAYMENT-RESPONSE`, `extra.chargedAmount`); `null` where it does
 * not say.
 */
export function chargedIn(extra: Readonly<Record<string, unknown>> | null | undefined): bigint | null {
  const read = chargeSchema.safeParse(extra)
  return read.success && read.data.chargedAmount !== undefined ? BigInt(read.data.chargedAmount) : null
}
