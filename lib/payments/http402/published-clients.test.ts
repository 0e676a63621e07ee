import { decodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentPayloadResult, PaymentRequirements } from '@x402/core/types'
import type { ClientEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import fc from 'fast-check'
import { type Address, getAddress, type Hex, type hashTypedData, toHex } from 'viem'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { firstNetworkOf } from '@/lib/base/network-id'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import { channelFor } from './channel'
import { circumstances, entry, factsOf, placed, termsOf, termsText } from './fixtures.fixture'
import { makePlan } from './make-plan'
import { type RatedOption, rateOptions } from './options'
import { headerOf, signedPayload } from './payload'
import type { PaymentPlan } from './plan'
import {
  generatedAddress as address,
  generatedAmount as amount,
  digestAsSignature,
  generatedTerms,
  generatedName as name,
  separatorOf,
  generatedWord as word,
} from './published-clients.fixture'
import { permit2Address } from './ways'

/**
 * The authors' own clients judge what the wallet makes: the same payload, and the same digests under its signatures.
 */

const generated = fc.record({
  way: fc.constantFrom('eip3009', 'permit2', 'upto', 'channel'),
  account: address,
  token: address,
  payee: address,
  /** The facilitator of a maximum, or the one who claims from a channel. */
  operator: address,
  hasChecksums: fc.boolean(),
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  amount,
  name,
  version: name,
  seconds: fc.integer({ min: 10, max: 7 * 86_400 }),
  permitNonce: fc.bigInt({ min: 0n, max: 2n ** 64n }),
  allowance: fc.option(amount, { nil: 0n }),
  isPlain: fc.boolean(),
  withdrawDelay: fc.integer({ min: 900, max: 30 * 86_400 }),
  minDeposit: fc.option(amount, { nil: undefined }),
  salt: word,
  /** What is in the channel already, and what of it was charged. */
  balance: fc.bigInt({ min: 0n, max: 2n ** 97n }),
  charged: fc.bigInt({ min: 0n, max: 2n ** 96n }),
})
type Generated = typeof generated extends fc.Arbitrary<infer Value> ? Value : never

const schemes = { eip3009: 'exact', permit2: 'exact', upto: 'upto', channel: 'batch-settlement' } as const

/** The seller's entry, as it may write it. */
function entryFor(given: Generated) {
  const written = (value: Address) => (given.hasChecksums ? getAddress(value) : value)
  const hasDomain = given.way === 'eip3009' || given.way === 'channel' || !given.isPlain
  return entry({
    scheme: schemes[given.way],
    network: `eip155:${given.chainId}`,
    amount: given.amount.toString(),
    asset: written(given.token),
    payTo: written(given.payee),
    maxTimeoutSeconds: given.seconds,
    extra: {
      ...(hasDomain ? { name: given.name, version: given.version } : {}),
      ...(given.way === 'permit2' || given.way === 'upto' ? { assetTransferMethod: 'permit2' } : {}),
      ...(given.way === 'upto' ? { facilitatorAddress: written(given.operator) } : {}),
      ...(given.way === 'channel'
        ? {
            receiverAuthorizer: written(given.operator),
            withdrawDelay: given.withdrawDelay,
            ...(given.minDeposit === undefined ? {} : { minDeposit: given.minDeposit.toString() }),
          }
        : {}),
    },
  })
}

function rated(given: Generated): RatedOption | undefined {
  const { account, chainId, token } = given
  const domain = { name: given.name, version: given.version, chainId, verifyingContract: token }
  const separator = separatorOf(domain)
  const facts = {
    ...factsOf(),
    tokens: new Map([
      [
        token,
        {
          separator,
          balance: 2n ** 200n,
          allowance: given.isPlain ? given.amount : given.allowance,
          permitNonce: given.permitNonce,
          name: given.name,
          version: given.version,
        },
      ],
    ]),
  }
  const [one] = rateOptions(
    placed(termsOf(entryFor(given)).options),
    circumstances({
      account,
      chains: new Map([[firstNetworkOf(chainId), facts]]),
      channelFor: option => {
        const fresh = channelFor(option, account, [], { salts: [given.salt], busy: new Set() })
        const charged = given.charged % (given.balance + 1n)
        return fresh === null ? null : { ...fresh, balance: given.balance, charged }
      },
    }),
  )
  return one
}

/** What the authors' client makes of the same entry. */
async function published(given: Generated, { channel, deposit }: RatedOption): Promise<PaymentPayloadResult> {
  const reads: Record<string, bigint> = {
    allowance: given.isPlain ? given.amount : given.allowance,
    nonces: given.permitNonce,
  }
  const signer: ClientEvmSigner = {
    address: getAddress(given.account),
    signTypedData: async wanted => digestAsSignature(wanted as Parameters<typeof hashTypedData>[0]),
    readContract: async ({ functionName }) => reads[functionName],
  }
  const state = { balance: String(channel?.balance), chargedCumulativeAmount: String(channel?.charged) }
  const clients = {
    exact: new ExactEvmScheme(signer),
    upto: new UptoEvmScheme(signer),
    'batch-settlement': new BatchSettlementEvmScheme(signer, {
      salt: given.salt,
      storage: { get: async () => state, set: async () => undefined, delete: async () => undefined },
      depositStrategy: () => (deposit !== null && deposit > 0n ? deposit : false),
    }),
  }
  const extensions = { eip2612GasSponsoring: { info: {}, schema: {} } }
  return clients[schemes[given.way]].createPaymentPayload(2, entryFor(given) as PaymentRequirements, { extensions })
}

const drawnSchema = z.union([
  z.object({ authorization: z.object({ nonce: z.string(), validBefore: z.string() }) }),
  z.object({ permit2Authorization: z.object({ nonce: z.string(), deadline: z.string() }) }),
  z.object({
    deposit: z.object({
      authorization: z.object({ erc3009Authorization: z.object({ salt: z.string(), validBefore: z.string() }) }),
    }),
  }),
  z.object({ type: z.literal('voucher') }),
])

/** What the client drew and when: the wallet's side is given the same. */
function drawnBy({ payload }: PaymentPayloadResult): { drawn: bigint; end: number } {
  const made = drawnSchema.parse(payload)
  if ('authorization' in made)
    return { drawn: BigInt(made.authorization.nonce), end: Number(made.authorization.validBefore) }
  if ('permit2Authorization' in made)
    return { drawn: BigInt(made.permit2Authorization.nonce), end: Number(made.permit2Authorization.deadline) }
  if ('deposit' in made) {
    const { salt, validBefore } = made.deposit.authorization.erc3009Authorization
    return { drawn: BigInt(salt), end: Number(validBefore) }
  }
  return { drawn: 0n, end: 0 }
}

function signaturesOf({ typedData }: PaymentPlan): Hex[] {
  return typedData.map(json => digestAsSignature(readTypedData(json) as Parameters<typeof hashTypedData>[0]))
}

/** Receiver and token of a channel are echoed by the client as the seller wrote them, and have checksums here. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (_key, member: unknown) =>
    typeof member === 'string' && /^0x[0-9a-fA-F]{40}$/.test(member) ? getAddress(member) : member,
  )
}

it('every payload is the one that the published clients make of the same terms, and so is what is signed', async () => {
  const ways = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(generated, async given => {
      const option = rated(given)
      fc.pre(option !== undefined && option.obstacle === null && given.token !== permit2Address)
      if (option === undefined) return
      const theirs = await published(given, option)
      const { drawn, end } = drawnBy(theirs)
      const plan = makePlan(option, {
        account: given.account,
        now: end - given.seconds,
        draw: () => toHex(drawn, { size: 32 }),
      })
      const ours = signedPayload(plan, given.account, signaturesOf(plan))
      expect(comparable(ours.payload)).toEqual(comparable(theirs.payload))
      expect(comparable(ours.extensions)).toEqual(comparable(theirs.extensions))
      const kind = `${plan.way} ${plan.typedData.length}`
      ways.set(kind, (ways.get(kind) ?? 0) + 1)
    }),
    { numRuns: generatedTerms },
  )
  // Each way was met, the permit that rides along included.
  expect([...ways.keys()].sort()).toEqual([
    'deposit 2',
    'eip3009 1',
    'permit2 1',
    'permit2 2',
    'upto 1',
    'upto 2',
    'voucher 1',
  ])
}, 600_000)

it('the header is one that the published codec reads, with the entry as the seller wrote it', () => {
  fc.assert(
    fc.property(generated, given => {
      const option = rated(given)
      fc.pre(option !== undefined && option.obstacle === null)
      if (option === undefined) return
      const plan = makePlan(option, { account: given.account, now: 1_790_000_000 })
      const signatures = signaturesOf(plan)
      const row = { id: 'a'.repeat(16), version: 2, terms: termsText(entryFor(given)) } as const
      const decoded = decodePaymentSignatureHeader(headerOf(row, plan, given.account, signatures))
      expect(decoded.accepted).toEqual(entryFor(given))
      for (const signature of signatures) expect(JSON.stringify(decoded)).toContain(signature)
    }),
  )
})

it('a nonce is drawn for every payment', () => {
  const [one] = rateOptions(placed(termsOf(entry()).options), circumstances())
  if (one === undefined) throw new Error('there is one')
  const parts = { account: circumstances().account, now: 1_790_000_000 }
  const plans = Array.from({ length: 20 }, () => makePlan(one, parts))
  expect(new Set(plans.map(({ nonce }) => nonce)).size).toBe(20)
  expect(plans.every(({ nonce }) => /^0x[0-9a-f]{64}$/.test(nonce))).toBe(true)
})
