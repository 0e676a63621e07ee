import 'fake-indexeddb/auto'
import { type Address, encodeFunctionData, type Hash, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { findIncoming } from '@/lib/activity/arrivals/incoming'
import { readPastBlock } from '@/lib/activity/past/block'
import { readStates } from '@/lib/activity/past/states'
import { systemClock } from '@/lib/base/clock'
import { firstNetworkOf } from '@/lib/base/network-id'
import { readQuantity, receiptReply } from '@/lib/base/rpc/schemas'
import { paidTo, readSent, sentReply } from '@/lib/base/rpc/sent'
import type { Connection } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import { figuresOf } from '@/lib/chain/watching/preconfirmation'
import { findTaker } from '@/lib/chain/watching/taker'
import { readCapturedTransfer } from '@/lib/payments/desk/captured-transfer'
import { type Database, openDatabase } from '@/lib/storage/open'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { connectTo, newAccount } from '@/test/transactions/connect'
import { callsForHidden, type ExpectedPayment, verifyAnswers } from './shared/verification'

/** Payments by native accounts (EIP-8130), in both layouts, as the embedded network executes them. */

let network: PreviewNetwork
let database: Database
let networks: Networks
let connection: Connection
beforeAll(async () => {
  network = await createPreviewNetwork({ mode: 'fast-blocks', faucetCooldownSeconds: 0, blockMs: 3_600_000 })
  database = await openDatabase(crypto.randomUUID())
  ;({ networks, connection } = await connectTo(network, { database, clock: systemClock }))
}, 60_000)
afterAll(async () => {
  networks.stop()
  database.close()
  await network.stop()
})

type Order = Parameters<PreviewNetwork['faults']['sendNative']>[0]

const abi = parseAbi(['function transfer(address to, uint256 amount)', 'function mint(address to, uint256 amount)'])
const ask = (method: string, params: unknown[] = []) => connection.request(method, params, z.unknown())
const someone = (): Address => newAccount().address.toLowerCase() as Address

/** Somebody with ten ether. */
async function rich(): Promise<Address> {
  const address = someone()
  await network.faults.alter('anvil_setBalance', [address, '0x8ac7230489e80000'])
  return address
}

/** The account mints itself dollars, and pays with them. */
function dollars(from: Address, to: Address, amount: bigint) {
  const { testDollar } = network.contracts
  const call = (functionName: 'mint' | 'transfer', args: [Address, bigint]) => ({
    to: testDollar,
    data: encodeFunctionData({ abi, functionName, args }),
  })
  return [call('mint', [from, amount]), call('transfer', [to, amount])]
}

/** A call that the contract refuses. */
const broke = (from: Address) => dollars(from, from, 10n ** 30n).slice(1)

async function sealed(order: Order): Promise<Hash> {
  const hash = await network.faults.sendNative(order)
  await network.faults.seal()
  return hash
}

async function answersOf(hash: Hash) {
  const [receipt, transaction, head] = await Promise.all([
    ask('eth_getTransactionReceipt', [hash]),
    ask('eth_getTransactionByHash', [hash]),
    ask('eth_blockNumber'),
  ])
  return { receipt, transaction, head }
}

/** The page of verification does the same. */
async function verified(hash: Hash, expected: ExpectedPayment) {
  const answers = await answersOf(hash)
  const first = verifyAnswers(hash, answers, expected)
  const gain = await Promise.all(
    callsForHidden(first, answers.receipt, expected).map(({ method, params }) => ask(method, params)),
  )
  return gain.length === 0 ? first : verifyAnswers(hash, { ...answers, gain }, expected)
}

const placeOf = (account: Address) => ({ networkId: firstNetworkOf(network.chainId), epoch: 0, account })

describe.each(['launch', 'keystore'] as const)('a payment in the layout %s', wire => {
  it('is verified and may be given back, also where a later phase failed', async () => {
    const [payer, payee] = [await rich(), someone()]
    const hash = await sealed({ wire, sender: payer, calls: [dollars(payer, payee, 5n), broke(payer)] })
    const receipt = receiptReply.parse(await ask('eth_getTransactionReceipt', [hash]))
    expect(receipt).toMatchObject({ status: 'reverted', phaseStatuses: ['success', 'reverted'], payer })
    const expected = { token: network.contracts.testDollar, payer, payee, amount: 5n, depth: 1 }
    expect(await verified(hash, expected)).toMatchObject({ isVerified: true, payment: { payer, payee, amount: 5n } })
    expect((await verified(hash, { ...expected, amount: 6n })).isVerified).toBe(false)
    const logIndex = Number(receipt?.logs.at(-1)?.logIndex)
    expect(await readCapturedTransfer(connection, placeOf(payee), { hash, logIndex })).toMatchObject({
      payer,
      amount: 5n,
    })
  })

  it('that failed whole paid nothing', async () => {
    const [payer, payee] = [await rich(), someone()]
    const hash = await sealed({ wire, sender: payer, calls: [[...dollars(payer, payee, 5n), ...broke(payer)]] })
    const found = await verified(hash, { token: network.contracts.testDollar, payer, payee, amount: 5n, depth: 1 })
    expect(found).toMatchObject({ isVerified: false, payment: null, transfers: 0 })
    await expect(readCapturedTransfer(connection, placeOf(payee), { hash, logIndex: 0 })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })
})

describe('the chain’s own money', () => {
  it('counts by phase: verified, given back, arrived, found in a past block', async () => {
    const [payer, payee] = [await rich(), someone()]
    const calls = [
      [{ to: payee, value: '3' }],
      [{ to: payee, value: '4' }, ...broke(payer)],
      [{ to: payee, value: '5' }],
    ]
    const hash = await sealed({ sender: payer, calls })
    expect(await verified(hash, { token: null, payer, payee, amount: 3n, depth: 1 })).toMatchObject({
      isVerified: true,
      transfers: 1,
    })
    expect(await readCapturedTransfer(connection, placeOf(payee), { hash, logIndex: null })).toMatchObject({
      ...{ payer, amount: 3n },
    })
    const receipt = receiptReply.parse(await ask('eth_getTransactionReceipt', [hash]))
    const incoming = await findIncoming(connection, payee)
    // The newest block is read by its tag and by its number.
    const found = new Map(incoming.map(sent => [sent.hash, receipt && paidTo(sent, receipt, payee)]))
    expect([...found]).toEqual([[hash, 3n]])
    const { arrivals } = await pastOf(payee)
    expect(arrivals).toMatchObject([{ from: payer, amount: 3n, hash }])
  })

  it('takes no endpoint down: the answer about it is one', async () => {
    const payee = someone()
    const hash = await sealed({ sender: await rich(), calls: [] })
    const heard: string[] = []
    const watched = { ...connection, discredit: () => void heard.push('discredit') }
    expect(await watched.request('eth_getTransactionByHash', [hash], sentReply)).toMatchObject({ hash, calls: [] })
    await expect(readCapturedTransfer(watched, placeOf(payee), { hash, logIndex: null })).rejects.toMatchObject({
      code: 'invalid-input',
    })
    expect(heard).toEqual([])
  })
})

async function pastOf(account: Address) {
  const block = readQuantity(await ask('eth_blockNumber')) ?? 0n
  const [before, after] = await readStates(connection, account, [block - 1n, block])
  if (before == null || after == null) throw new Error('no state')
  const points = { before: { block: block - 1n, state: before }, after: { block, state: after } }
  return readPastBlock(connection, account, points)
}

describe('an account of one’s own, used by another wallet', () => {
  it('has what took its number named, and its transaction among those of past blocks', async () => {
    const [own, payee, sponsor] = [await rich(), someone(), await rich()]
    const hash = await sealed({
      ...{ sender: own, payer: sponsor, validBefore: 99_999_999_999n.toString(), metadata: '0x6869' },
      calls: [[{ to: payee, value: '7' }], broke(own)],
    })
    const mine: Hex = `0x${'12'.repeat(32)}`
    expect(await findTaker(connection, { from: own, nonce: 0, hash: mine }, null)).toMatchObject({ hash })
    const { sent } = await pastOf(own)
    expect(sent).toMatchObject([
      {
        ...{ hash, nonce: 0, value: 7n, to: payee, status: 'reverted', feePaid: 0n },
        native: {
          phases: ['success', 'reverted'],
          payer: sponsor,
          key: '0x0',
          after: null,
          before: 99_999_999_999_000,
          changes: [],
        },
      },
    ])
  })

  it('never has a number of another key taken for its own', async () => {
    const [own, payee] = [await rich(), someone()]
    await sealed({ sender: own, nonceKey: '7', calls: [[{ to: payee, value: '1' }]] })
    const other = await sealed({ sender: own, calls: [[{ to: payee, value: '2' }]] })
    const mine: Hex = `0x${'12'.repeat(32)}`
    expect(await findTaker(connection, { from: own, nonce: 0, hash: mine }, null)).toMatchObject({ hash: other })
  })
})

describe('any other answer', () => {
  it('with fields absent, null or of another type is read as far as it can be, and nothing is thrown', async () => {
    const hash = await sealed({ sender: await rich(), calls: [[{ to: someone(), value: '7' }]] })
    const { receipt, transaction, head } = await answersOf(hash)
    const odd: unknown[] = [undefined, null, 7, 'x', [], {}, '0x', [[7]], [[null]], '0x79']
    const payee = someone()
    const expected = { token: null, payee, amount: 7n, depth: 1 }
    const whole = transaction as Record<string, unknown>
    for (const value of odd) {
      for (const name of Object.keys(whole)) {
        const given = { ...whole, [name]: value }
        expect(
          verifyAnswers(hash, { receipt, transaction: readSent(given) === null ? null : given, head }, expected)
            .isVerified,
        ).toBe(false)
      }
      for (const name of Object.keys(whole.tx as object)) {
        const given = { ...whole, tx: { ...(whole.tx as object), [name]: value } }
        expect(readSent(given)).not.toBeNull()
        expect(verifyAnswers(hash, { receipt, transaction: given, head }, expected).isVerified).toBe(false)
      }
      for (const name of ['payer', 'phaseStatuses', 'metadata', 'type'])
        expect(() => receiptReply.parse({ ...(receipt as object), [name]: value })).not.toThrow()
    }
  })

  it('of a type that nobody knows yet voids neither a block nor a receipt', () => {
    const [hash, from, to] = [`0x${'ab'.repeat(32)}`, someone(), someone()]
    const outcome = { status: 'success' as const }
    expect(readSent({ type: '0x99', hash, from, something: 1 })).toMatchObject({ nonce: null, calls: [] })
    const plain = readSent({ type: '0x99', hash, from, to, value: '0x5', nonce: '0x3' })
    expect(plain && [plain.nonce, paidTo(plain, outcome, to)]).toEqual([3, 5n])
    const phases = Array.from({ length: 1_024 }, () => [{ to, value: 1 }])
    const many = readSent({ type: '0x79', hash, from, tx: { calls: phases } })
    expect(many && paidTo(many, outcome, to)).toBe(1_024n)
    // More statuses than phases, and fewer: what no status says follows the transaction's own.
    const few = readSent({ hash, from, tx: { calls: phases.slice(0, 2) } })
    const statusOf = (...phaseStatuses: ('success' | 'reverted')[]) => ({ status: 'reverted' as const, phaseStatuses })
    expect(few && paidTo(few, statusOf('success', 'reverted', 'success'), to)).toBe(1n)
    expect(few && paidTo(few, statusOf('success'), to)).toBe(1n)
    expect(few && paidTo(few, statusOf(), to)).toBe(0n)
  })

  it('pushed before the seal is nobody’s but its own', () => {
    const [hash, from] = [`0x${'ab'.repeat(32)}` as Hash, someone()]
    const item = {
      hash,
      from,
      type: '0x79',
      tx: { nonceKey: '0x0', nonceSequence: 4 },
      blockNumber: '0x5',
      status: '0x0',
    }
    const watched = { hash, from, nonce: 4 } as Parameters<typeof figuresOf>[1]
    expect(figuresOf(item, watched)).toBeNull()
    expect(figuresOf(hash, watched)).toBe('unsaid')
  })
})
