import 'fake-indexeddb/auto'
import { createPublicClient, type Hex, http, parseTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Condition, Conditions } from '@/lib/base/conditions'
import { toQuantity } from '@/lib/base/hex'
import type { Connection } from '@/lib/base/rpc/types'
import type { TransactionRecord } from '@/lib/storage/records'
import { startFaultyGateway } from '@/test/faulty-gateway'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { approved, createStage, journalOf, reaching, rowThat, sending, type Wallet } from '@/test/transactions/stage'
import { approve, dyingAt } from '@/test/transactions/worker-life'

let network: PreviewNetwork
const stage = createStage(() => network)

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, mode: 'fast-blocks', blockMs: 100 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

const chain = () => createPublicClient({ transport: http(network.rpcUrl), cacheTime: 0 })
const somebody = newAccount().address
const until = (block: bigint): Condition => ({
  type: 'block_number',
  params: { op: '<=', value: toQuantity(block) },
})
/** Never true, as nobody has so much. */
const never: Condition = {
  type: 'balance',
  params: { address: somebody, op: '>', value: toQuantity(10n ** 30n) },
}
const headPlus = async (blocks: bigint) => (await chain().getBlockNumber()) + blocks
/** A transfer that no block takes, and that the network drops some blocks from now. */
const shortLived = async (): Promise<Conditions> => [never, until(await headPlus(30n))]

interface Sent {
  method: string
  params: readonly unknown[]
}

/** Notes what goes out with bytes in it. */
function listening(into: Sent[]) {
  const note = (method: string, params: readonly unknown[]) => {
    if (method.includes('_sendRaw') && params[0] !== '0x') into.push({ method, params })
  }
  return (connection: Connection): Connection => ({
    ...connection,
    request(method, params, ...rest) {
      note(method, params)
      return connection.request(method, params, ...rest)
    },
    batch(calls, ...rest) {
      for (const { method, params } of calls) note(method, params)
      return connection.batch(calls, ...rest)
    },
    others(calls, ...rest) {
      for (const { method, params } of calls) note(method, params)
      return connection.others(calls, ...rest)
    },
  })
}

const isOver = (row: TransactionRecord) => row.isOver === true
const codeOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 'done',
    error => error.code,
  )

async function cancelled(wallet: Wallet, id: string): Promise<string> {
  const cancelling = await wallet.transactions.proposeCancel(id)
  await approve(wallet, cancelling)
  await wallet.transactions.execute(cancelling)
  await reaching(wallet, cancelling, 'sealed')
  return cancelling
}

