import type { Address } from 'viem'
import { bytesToHex, toHex } from 'viem/utils'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { RpcRequest } from '@/lib/chain/rpc/envelope'
import { hashStruct } from '@/lib/keys/shared/canonical/typed-data'
import type { ChainFacts, TokenFacts } from './chain-facts'
import type { Circumstances } from './options'
import type { PaymentPlan } from './plan'
import { type PaymentTerms, type PlacedOption, readTermsText, type TermsOption } from './terms'

export const account: Address = `0x${'a1'.repeat(20)}`
export const merchant: Address = `0x${'b2'.repeat(20)}`
export const dollar: Address = `0x${'d0'.repeat(20)}`
export const facilitator: Address = `0x${'f3'.repeat(20)}`
export const previewChain = 84538453
export const previewNetwork = firstNetworkOf(previewChain)
/** The options on the first network of each chain. */
export const placed = (options: readonly TermsOption[]): PlacedOption[] =>
  options.map(option => ({ ...option, networkId: option.chainId === null ? null : firstNetworkOf(option.chainId) }))
export const now = 1_790_000_000

/** One entry of `accepts`, as a server writes it. */
export function entry(changes: Record<string, unknown> = {}, extra: Record<string, unknown> = {}) {
  return {
    scheme: 'exact',
    network: `eip155:${previewChain}`,
    amount: '10000',
    asset: dollar,
    payTo: merchant,
    maxTimeoutSeconds: 300,
    extra: { name: 'Test Dollar', version: '1', ...extra },
    ...changes,
  }
}

export function termsOf(...accepts: unknown[]): PaymentTerms {
  const read = readTermsText(termsText(...accepts))
  if (read === null) throw new Error('these terms cannot be read')
  return read.terms
}

export function termsText(...accepts: unknown[]): string {
  return JSON.stringify({
    x402Version: 2,
    error: 'Payment required',
    resource: { url: 'https://shop.example/article', description: 'An article' },
    accepts,
    extensions: { eip2612GasSponsoring: { info: { description: 'd', version: '1' }, schema: {} } },
  })
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

export const dollarSeparator = bytesToHex(
  hashStruct(
    'EIP712Domain',
    { name: 'Test Dollar', version: '1', chainId: previewChain, verifyingContract: dollar },
    domainTypes,
  ),
)

export function factsOf(changes: Partial<TokenFacts> = {}): ChainFacts {
  const facts = {
    separator: dollarSeparator,
    balance: 10n ** 9n,
    allowance: 0n,
    permitNonce: 0n,
    name: 'Test Dollar',
    version: null,
    ...changes,
  }
  return { now, hasCode: false, tokens: new Map([[dollar, facts]]) }
}

export function circumstances(changes: Partial<Circumstances> = {}): Circumstances {
  const listed = [{ address: dollar, symbol: 'TUSD', name: 'Test Dollar', source: 'person', hidden: false } as const]
  return {
    account,
    origin: 'https://shop.example',
    chains: new Map([[previewNetwork, factsOf()]]),
    networkRisks: () => [],
    metadataOf: () => ({ symbol: 'TUSD', name: 'Test Dollar', decimals: 6 }),
    moneyOf: () => ({ nativeSymbol: 'ETH', tokens: listed }),
    knownPayees: () => [],
    channelFor: () => null,
    capsOn: () => [],
    signedBefore: () => null,
    signedApart: () => null,
    bodyDigest: null,
    extensions: { eip2612GasSponsoring: {} },
    sells: 'this',
    toldBy: null,
    now,
    ...changes,
  }
}

/** What the pay script hands over of an answer with these terms in its body. */
export function asPageTells(terms: string): string {
  return JSON.stringify([null, null, terms])
}

export const shop = 'https://shop.example'

/** The page of a shop, loaded and answered with 402. */
export const shopPage = {
  origin: shop,
  tabId: 1,
  carrier: 'navigation',
  method: 'GET',
  url: `${shop}/article`,
  bodyDigest: null,
  termsFrom: 'seller',
} as const

/** A cent for the article. */
export function planOf(changes: Partial<PaymentPlan> = {}): PaymentPlan {
  return {
    accepted: 0,
    way: 'eip3009',
    networkId: previewNetwork,
    chainId: previewChain,
    token: dollar,
    payee: merchant,
    amount: '10000',
    validBefore: String(now + 300),
    nonce: toHex(7n, { size: 32 }),
    typedData: [],
    depositSalt: null,
    channel: null,
    limit: null,
    ...changes,
  }
}

const zero = toHex(0n, { size: 32 })
const newestBlock = {
  number: '0x7',
  hash: zero,
  parentHash: zero,
  timestamp: toHex(now),
  gasLimit: '0x1',
  gasUsed: '0x0',
  transactions: [],
}

/**
 * A chain whose contracts answer calls so. If the function throws, the endpoint does not answer.
 * @param secondsAt Unix seconds of the block of a tag; `null` where it has no such block
 */
export function chainAnswering(
  ofCall: (params: unknown) => unknown,
  secondsAt: (tag: unknown) => number | null = () => now,
): Connection {
  const blockAt = (tag: unknown) => {
    const seconds = secondsAt(tag)
    return seconds === null ? null : { ...newestBlock, timestamp: toHex(seconds) }
  }
  const answer = ({ method, params }: RpcRequest) =>
    method === 'eth_call' ? ofCall(params) : blockAt(Array.isArray(params) ? params[0] : null)
  return {
    networkId: previewNetwork,
    chainId: previewChain,
    request: async (method, params, schema) => schema.parse(answer({ method, params })),
    passThrough: async (method, params) => answer({ method, params }),
    batch: async calls => calls.map(call => ({ ok: true, result: answer(call) })),
    subscribe: async () => () => undefined,
    socket: () => 'none',
    onSocket: () => () => undefined,
    others: async () => [],
    discredit: () => undefined,
    unread: () => undefined,
    isProposing: () => false,
    isDevelopment: () => false,
  }
}

/** In place of a part that is not needed. */
export function unneeded(): never {
  throw new Error('nothing of this is needed')
}
