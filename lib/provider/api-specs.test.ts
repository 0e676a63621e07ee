import { MetaMaskOpenRPCDocument } from '@metamask/api-specs'
import { Ajv } from 'ajv'
import type { Address } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { firstNetworkOf } from '@/lib/base/network-id'
import { readMethods } from './methods/reads'
import { codeOf, hashOf, journalRow, type Reply, setUp, shopOrigin, stranger, type TestPage } from './provider.fixture'

/** The published description of the API that dapps are written for is the judge of answers' and errors' shapes. */

const errorSchema = z.union([z.object({ code: z.int() }), z.object({ $ref: z.string() })])
const specSchema = z.object({
  methods: z.array(
    z.object({
      name: z.string(),
      paramStructure: z.optional(z.string()),
      params: z.array(z.object({ name: z.string() })),
      result: z.object({ schema: z.record(z.string(), z.unknown()) }),
      errors: z.optional(z.array(errorSchema)),
      examples: z.optional(
        z.array(
          z.object({
            params: z.array(z.object({ name: z.string(), value: z.unknown() })),
            result: z.object({ value: z.unknown() }),
          }),
        ),
      ),
    }),
  ),
  components: z.object({
    errors: z.record(z.string(), z.object({ code: z.int() })),
    schemas: z.record(z.string(), z.unknown()),
  }),
})
const { methods, components } = specSchema.parse(MetaMaskOpenRPCDocument)
type SpecMethod = (typeof methods)[number]

/** Methods of another wallet alone, and what this wallet answers instead. */
const notOffered: Readonly<Record<string, number>> = {
  wallet_registerOnboarding: -32601,
  wallet_scanQRCode: -32601,
  wallet_requestExecutionPermissions: -32601,
  wallet_getGrantedExecutionPermissions: -32601,
  wallet_getSupportedExecutionPermissions: -32601,
  eth_decrypt: 4200,
  eth_getEncryptionPublicKey: 4200,
}
const reads: readonly string[] = readMethods
const answered = methods.filter(({ name }) => !(name in notOffered) && !reads.includes(name))

const account: Address = '0x4b0897b0513fdbeec7c469d9af4fa6c0752abea7'
const token: Address = '0xb60e8dd61c5d32be8058bb8eb970870f07233155'
const chainId = 1
const ajv = new Ajv({ strict: false })

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
  worker.wallet.accounts = [{ address: account, hidden: false }]
  worker.wallet.tokens.set(token, { symbol: 'FOO', name: 'Foo', decimals: 18 })
  const kinds = { standard: 'erc1155', symbol: '', name: 'Kinds', held: 1n } as const
  worker.wallet.items.set('0xabcdef0123456789abcdef0123456789abcdef01:1337', kinds)
  const [preset] = worker.wallet.networks
  for (const id of [chainId, 0x64])
    if (preset !== undefined) worker.wallet.networks.push({ ...preset, id: firstNetworkOf(id), chainId: id })
  worker.wallet.node = async () => hashOf('5')
  await worker.sites.connect(shopOrigin, [account], firstNetworkOf(chainId))
})
afterEach(() => worker.database.close())

/** The account, the chain and the batch of an example become those of the test. */
function asHere(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/0x(?:4B0897b0513FdBeEc7C469D9aF4fA6C0752aBea7|d46e8dd67c5d32be8058bb8eb970870f07244567)/gi, account)
    .replaceAll(/0xDeaDbeefdEAdbeefdEadbEEFdeadbeefDEADbEEF/gi, account)
    .replaceAll('0xaa36a7', '0x1')
    .replace('"atomicRequired":true', '"atomicRequired":false')
  return JSON.parse(text)
}

function parametersOf({ name, paramStructure }: SpecMethod, params: readonly { name: string; value: unknown }[]) {
  const values = params.map(({ value }) => asHere(value))
  // The example signs with no account at all.
  if (name === 'eth_signTypedData_v4') values[0] = account
  return paramStructure === 'by-name'
    ? Object.fromEntries(params.map((param, index) => [param.name, values[index]]))
    : values
}

/** The answer, after the person agreed to what was asked. */
async function agreed(page: TestPage, method: string, params: unknown): Promise<Reply> {
  const reply = page.ask(method, params)
  const first = await Promise.race([reply.then(() => 'reply'), worker.nextApproval().then(() => 'decision')])
  if (first === 'decision') await worker.approveNext(method.includes('equest') ? [account] : undefined)
  return reply
}

function expectShape({ result }: Pick<SpecMethod, 'result'>, value: unknown): void {
  const fits = ajv.compile({ ...result.schema, components })
  expect(fits(value), `${JSON.stringify(value)}: ${ajv.errorsText(fits.errors)}`).toBe(true)
}

