import { x402Client, x402HTTPClient } from '@x402/core/client'
import type { ClientEvmSigner, FacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client'
import { ExactEvmSchemeV1 as ExactEvmFacilitatorV1 } from '@x402/evm/exact/v1/facilitator'
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1'
import fc from 'fast-check'
import { type Address, getAddress, type Hex, type hashTypedData, toHex, verifyTypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { firstNetworkOf } from '@/lib/base/network-id'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import { fromBase64 } from './base64'
import { circumstances, factsOf, placed } from './fixtures.fixture'
import { makePlan } from './make-plan'
import { type RatedOption, rateOptions } from './options'
import { headerNameOf, headerOf } from './payload'
import {
  digestAsSignature,
  generatedAddress,
  generatedAmount,
  generatedName,
  generatedTerms,
  separatorOf,
} from './published-clients.fixture'
import { readTermsText } from './terms'

/**
 * The authors' own client of version 1 judges what the wallet makes of terms of version 1: the same header, and the
 * same digest under its signature.
 */

/** The names that the authors' packages have for networks of version 1. */
const networks = z.record(z.string(), z.number()).parse(EVM_NETWORK_CHAIN_ID_MAP)

const generated = fc.record({
  network: fc.constantFrom(...Object.keys(networks)),
  account: generatedAddress,
  token: generatedAddress,
  payee: generatedAddress,
  hasChecksums: fc.boolean(),
  amount: generatedAmount,
  name: generatedName,
  version: generatedName,
  seconds: fc.integer({ min: 10, max: 7 * 86_400 }),
  /** What only terms of version 2 say: no scheme of version 1 has a meaning for it. */
  assetTransferMethod: fc.constantFrom(undefined, 'eip3009', 'permit2'),
})
type Generated = typeof generated extends fc.Arbitrary<infer Value> ? Value : never

/** The seller's entry, as it may write it (x402 v1 §5.1). */
function entryFor(given: Generated) {
  const written = (value: Address) => (given.hasChecksums ? getAddress(value) : value)
  const { name, version, assetTransferMethod } = given
  return {
    scheme: 'exact',
    network: given.network,
    maxAmountRequired: given.amount.toString(),
    asset: written(given.token),
    payTo: written(given.payee),
    resource: 'https://shop.example/article',
    description: 'An article',
    mimeType: 'application/json',
    outputSchema: null,
    maxTimeoutSeconds: given.seconds,
    extra: { name, version, ...(assetTransferMethod === undefined ? {} : { assetTransferMethod }) },
  }
}

function termsWith(...accepts: unknown[]): string {
  return JSON.stringify({ x402Version: 1, error: 'X-PAYMENT header is required', accepts })
}

/** The only option of these terms, on a chain where the account has money. */
function rated(given: Generated, terms: string): RatedOption {
  const chainId = networks[given.network] ?? 0
  const { name, version, token } = given
  const separator = separatorOf({ name, version, chainId, verifyingContract: token })
  const allowance = 2n ** 200n
  const tokens = new Map([[token, { separator, balance: allowance, allowance, permitNonce: 0n, name, version }]])
  const [option] = rateOptions(
    placed(readTermsText(terms)?.terms.options ?? []),
    circumstances({
      account: given.account,
      chains: new Map([[firstNetworkOf(chainId), { ...factsOf(), tokens }]]),
    }),
  )
  if (option === undefined) throw new Error('these terms cannot be read')
  return option
}

/** The header by its name, as the authors' client makes it of the same terms. */
async function published(given: Generated, terms: string): Promise<Record<string, string>> {
  const signer: ClientEvmSigner = {
    address: getAddress(given.account),
    signTypedData: async wanted => digestAsSignature(wanted as Parameters<typeof hashTypedData>[0]),
  }
  const client = new x402Client().registerV1(given.network, new ExactEvmSchemeV1(signer)).setSpendControls(false)
  const http = new x402HTTPClient(client)
  const required = http.getPaymentRequiredResponse(() => null, JSON.parse(terms))
  return http.encodePaymentSignatureHeader(await http.createPaymentPayload(required))
}

const payment = z.object({
  payload: z.object({ authorization: z.object({ nonce: z.string(), validBefore: z.string() }) }),
})

const isPayable = (given: Generated) =>
  given.payee !== given.token && given.payee !== given.account && given.token !== given.account

afterEach(() => {
  vi.useRealTimers()
})

it('every header is the one that the published client of version 1 makes of the same terms, and so is what is signed', async () => {
  // Their authorization begins 600 seconds before their clock, and the wallet's at zero: at this time both do.
  vi.useFakeTimers({ toFake: ['Date'], now: 600_000 })
  const met = new Set<string>()
  await fc.assert(
    fc.asyncProperty(generated.filter(isPayable), async given => {
      const terms = termsWith(entryFor(given))
      const theirs = await published(given, terms)
      const [[name = '', value = ''] = []] = Object.entries(theirs)
      const { nonce, validBefore } = payment.parse(JSON.parse(fromBase64(value) ?? '')).payload.authorization
      const option = rated(given, terms)
      expect(option.obstacle).toBe(null)
      const now = Number(validBefore) - given.seconds
      const plan = makePlan(option, { account: given.account, now, draw: () => toHex(BigInt(nonce), { size: 32 }) })
      const signatures = plan.typedData.map(json =>
        digestAsSignature(readTypedData(json) as Parameters<typeof hashTypedData>[0]),
      )
      const row = { id: 'a'.repeat(16), version: 1, terms, accepted: 0 } as const
      expect({ [headerNameOf(row)]: headerOf(row, plan, given.account, signatures) }).toEqual({ [name]: value })
      met.add(given.network)
    }),
    { numRuns: generatedTerms },
  )
  expect([...met].sort()).toEqual(Object.keys(networks).sort())
}, 600_000)

it('the published facilitator of version 1 takes a payment that is valid from the beginning of time', async () => {
  const payer = privateKeyToAccount(`0x${'a1'.repeat(32)}`)
  const calls: unknown[] = []
  const signer: FacilitatorEvmSigner = {
    getAddresses: () => [],
    verifyTypedData: async asked => verifyTypedData(asked as Parameters<typeof verifyTypedData>[0]),
    // The simulated transfer: what a chain does with it is judged where the wallet pays the shop.
    readContract: async asked => void calls.push(asked.functionName),
    getCode: async () => undefined,
    writeContract: unneeded,
    sendTransaction: unneeded,
    waitForTransactionReceipt: unneeded,
  }
  const facilitator = new ExactEvmFacilitatorV1(signer)
  await fc.assert(
    fc.asyncProperty(generated.filter(isPayable), async drawn => {
      const given = { ...drawn, account: payer.address.toLowerCase() as Address }
      const entry = entryFor(given)
      const terms = termsWith(entry)
      const plan = makePlan(rated(given, terms), { account: given.account, now: Math.floor(Date.now() / 1_000) })
      const signatures: Hex[] = []
      for (const json of plan.typedData) {
        const wanted = readTypedData(json) as Parameters<typeof payer.signTypedData>[0]
        signatures.push(await payer.signTypedData(wanted))
      }
      const row = { id: 'a'.repeat(16), version: 1, terms } as const
      const sent = JSON.parse(fromBase64(headerOf(row, plan, given.account, signatures)) ?? '')
      // The requirements as they come over HTTP.
      const requirements = JSON.parse(JSON.stringify(entry))
      const verdict = await facilitator.verify(sent, requirements)
      expect(verdict).toMatchObject({ isValid: true, payer: payer.address })
    }),
    { numRuns: 50 },
  )
  expect(new Set(calls)).toEqual(new Set(['transferWithAuthorization']))
})

it.each(['upto', 'batch-settlement'])('the scheme %s is none of version 1, and is not paid', scheme => {
  fc.assert(
    fc.property(generated.filter(isPayable), given => {
      const operator = given.payee
      const extra = { facilitatorAddress: operator, receiverAuthorizer: operator, assetTransferMethod: 'eip3009' }
      const entry = { ...entryFor(given), scheme }
      for (const added of [{}, extra, { ...extra, assetTransferMethod: 'permit2' }]) {
        const terms = termsWith({ ...entry, extra: { ...entry.extra, ...added } })
        expect(rated(given, terms).obstacle).toBe('scheme')
      }
    }),
    { numRuns: 50 },
  )
})

function unneeded(): never {
  throw new Error('nothing of this is needed')
}
