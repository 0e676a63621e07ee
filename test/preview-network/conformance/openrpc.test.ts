import { readFile } from 'node:fs/promises'
import { MetaMaskOpenRPCDocument } from '@metamask/api-specs'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import type { Hash, Hex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sealedReceipt } from './receipt.ts'
import type { RpcFailure } from './rpc-failure.ts'
import { onEach, stranger, type Target } from './target.ts'

/** Requests made from the published description of the API; the description judges the answers too. */

const schema = z.record(z.string(), z.unknown())
const documentSchema = z.object({
  methods: z.array(
    z.object({
      name: z.string(),
      params: z.array(z.object({ name: z.string(), required: z.boolean().optional(), schema })),
      result: z.object({ schema }),
    }),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }).loose(),
})
/**
 * Without what nodes do not keep to: that an answer has no more fields, and that it fits one form alone, which an empty
 * list never does.
 */
const kept = JSON.stringify(MetaMaskOpenRPCDocument)
  .replaceAll('"additionalProperties":false', '"additionalProperties":true')
  .replaceAll('"oneOf":', '"anyOf":')
const { methods, components } = documentSchema.parse(JSON.parse(kept))
type Method = (typeof methods)[number]
const described = methods.filter(({ name }) => /^(?:eth|net|web3)_/.test(name))

/** Why the network does not have a method of the description. */
const absent: Record<string, string> = {
  eth_requestAccounts: 'asks a person',
  eth_sendTransaction: 'signs',
  eth_signTypedData_v4: 'signs',
  eth_decrypt: 'needs a key',
  eth_getEncryptionPublicKey: 'needs a key',
  eth_coinbase: 'nobody mines; reth has left it too',
}
/** Where the network does otherwise than the description says, as nodes do. */
const otherwise: Record<string, string> = {
  eth_subscribe: 'over WebSocket alone',
  eth_unsubscribe: 'over WebSocket alone',
}

const ajv = new Ajv({ strict: false, logger: false })
const runs = 20

/** Values of this chain for the parameters of the description, some of them of nothing there is. */
interface Known {
  hash: Hash
  blockHash: Hash
  blockNumber: Hex
  raw: () => Promise<Hex>
  filter: Hex
}

function valuesOf({ name: method, params }: Method, known: Known): fc.Arbitrary<unknown[]> {
  const never: Hash = `0x${'12'.repeat(32)}`
  const number = fc.constantFrom('0x0', known.blockNumber, 'earliest', 'latest', 'safe', 'finalized', 'pending')
  const call = fc.record(
    { from: fc.constant(stranger), to: fc.constant(stranger), value: fc.constant('0x0'), input: fc.constant('0x') },
    { requiredKeys: ['to'] },
  )
  const range = fc.record(
    { fromBlock: fc.constantFrom('0x0', 'earliest'), toBlock: fc.constantFrom('latest', known.blockNumber) },
    { requiredKeys: ['fromBlock'] },
  )
  const byName: Record<string, fc.Arbitrary<unknown>> = {
    Transaction: call,
    Address: fc.constantFrom(stranger, '0x0000000000000000000000000000000000000001'),
    Block: number,
    'Block hash': fc.constantFrom(known.blockHash, never),
    'Hydrated transactions': fc.boolean(),
    'Transaction hash': fc.constantFrom(known.hash, never),
    'Transaction index': fc.constantFrom('0x0', '0x1', '0x7'),
    'Filter identifier': fc.constant(known.filter),
    Filter: range,
    StorageKeys: fc.array(fc.constantFrom('0x0', '0x1', never), { maxLength: 3 }),
    'Storage slot': fc.constantFrom('0x0', '0x1'),
    blockCount: fc.constantFrom('0x1', '0x3'),
    newestBlock: fc.constantFrom('latest', known.blockNumber),
    rewardPercentiles: fc.constantFrom([], [10, 50]),
  }
  return fc.tuple(
    ...params.map(param => {
      const made = byName[param.name]
      if (made === undefined) throw new Error(`${method}: no values for ${param.name}`)
      return made
    }),
  )
}

function misfit({ result }: Method, answer: unknown): string | undefined {
  const fits = ajv.compile({ ...result.schema, components })
  return fits(withoutDeposits(answer)) ? undefined : `${ajv.errorsText(fits.errors)}: ${JSON.stringify(answer)}`
}

/** The description knows no deposits (type 0x7e), with which each block of an OP stack begins. */
function withoutDeposits(answer: unknown): unknown {
  const isDeposit = (each: unknown) => z.object({ type: z.literal('0x7e') }).safeParse(each).success
  const block = z.looseObject({ transactions: z.array(z.unknown()) }).safeParse(answer)
  if (block.success)
    return { ...block.data, transactions: block.data.transactions.filter(transaction => !isDeposit(transaction)) }
  return isDeposit(answer) ? null : answer
}

describe('The published description of the API', () => {
  onEach(['network that seals when asked', 'network with fast blocks'], target => {
    let known: Known
    beforeAll(async () => {
      const person = await target().person()
      let nonce = 0
      const raw = async () => (await person.sign({ nonce: nonce++ })).raw
      const hash = await target().call<Hash>('eth_sendRawTransaction', [await raw()])
      const { blockHash, blockNumber } = await sealedReceipt(target(), hash)
      known = { hash, blockHash, blockNumber, raw, filter: await target().call('eth_newFilter', [{}]) }
    })

    test.each(described.filter(({ name }) => !(name in absent) && !(name in otherwise)))(
      '$name: every answer has the form that it says',
      async method => {
        if (method.name === 'eth_sendRawTransaction')
          expect(misfit(method, await target().call(method.name, [await known.raw()]))).toBeUndefined()
        else
          await fc.assert(
            fc.asyncProperty(valuesOf(method, known), async params => {
              expect(misfit(method, await target().call(method.name, params))).toBeUndefined()
            }),
            { numRuns: runs },
          )
      },
    )
  })

  onEach(['network that seals when asked'], target => {
    test('the README lists each method as right, different on purpose, or absent, and the network has no others', async () => {
      const rows = await Promise.all(described.map(async ({ name }) => rowOf(target(), name)))
      const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
      expect(readme.match(/^\| `(?:eth|net|web3)_\w+` \|.*$/gm)?.sort()).toEqual(rows.sort())
    })
  })
})

async function rowOf(target: Target, name: string): Promise<string> {
  const failure = await target.call(name).then(
    () => undefined,
    (error: RpcFailure) => error,
  )
  const isAbsent = failure?.code === -32601
  if (isAbsent) expect(absent[name] ?? otherwise[name], `${name} is not there`).toBeDefined()
  if (name in absent) return `| \`${name}\` | absent: ${absent[name]} |`
  return name in otherwise ? `| \`${name}\` | different: ${otherwise[name]} |` : `| \`${name}\` | right |`
}
