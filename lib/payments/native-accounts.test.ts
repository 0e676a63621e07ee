import 'fake-indexeddb/auto'
import fc from 'fast-check'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hash,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { findIncoming } from '@/lib/activity/arrivals/incoming'
import { readPastBlock } from '@/lib/activity/past/block'
import { readStates } from '@/lib/activity/past/states'
import { systemClock } from '@/lib/base/clock'
import { toQuantity } from '@/lib/base/hex'
import { firstNetworkOf } from '@/lib/base/network-id'
import { logsReply, readQuantity, receiptReply } from '@/lib/base/rpc/schemas'
import { paidTo, readSent, sentReply } from '@/lib/base/rpc/sent'
import type { Connection } from '@/lib/base/rpc/types'
import { readTransferLog, transferTopics } from '@/lib/base/transfer-log'
import type { Networks } from '@/lib/chain/networks/networks'
import { figuresOf } from '@/lib/chain/watching/preconfirmation'
import { findTaker } from '@/lib/chain/watching/taker'
import { booksOf } from '@/lib/payments/books/books'
import { readCapturedTransfer } from '@/lib/payments/desk/captured-transfer'
import { readSystemCall } from '@/lib/reading/native/changes'
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
type Phase = NonNullable<Order['calls']>[number]

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function mint(address to, uint256 amount)',
  'function balanceOf(address account) view returns (uint256)',
])
const batchAbi = parseAbi(['function executeBatch((address target, uint256 value, bytes data)[] calls)'])
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