describe('the published description of the API', () => {
  it('is whole: each method is answered, passed on, or known not to be offered', () => {
    expect(methods.length).toBeGreaterThan(50)
    expect(answered.length).toBeGreaterThan(15)
    expect(Object.keys(notOffered).filter(name => !methods.some(method => method.name === name))).toEqual([])
  })

  it.each(Object.entries(notOffered))('%s is not offered, with %i', async (name, code) => {
    expect(codeOf(await worker.open().ask(name, []))).toBe(code)
  })

  it.each(methods.filter(({ name }) => reads.includes(name)))(
    '$name is passed on as it is',
    async ({ name, examples = [] }) => {
      for (const { params, result } of examples) {
        worker.wallet.node = async () => result.value
        const given = params.map(({ value }) => value)
        expect(await worker.open().ask(name, given)).toEqual({ result: JSON.parse(JSON.stringify(result.value)) })
        expect(worker.wallet.calls.findLast(({ method }) => method === name)).toMatchObject({
          method: name,
          params: given,
        })
      }
    },
  )

  const examples = answered.flatMap(method =>
    (method.examples ?? []).map((example, index) => ({ name: method.name, index, method, example })),
  )
  // An address of 19 bytes; a batch that was never sent.
  const otherwise: Readonly<Record<string, number>> = {
    'wallet_watchAsset 1': -32602,
    'wallet_getCallsStatus 0': 5730,
  }

  it.each(examples)(
    '$name is understood as in example $index, and its answer has the shape',
    async ({ name, index, method, example }) => {
      const reply = await agreed(worker.open(), name, parametersOf(method, example.params))
      const code = otherwise[`${name} ${index}`] ?? 0
      if (code !== 0) expect(codeOf(reply)).toBe(code)
      else if ('result' in reply) expectShape(method, reply.result)
      else throw new Error(`${name}: ${reply.error.message}`)
    },
  )

  it('has the shape of a batch’s status, and of an id that the wallet chose', async () => {
    const page = worker.open()
    const calls = [{ to: stranger, value: '0x1' }]
    const batch = { version: '2.0.0', from: account, chainId: '0x1', atomicRequired: false, calls }
    const reply = page.ask('wallet_sendCalls', [batch])
    const approvalId = await worker.approveNext()
    const { id } = z.object({ result: z.object({ id: z.string() }) }).parse(await reply).result
    worker.wallet.rowsById.set(
      `${approvalId}:0`,
      journalRow({ id: `${approvalId}:0`, networkId: firstNetworkOf(chainId), chainId, ...sealed }),
    )
    const status = await page.ask('wallet_getCallsStatus', [id])
    const method = methods.find(({ name }) => name === 'wallet_getCallsStatus')
    if (method === undefined || !('result' in status)) throw new Error('there is one')
    expectShape(method, status.result)
  })

  const blocked = { version: '2.0.0', from: account, chainId: '0x1', atomicRequired: false }
  it.each([
    ['wallet_switchEthereumChain', [{ chainId: '0x539' }], 4902],
    ['wallet_addEthereumChain', [{ chainId: 'gnosis' }], -32602],
    ['wallet_watchAsset', { type: 'ERC20', options: { address: 'foo' } }, -32602],
    ['eth_sendTransaction', [{ from: stranger, to: account, value: '0x1' }], 4100],
    ['wallet_sendCalls', [{ ...blocked, calls: [] }], -32602],
    ['wallet_sendCalls', [{ ...blocked, from: stranger, calls: [{ to: stranger }] }], 4100],
    ['wallet_sendCalls', [{ ...blocked, chainId: '0x539', calls: [{ to: stranger }] }], 5710],
    ['wallet_sendCalls', [{ ...blocked, calls: [{ to: stranger }], capabilities: { x: {} } }], 5700],
    ['wallet_sendCalls', [{ ...blocked, calls: Array(100).fill({ to: stranger }) }], 5740],
    ['wallet_getCallsStatus', ['0x1'], 5730],
    ['wallet_getCapabilities', [stranger], 4100],
    ['wallet_getCapabilities', ['0x1'], -32602],
  ])('%s is refused with a code that it lists: %j → %i', async (name, params, code) => {
    expect(codeOf(await worker.open().ask(name, params))).toBe(code)
    expect(listedCodes(name)).toContain(code)
  })

  it.each([
    ['eth_requestAccounts', undefined],
    ['wallet_requestPermissions', [{ eth_accounts: {} }]],
  ])('%s is refused by the person with a code that it lists', async (name, params) => {
    await worker.sites.disconnect(shopOrigin)
    const reply = worker.open().ask(name, params)
    await worker.rejectNext()
    expect(codeOf(await reply)).toBe(4001)
    expect(listedCodes(name)).toContain(4001)
  })
})

const sealed = {
  level: 'sealed',
  inFlight: 0,
  receipt: {
    blockHash: hashOf('c'),
    blockNumber: 7n,
    status: 'success',
    gasUsed: 21_000n,
    effectiveGasPrice: 1n,
    l1Fee: null,
    contractAddress: null,
  },
} as const

function listedCodes(name: string): number[] {
  const errors = methods.find(method => method.name === name)?.errors ?? []
  return errors.flatMap(error => {
    if ('code' in error) return [error.code]
    const found = components.errors[error.$ref.split('/').at(-1) ?? '']
    return found === undefined ? [] : [found.code]
  })
}
