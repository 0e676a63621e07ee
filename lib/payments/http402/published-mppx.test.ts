import fc from 'fast-check'
import { Challenge, Credential, Receipt } from 'mppx'
import { charge } from 'mppx/evm/client'
import { type Address, getAddress, type Hex, hashStruct, hashTypedData, type LocalAccount, pad, toHex } from 'viem'
import { expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import { circumstances, factsOf, placed } from './fixtures.fixture'
import { makePlan } from './make-plan'
import { rateOptions } from './options'
import { headerNameOf, headerOf } from './payload'
import { wantedBy } from './read-terms'
import { readSettlement } from './settlement'

/** The publisher's own client judges what the wallet makes of a challenge: the same header, byte for byte. */

/** `npm run test:terms` compares 10,000 payments. */
const terms = Number(process.env.GENERATED_TERMS ?? 1_000)

const address = fc.bigInt({ min: 2n, max: 2n ** 160n - 1n }).map(value => toHex(value, { size: 20 }))
const text = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter(value => value.isWellFormed() && !/\p{Cc}/u.test(value))

const now = Math.floor(Date.now() / 1_000)

const generated = fc.record({
  account: address,
  token: address,
  payee: address,
  hasChecksums: fc.boolean(),
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  amount: fc.bigInt({ min: 1n, max: 2n ** 96n }),
  zeros: fc.constantFrom('', '', '', '00'),
  realm: text,
  domain: fc.record({ name: text, version: fc.oneof(text, fc.constantFrom('1', '2')) }),
  /** The token has no `version()`: its domain has one of the usual two. */
  isSilent: fc.boolean(),
  description: fc.option(text, { nil: undefined }),
  inRequest: fc.option(text, { nil: undefined }),
  externalId: fc.option(text, { nil: undefined }),
  meta: fc.option(fc.dictionary(text, text, { maxKeys: 3 }), { nil: undefined }),
  seconds: fc.option(fc.integer({ min: 60, max: 6 * 86_400 }), { nil: undefined }),
  hasFraction: fc.boolean(),
  field: fc.constantFrom(undefined, undefined, 'Payment-Authorization', 'authorization'),
  digest: fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 }), { nil: undefined }),
  others: fc.constantFrom([], ['authorization'], ['permit2', 'authorization', 'hash']),
  place: fc.integer({ min: 0, max: 2 }),
})
type Generated = typeof generated extends fc.Arbitrary<infer Value> ? Value : never

function challengeOf(given: Generated) {
  const written = (value: Address) => (given.hasChecksums ? getAddress(value) : value)
  const { seconds, meta, field, realm, description } = given
  const end = seconds === undefined ? undefined : new Date((now + seconds) * 1_000 + (given.hasFraction ? 250 : 0))
  return Challenge.from({
    secretKey: 'a secret of the server',
    realm,
    method: 'evm',
    intent: 'charge',
    ...(end === undefined ? {} : { expires: end.toISOString() }),
    ...(description === undefined ? {} : { description }),
    ...(meta === undefined ? {} : { meta: { ...meta } }),
    ...(field === undefined ? {} : { header: field }),
    ...(given.digest === undefined ? {} : { digest: `sha-256=${Buffer.from(given.digest).toString('base64')}` }),
    request: {
      amount: `${given.zeros}${given.amount}`,
      currency: written(given.token),
      recipient: written(given.payee),
      ...(given.inRequest === undefined ? {} : { description: given.inRequest }),
      ...(given.externalId === undefined ? {} : { externalId: given.externalId }),
      methodDetails: {
        chainId: given.chainId,
        credentialTypes: given.others.length === 0 ? ['authorization'] : given.others,
        decimals: 6,
      },
    },
  })
}

/** In place of a signature: the digest that it would be of. */
function digestAsSignature(typedData: unknown): Hex {
  return pad(hashTypedData(typedData as Parameters<typeof hashTypedData>[0]), { dir: 'right', size: 65 })
}

const domainTypes = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
} as const

/** The option that the wallet reads from the server's answer, among other challenges. */
function rated(given: Generated, header: string) {
  const wanted = wantedBy({ status: 402, headers: new Headers({ 'www-authenticate': header }), body: '' })
  if (wanted.kind !== 'terms') throw new Error('the wallet reads no terms')
  const { account, chainId, token, isSilent } = given
  const domain = domainOf(given)
  const separator = hashStruct({
    data: { ...domain, chainId: BigInt(chainId), verifyingContract: token },
    primaryType: 'EIP712Domain',
    types: domainTypes,
  })
  const facts = factsOf()
  const named = { name: domain.name, version: isSilent ? null : domain.version }
  const ofToken = { separator, balance: 2n ** 200n, allowance: 0n, permitNonce: null, ...named }
  const bodyDigest = given.digest === undefined ? null : toHex(given.digest)
  const chains = new Map([[firstNetworkOf(chainId), { ...facts, now, tokens: new Map([[token, ofToken]]) }]])
  const [option] = rateOptions(placed(wanted.read.terms.options), circumstances({ account, bodyDigest, chains, now }))
  return { option, json: wanted.json }
}

function domainOf({ domain, isSilent, hasChecksums }: Generated) {
  return isSilent ? { name: domain.name, version: hasChecksums ? '1' : '2' } : domain
}

it('every payment of a challenge is the one that the published client makes, byte for byte', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(generated, async given => {
      const challenge = challengeOf(given)
      const own = Challenge.serialize(challenge)
      const other = Challenge.serialize({ ...challenge, method: 'card', id: 'b' })
      const list = [other, other.replace('"b"', '"c"')]
      list.splice(given.place, 0, own)
      const header = list.join(', ')
      const { option, json } = rated(given, header)
      fc.pre(given.payee !== given.account && given.payee !== given.token)
      expect(option?.obstacle).toBeNull()
      if (option === undefined) return

      const payer = {
        address: getAddress(given.account),
        signTypedData: async (data: unknown) => digestAsSignature(data),
      }
      const client = charge({ account: payer as unknown as LocalAccount, authorization: domainOf(given) })
      const read = Challenge.deserializeList(header).find(one => one.id === challenge.id)
      const theirs = await client.createCredential({ challenge: read as never, context: {} })

      const credential = Credential.deserialize(theirs)
      const { validBefore } = credential.payload as { validBefore: string }
      const plan = makePlan(option, {
        account: given.account,
        now: given.seconds === undefined ? Number(validBefore) - 300 : now,
      })
      const signatures = plan.typedData.map(one => digestAsSignature(readTypedData(one)))
      const row = { id: 'a', version: 2, terms: json } as const
      expect(headerOf(row, plan, given.account, signatures)).toBe(theirs)
      expect(headerNameOf({ ...row, accepted: plan.accepted })).toBe(
        given.field === 'Payment-Authorization' ? 'Payment-Authorization' : 'Authorization',
      )
      // What comes back to the server is what it had bound to the id.
      expect(Challenge.verify(credential.challenge, { secretKey: 'a secret of the server' })).toBe(true)
      seen.add(`${given.seconds === undefined} ${given.field} ${given.isSilent}`)
    }),
    { numRuns: terms },
  )
  expect(seen.size).toBe(12)
}, 600_000)

it('the publisher’s receipt is read: what was settled, by which transaction', () => {
  const reference = toHex(7n, { size: 32 })
  const receipt = Receipt.serialize(
    Receipt.from({ method: 'evm', reference, status: 'success', timestamp: new Date().toISOString() }),
  )
  expect(readSettlement(receipt)).toEqual({ success: true, transaction: reference })
})