async function pastOf(account: Address, at?: bigint) {
  const block = at ?? readQuantity(await ask('eth_blockNumber')) ?? 0n
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

  it('says what was done to who may act for it, by its own entries and by calls of the system contract', async () => {
    const own = await rich()
    const [key, other]: Hex[] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`]
    const ownKey: Hex = `${own}${'00'.repeat(12)}`
    const actor = (id: Hex, scope: number, until: bigint) =>
      encodeAbiParameters(parseAbiParameters('bytes32, (address, uint48, uint16), bytes'), [
        id,
        [someone(), Number(until), scope],
        '0x',
      ])
    const operations = [
      { changeType: 0, payload: actor(key as Hex, 0, 0n) },
      { changeType: 0, payload: actor(other as Hex, 5, 99n) },
      { changeType: 1, payload: ownKey },
      { changeType: 3, payload: toHex(3_600, { size: 32 }) },
    ]
    const said = [
      { kind: 'added', key, isFull: true, until: 0 },
      { kind: 'added', key: other, isFull: false, until: 99 },
      { kind: 'removed', key: ownKey },
      { kind: 'locked', delay: 3_600 },
    ]
    const target = someone()
    const accountChanges: Order['accountChanges'] = [
      { type: 'configChange', changes: operations },
      { type: 'delegation', target },
    ]
    await sealed({ wire: 'keystore', sender: own, accountChanges, calls: [] })
    const byEntry = (await pastOf(own)).sent
    expect(byEntry.map(({ native }) => native?.changes)).toEqual([[...said, { kind: 'delegated', to: target }]])
    expect(await ask('eth_getCode', [own, 'latest'])).toBe(`0xef0100${target.slice(2)}`)

    const system = parseAbi([
      'struct Operation { uint8 changeType; bytes payload; }',
      'struct Batch { uint8 channel; uint64 sequence; Operation[] changes; bytes signature; }',
      'struct Actor { bytes32 id; address authenticator; uint16 scope; bytes policy; }',
      'function applySignedAccountChanges(address account, Batch batch)',
      'function importAccount(address account, uint256 chainId, Actor[] actors, bytes signature)',
    ])
    const batch = { channel: 0, sequence: 1n, changes: operations, signature: '0x99' } as const
    const call = (account: Address) =>
      encodeFunctionData({ abi: system, functionName: 'applySignedAccountChanges', args: [account, batch] })
    await sealed({
      sender: own,
      calls: [
        [
          { to: someone(), data: call(own) },
          { to: someone(), data: call(someone()) },
        ],
      ],
    })
    expect((await pastOf(own)).sent.map(({ native }) => native?.changes)).toEqual([said])
    const actors = [{ id: key as Hex, authenticator: someone(), scope: 0, policy: '0x' }] as const
    const imported = encodeFunctionData({ abi: system, functionName: 'importAccount', args: [own, 0n, actors, '0x'] })
    expect(readSystemCall(imported, own)).toEqual([
      { kind: 'removed', key: ownKey },
      { kind: 'added', key, isFull: true, until: 0 },
    ])
    expect(readSystemCall(imported.slice(0, 90) as Hex, own)).toEqual([{ kind: 'unread' }])
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

describe('generated transactions', () => {
  const amount = fc.integer({ min: 1, max: 1_000 }).map(BigInt)
  const call = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('value' as const, 'dollar' as const), amount }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('broken' as const), amount }) },
  )
  const order = fc.record({
    wire: fc.constantFrom('launch' as const, 'keystore' as const),
    phases: fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
    isSponsored: fc.boolean(),
    nonceKey: fc.constantFrom('0', '1', '9'),
  })
  type Given = typeof order extends fc.Arbitrary<infer T> ? T : never

  /** What arrives, by the rule alone: a phase with a broken call does nothing, and none after it. */
  function arriving(orders: readonly Given[], wanted: 'value' | 'dollar'): bigint {
    return orders.reduce((sum, { phases }) => {
      const failed = phases.findIndex(phase => phase.some(({ kind }) => kind === 'broken'))
      const done = failed < 0 ? phases : phases.slice(0, failed)
      return done.flat().reduce((total, { kind, amount: each }) => (kind === wanted ? total + each : total), sum)
    }, 0n)
  }

  it('are in arrivals, books and balances as the chain has them', { timeout: 60_000 }, async () => {
    const [payer, sponsor] = [await rich(), await rich()]
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 3 }), async orders => {
        const payee = someone()
        const from = (readQuantity(await ask('eth_blockNumber')) ?? 0n) + 1n
        const bodyOf = (wire: Given['wire'], { kind, amount: each }: Given['phases'][number][number]): Phase => {
          if (kind === 'broken') return broke(payer)
          if (kind === 'dollar') return dollars(payer, payee, each)
          if (wire === 'launch') return [{ to: payee, value: each.toString() }]
          const args = [[{ target: payee, value: each, data: '0x' as const }]] as const
          return [{ to: payer, data: encodeFunctionData({ abi: batchAbi, args }) }]
        }
        for (const { wire, phases, isSponsored, nonceKey } of orders)
          await sealed({
            ...{ wire, sender: payer, nonceKey, ...(isSponsored ? { payer: sponsor } : {}) },
            calls: phases.map(phase => phase.flatMap(each => bodyOf(wire, each))),
          })
        const head = readQuantity(await ask('eth_blockNumber')) ?? 0n
        const wei = readQuantity(await ask('eth_getBalance', [payee, 'latest']))
        const arrived = []
        for (let block = from; block <= head; block += 1n) arrived.push(...(await pastOf(payee, block)).arrivals)
        const sum = (values: readonly { amount: bigint }[]) => values.reduce((total, each) => total + each.amount, 0n)
        expect(wei).toBe(arriving(orders, 'value'))
        expect(sum(arrived)).toBe(wei)
        const { testDollar } = network.contracts
        const filter = { fromBlock: toQuantity(from), address: testDollar, topics: transferTopics(payee)[0] }
        const logs = logsReply.parse(await ask('eth_getLogs', [filter]))
        const transfers = logs.flatMap(log => readTransferLog(log) ?? [])
        const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [payee] })
        const cents = readQuantity(await ask('eth_call', [{ to: testDollar, data }, 'latest']))
        expect(cents).toBe(arriving(orders, 'dollar'))
        expect(sum(transfers)).toBe(cents)
        const rows = transfers.map((transfer, index) => ({
          ...transfer,
          ...{ ...placeOf(payee), key: `${index}`, hash: logs[index]?.transactionHash ?? '0x', logIndex: index },
          ...{ blockNumber: Number(head), blockHash: null, memo: null, at: 0 },
        }))
        const known = { requests: [], captured: new Map(), returned: new Map(), spent: [] }
        expect(sum(booksOf(payee, known, rows).unmatched.map(({ transfer }) => transfer))).toBe(cents)
      }),
      { numRuns: 10 },
    )
  })
})