describe('a transaction under conditions', { timeout: 60_000 }, () => {
  it('goes out by the method that takes them, as ordinary EIP-1559 bytes, and is sealed', async () => {
    const sent: Sent[] = []
    const wallet = await stage.begin({ through: listening(sent) })
    const conditions = [until(await headPlus(1_000n))]
    const id = await approved(wallet, somebody, 5n, { conditions })
    await wallet.transactions.execute(id)
    const { raw } = await reaching(wallet, id, 'sealed')
    expect(sent).toEqual([{ method: 'base_sendRawTransactionValidity', params: [raw, { validity: conditions }] }])
    expect(parseTransaction(raw)).toMatchObject({ type: 'eip1559', value: 5n })
  })

  it('has them in the digest: another block is another decision', async () => {
    const wallet = await stage.begin()
    const last = await headPlus(1_000n)
    const id = await wallet.transactions.propose(sending(wallet, somebody, 5n, { conditions: [until(last)] }))
    const digestOf = async () => (await wallet.approvals.get(id))?.digest
    const first = await digestOf()
    await wallet.transactions.chooseConditions(id, [until(last + 1n)])
    const second = await digestOf()
    await wallet.transactions.chooseConditions(id, null)
    expect(new Set([first, second, await digestOf()]).size).toBe(3)
    await approve(wallet, id)
    await wallet.transactions.execute(id)
    expect(await reaching(wallet, id, 'accepted')).not.toHaveProperty('conditions')
  })

  it('that the network drops is ended by the next worker too, keeps its number, and is closed by using that', async () => {
    const sent: Sent[] = []
    const before = await stage.begin({ through: listening(sent) })
    const to = newAccount().address
    const id = await approved(before, to, 5n, { conditions: await shortLived() })
    await before.transactions.execute(id)
    before.kill()
    const wallet = await stage.resume(before, { through: listening(sent) })
    await wallet.transactions.recover()
    const over = await rowThat(wallet, id, isOver)
    expect(over).toMatchObject({ ended: 'dropped', inFlight: 1, nonce: 0, refusal: null })
    expect(wallet.transactions.replaceable(over)).toBe(true)
    const times = sent.length
    await wallet.transactions.resend(id)
    expect(sent).toHaveLength(times)
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['base_sendRawTransactionValidity']))
    // The next one takes the next number: this one's is not given back.
    const next = await approved(wallet, to, 6n)
    await wallet.transactions.execute(next)
    expect((await reaching(wallet, next, 'submitted')).nonce).toBe(1)
    const closing = await cancelled(wallet, id)
    const closed = (await journalOf(wallet)).find(row => row.id === closing)
    expect(await rowThat(wallet, id, row => row.ended === 'replaced')).toMatchObject({
      replacement: { hash: closed?.hash },
    })
    await reaching(wallet, next, 'sealed')
    expect(await chain().getBalance({ address: to })).toBe(6n)
  })

  it('that somebody kept and sent without them is found in its block', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet, somebody, 1n, { conditions: await shortLived() })
    await wallet.transactions.execute(id)
    const { raw } = await rowThat(wallet, id, isOver)
    await chain().sendRawTransaction({ serializedTransaction: raw })
    expect(await reaching(wallet, id, 'sealed')).toMatchObject({ ended: null, receipt: { status: 'success' } })
  })

  it('keeps them when it is sped up', async () => {
    const wallet = await stage.begin()
    const conditions = [never, until(await headPlus(10_000n))]
    const id = await approved(wallet, somebody, 5n, { conditions })
    await wallet.transactions.execute(id)
    await reaching(wallet, id, 'accepted')
    const faster = await wallet.transactions.proposeSpeedUp(id)
    await approve(wallet, faster)
    await wallet.transactions.execute(faster)
    expect(await reaching(wallet, faster, 'accepted')).toMatchObject({ conditions, nonce: 0 })
    await cancelled(wallet, faster)
  })

  it('whose last block is over is not signed', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet, somebody, 5n, { conditions: [until(await headPlus(0n))] })
    expect(await codeOf(wallet.transactions.execute(id))).toBe('conditions-over')
    expect(await journalOf(wallet)).toEqual([])
  })

  it.each(['sign-journal', 'journal-submit', 'submit-reply', 'reply-receipt'] as const)(
    'never goes out without them, also where the worker dies at %s',
    async step => {
      const sent: Sent[] = []
      const { barrier, reached } = dyingAt(step)
      const before = await stage.begin({ barrier, through: listening(sent) })
      const conditions = [until(await headPlus(10_000n))]
      const id = await approved(before, somebody, 0n, { conditions })
      before.transactions.execute(id).catch(() => undefined)
      await reached
      before.kill()
      const wallet = await stage.resume(before, { through: listening(sent) })
      await wallet.transactions.recover()
      const { raw } = await reaching(wallet, id, 'sealed')
      expect(sent.length).toBeGreaterThan(0)
      for (const each of sent)
        expect(each).toEqual({ method: 'base_sendRawTransactionValidity', params: [raw, { validity: conditions }] })
      expect(await chain().getTransactionCount({ address: wallet.account.address })).toBe(1)
    },
  )
})

describe('an endpoint that knows no conditions', { timeout: 60_000 }, () => {
  const missing = { error: { code: -32601, message: 'the method base_sendRawTransactionValidity does not exist' } }

  async function behindGateway(isMissing: () => boolean) {
    const gateway = await startFaultyGateway(network)
    gateway.faults.answer = ({ method }) =>
      method === 'base_sendRawTransactionValidity' && isMissing() ? missing : undefined
    return { gateway, rpcUrl: gateway.url, wsUrl: null }
  }

  it('is recognised by trying, and nothing is signed for it', async () => {
    const { gateway, rpcUrl } = await behindGateway(() => true)
    const wallet = await stage.begin({ rpcUrl })
    const { networkId } = wallet.connection
    expect(await wallet.transactions.conditionSupport(networkId)).toMatchObject({ isTaken: false })
    const id = await approved(wallet, somebody, 5n, { conditions: [never] })
    expect(await codeOf(wallet.transactions.execute(id))).toBe('conditions-not-taken')
    expect(await journalOf(wallet)).toEqual([])
    await gateway.close()
  })

  it('that had said otherwise gets no bytes another way, and the number is not given back', async () => {
    let tries = 0
    const { gateway, rpcUrl } = await behindGateway(() => {
      tries += 1
      return tries > 1
    })
    const wallet = await stage.begin({ rpcUrl })
    const id = await approved(wallet, somebody, 5n, { conditions: [until(await headPlus(10_000n))] })
    wallet.transactions.execute(id).catch(() => undefined)
    const held = await rowThat(wallet, id, ({ refusal }) => refusal !== null)
    expect(held).toMatchObject({ ended: null, inFlight: 1, nonce: 0 })
    expect(gateway.calls).not.toContain('eth_sendRawTransaction')
    tries = Number.NEGATIVE_INFINITY
    expect(await reaching(wallet, id, 'sealed')).toMatchObject({ refusal: null })
    expect(gateway.calls).not.toContain('eth_sendRawTransaction')
    await gateway.close()
  })
})

it('the pace of a network is measured on its blocks', async () => {
  const wallet = await stage.begin()
  const { isTaken, block, blockMs } = await wallet.transactions.conditionSupport(wallet.connection.networkId)
  expect(isTaken).toBe(true)
  expect(BigInt(block as Hex)).toBeGreaterThan(0n)
  // A busy machine makes them later than every 100 ms, never sooner.
  expect(blockMs).toBeGreaterThan(50)
}, 60_000)
