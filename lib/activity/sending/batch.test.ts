import 'fake-indexeddb/auto'
import { createPublicClient, encodeFunctionData, http, parseAbi, parseTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { batchDelegate } from '@/lib/base/batch-delegate'
import { toQuantity } from '@/lib/base/hex'
import type { AtomicBatch } from '@/lib/language/requests'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import {
  approved,
  createStage,
  journalOf,
  previewThat,
  reaching,
  rowThat,
  type Wallet,
} from '@/test/transactions/stage'
import { approve, dyingAt } from '@/test/transactions/worker-life'
import { rowOfCall } from './calls'
import { delegateOf, delegationReset } from './delegation'

let network: PreviewNetwork
const stage = createStage(() => network)

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 400, preconfirmMs: 80 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
])

const ready = { isRequired: true, isDelegated: false }

function calling(functionName: 'mint' | 'transfer', to: `0x${string}`, amount: bigint): TransactionRequest {
  const { testDollar } = network.contracts
  return { to: testDollar, value: '0x0', data: encodeFunctionData({ abi, functionName, args: [to, amount] }) }
}

/** Money made, then sent on, and a payment. */
function threeCalls(wallet: Wallet, recipient: `0x${string}`): TransactionRequest[] {
  return [
    calling('mint', wallet.account.address, 5_000_000n),
    calling('transfer', recipient, 5_000_000n),
    { to: recipient, value: toQuantity(7n), data: '0x' },
  ]
}

async function propose(wallet: Wallet, calls: TransactionRequest[], atomic: AtomicBatch): Promise<string> {
  return wallet.transactions.proposeCalls({
    requester: { kind: 'wallet' },
    networkId: wallet.connection.networkId,
    account: wallet.account.address,
    calls,
    batchId: 'batch',
    atomic,
    requestKey: null,
  })
}

async function sent(wallet: Wallet, calls: TransactionRequest[], atomic: AtomicBatch): Promise<string> {
  const id = await propose(wallet, calls, atomic)
  await approve(wallet, id)
  await wallet.transactions.executeCalls(id)
  return id
}

const delegate = (wallet: Wallet) => delegateOf(wallet.connection, wallet.account.address)
const chain = () => createPublicClient({ transport: http(network.rpcUrl) })
const counted = (wallet: Wallet) => chain().getTransactionCount({ address: wallet.account.address })

async function moneyOf(address: `0x${string}`): Promise<[dollars: bigint, wei: bigint]> {
  const { testDollar } = network.contracts
  const dollars = chain().readContract({ address: testDollar, abi, functionName: 'balanceOf', args: [address] })
  return Promise.all([dollars, chain().getBalance({ address })])
}

describe('calls that are made together', { timeout: 30_000 }, () => {
  it('are one transaction, with which the account becomes able to make them', async () => {
    const wallet = await stage.begin()
    const recipient = newAccount().address
    const id = await sent(wallet, threeCalls(wallet, recipient), { ...ready, choice: 'keep' })
    await reaching(wallet, rowOfCall(id, 0), 'sealed')
    const [row, ...others] = await journalOf(wallet)
    expect(others).toEqual([])
    expect(row).toMatchObject({ nonce: 0, delegate: batchDelegate, receipt: { status: 'success' } })
    expect(parseTransaction(row?.raw as `0x04${string}`)).toMatchObject({
      to: wallet.account.address.toLowerCase(),
      authorizationList: [{ address: batchDelegate, nonce: 1, chainId: network.chainId }],
    })
    expect(await moneyOf(recipient)).toEqual([5_000_000n, 7n])
    expect(await delegate(wallet)).toBe(batchDelegate)
    expect(await counted(wallet)).toBe(2)
    expect((await wallet.approvals.get(id))?.status).toBe('done')
  })

  it('leave the account as it was where that was chosen, and the next transaction has the next free number', async () => {
    const wallet = await stage.begin()
    const recipient = newAccount().address
    const id = await sent(wallet, threeCalls(wallet, recipient), { ...ready, choice: 'once' })
    await reaching(wallet, rowOfCall(id, 1), 'sealed')
    const rows = await journalOf(wallet)
    expect(rows.map(({ nonce, purpose, receipt }) => [nonce, purpose, receipt?.status])).toEqual([
      [0, 'send', 'success'],
      [2, 'clear-delegation', 'success'],
    ])
    expect(await moneyOf(recipient)).toEqual([5_000_000n, 7n])
    expect(await delegate(wallet)).toBeNull()
    expect(await counted(wallet)).toBe(4)
    const next = await sent(wallet, threeCalls(wallet, recipient), { ...ready, choice: 'apart', isRequired: false })
    await reaching(wallet, rowOfCall(next, 2), 'sealed')
    expect((await journalOf(wallet)).map(({ nonce }) => nonce)).toEqual([0, 2, 4, 5, 6])
  })

  it('leave a number that a person fixed to its transaction, and take two numbers after it', async () => {
    const wallet = await stage.begin()
    const { transactions } = wallet
    const recipient = newAccount().address
    const fixed = await approved(wallet, recipient, 11n, { nonce: 1 })
    await transactions.execute(fixed)
    const id = await propose(wallet, threeCalls(wallet, recipient), { ...ready, choice: 'keep' })
    const { nonce } = await previewThat(wallet, id, ({ fee }) => fee !== null)
    expect(nonce).toMatchObject({ policy: 'next', expected: 2 })
    const risks = (await wallet.approvals.get(id))?.shown.risks ?? []
    expect(risks.find(({ code }) => code === 'nonce-gap')?.values).toEqual({ free: '0' })
    await approve(wallet, id)
    await transactions.executeCalls(id)
    await transactions.execute(await approved(wallet, recipient, 13n, { nonce: 0 }))
    await Promise.all([fixed, rowOfCall(id, 0)].map(row => reaching(wallet, row, 'sealed')))
    expect((await journalOf(wallet)).map(row => row.nonce)).toEqual([0, 1, 2])
    expect(await counted(wallet)).toBe(4)
    expect(await moneyOf(recipient)).toEqual([5_000_000n, 31n])
  })

  it('are not signed with a number that was fixed for them where the one after it is another transaction’s', async () => {
    const wallet = await stage.begin()
    const { transactions } = wallet
    const recipient = newAccount().address
    const other = await approved(wallet, recipient, 11n, { nonce: 1 })
    await transactions.execute(other)
    const [first, ...rest] = threeCalls(wallet, recipient)
    const calls = [{ ...(first as TransactionRequest), nonce: 0 }, ...rest]
    const id = await propose(wallet, calls, { ...ready, choice: 'keep' })
    await previewThat(wallet, id, ({ fee }) => fee !== null)
    const used = { level: 'caution', code: 'nonce-used', values: { nonce: '1', expected: '2' } }
    expect((await wallet.approvals.get(id))?.shown.risks).toContainEqual(used)
    await approve(wallet, id)
    const taken = { code: 'nonce-taken', details: { nonce: 1 } }
    await expect(transactions.executeCalls(id)).rejects.toMatchObject(taken)
    await transactions.execute(await approved(wallet, recipient, 13n, { nonce: 0 }))
    await reaching(wallet, other, 'sealed')
    expect((await journalOf(wallet)).map(({ nonce, delegate: to }) => [nonce, to])).toEqual([
      [0, undefined],
      [1, undefined],
    ])
  })

  it('happen not at all where one of them fails, and the decision says which', async () => {
    const wallet = await stage.begin()
    const recipient = newAccount().address
    const calls = [...threeCalls(wallet, recipient), calling('transfer', recipient, 1n)]
    const id = await propose(wallet, calls, { ...ready, choice: 'once' })
    const preview = await previewThat(wallet, id, ({ simulation }) => simulation.status !== 'running')
    expect(preview.simulation).toMatchObject({ status: 'reverts', code: 'balance-low', calls: [{ index: 3 }] })
    await approve(wallet, id)
    await wallet.transactions.executeCalls(id)
    await reaching(wallet, rowOfCall(id, 1), 'sealed')
    expect((await journalOf(wallet)).map(({ receipt }) => receipt?.status)).toEqual(['reverted', 'success'])
    expect(await moneyOf(recipient)).toEqual([0n, 0n])
    expect(await delegate(wallet)).toBeNull()
  })

  it('are tried out with the code in place, with everything they change, and cost the sum of both transactions', async () => {
    const wallet = await stage.begin()
    const recipient = newAccount().address
    const id = await propose(wallet, threeCalls(wallet, recipient), { ...ready, choice: 'once' })
    const preview = await previewThat(
      wallet,
      id,
      ({ simulation, fee }) => simulation.status !== 'running' && fee !== null,
    )
    expect(preview.simulation).toEqual({ status: 'succeeds', complete: true })
    expect(preview.effects.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['pays']))
    const { shown } = (await wallet.approvals.get(id)) ?? {}
    const [batch = 0n, reset] = (shown?.fee?.gasOfCalls ?? []).map(BigInt)
    expect(reset).toBe(46_000n)
    expect(BigInt(shown?.fee?.gas ?? 0)).toBe(batch + 46_000n)
    await approve(wallet, id)
    await wallet.transactions.executeCalls(id)
    const row = await reaching(wallet, rowOfCall(id, 0), 'sealed')
    expect(row.receipt?.gasUsed).toBeLessThan(batch)
    expect(preview.remaining).not.toBeNull()
  })

  it('happen also where the delegation was taken back after the decision was shown', async () => {
    const wallet = await stage.begin()
    const recipient = newAccount().address
    await reaching(
      wallet,
      rowOfCall(await sent(wallet, threeCalls(wallet, recipient), { ...ready, choice: 'keep' }), 0),
      'sealed',
    )
    const id = await propose(wallet, threeCalls(wallet, recipient), {
      choice: 'keep',
      isRequired: true,
      isDelegated: true,
    })
    await approve(wallet, id)
    const { networkId } = wallet.connection
    const { address: account } = wallet.account
    const reset = await wallet.transactions.propose({
      ...{ requester: { kind: 'wallet' }, networkId, account, transaction: delegationReset(account) },
      ...{ purpose: 'clear-delegation', replaces: null, requestKey: null },
    })
    await approve(wallet, reset)
    await wallet.transactions.execute(reset)
    await wallet.transactions.executeCalls(id)
    await reaching(wallet, rowOfCall(id, 0), 'sealed')
    expect(await moneyOf(recipient)).toEqual([10_000_000n, 14n])
    expect(await delegate(wallet)).toBe(batchDelegate)
  })

  it('are made one after the other where the site allows it and that is chosen, and in no way that is not offered', async () => {
    const wallet = await stage.begin()
    const calls = threeCalls(wallet, newAccount().address)
    const id = await propose(wallet, calls, { choice: 'once', isRequired: false, isDelegated: false })
    await wallet.transactions.chooseTogether(id, 'apart')
    await approve(wallet, id)
    expect(await wallet.transactions.executeCalls(id)).toHaveLength(3)
    const required = await propose(wallet, calls, { ...ready, choice: 'once' })
    const refused = expect.objectContaining({ code: 'invalid-input' })
    await expect(wallet.transactions.chooseTogether(required, 'apart')).rejects.toEqual(refused)
    const delegated = await propose(wallet, calls, { choice: 'keep', isRequired: false, isDelegated: true })
    await expect(wallet.transactions.chooseTogether(delegated, 'once')).rejects.toEqual(refused)
    await expect(wallet.transactions.chooseTogether('nobody', 'keep')).rejects.toMatchObject({ code: 'approval-gone' })
  })

  it('keep their authorization when they are sped up', async () => {
    const { barrier, reached } = dyingAt('journal-submit')
    const before = await stage.begin({ drips: 2, barrier })
    const recipient = newAccount().address
    const id = await propose(before, threeCalls(before, recipient), { ...ready, choice: 'keep' })
    await approve(before, id)
    before.transactions.executeCalls(id).catch(() => undefined)
    await reached
    before.kill()
    const wallet = await stage.resume(before)
    const faster = await wallet.transactions.proposeSpeedUp(rowOfCall(id, 0))
    await approve(wallet, faster)
    await wallet.transactions.execute(faster)
    expect(await reaching(wallet, faster, 'sealed')).toMatchObject({ delegate: batchDelegate, nonce: 0 })
    expect(await moneyOf(recipient)).toEqual([5_000_000n, 7n])
    expect(await delegate(wallet)).toBe(batchDelegate)
  })

  it('are cancelled without a gap before what ends the delegation', async () => {
    const wallet = await stage.begin({ drips: 2 })
    const recipient = newAccount().address
    network.faults.set({ withheld: 'all' })
    const id = await sent(wallet, threeCalls(wallet, recipient), { ...ready, choice: 'once' })
    await reaching(wallet, rowOfCall(id, 1), 'accepted')
    const cancel = await wallet.transactions.proposeCancel(rowOfCall(id, 0))
    await approve(wallet, cancel)
    await wallet.transactions.execute(cancel)
    network.faults.set({ withheld: [] })
    await reaching(wallet, rowOfCall(id, 1), 'sealed')
    await rowThat(wallet, rowOfCall(id, 0), ({ ended }) => ended === 'replaced')
    expect(await moneyOf(recipient)).toEqual([0n, 0n])
    expect(await counted(wallet)).toBe(4)
    expect(await delegate(wallet)).toBeNull()
  })

  it.each(['approve-sign', 'sign-journal', 'journal-submit', 'submit-reply', 'reply-receipt'] as const)(
    'happen exactly once where the worker died at %s, and what was to end with them ends',
    async step => {
      const { barrier, reached } = dyingAt(step)
      const before = await stage.begin({ barrier })
      const recipient = newAccount().address
      const id = await propose(before, threeCalls(before, recipient), { ...ready, choice: 'once' })
      await approve(before, id)
      before.transactions.executeCalls(id).catch(() => undefined)
      await reached
      before.kill()
      const wallet = await stage.resume(before)
      await wallet.transactions.recover()
      await reaching(wallet, rowOfCall(id, 1), 'sealed')
      expect(await moneyOf(recipient)).toEqual([5_000_000n, 7n])
      expect(await delegate(wallet)).toBeNull()
      expect(await counted(wallet)).toBe(4)
    },
  )
})

describe('generated calls', { timeout: 600_000 }, () => {
  it('happen all or not at all', async () => {
    const wallet = await stage.begin({ drips: 3 })
    const count = Number(process.env.GENERATED_BATCHES ?? 12)
    const recipients = [newAccount().address, newAccount().address]
    let held = 0n
    for (let round = 0; round < count; round += 1) {
      const amounts = Array.from({ length: 1 + (round % 5) }, (_, index) => BigInt(1 + ((round * 7 + index * 13) % 50)))
      const calls = [
        calling('mint', wallet.account.address, 40n),
        ...amounts.map((amount, index) => calling('transfer', recipients[index % 2] ?? recipients[0] ?? '0x', amount)),
      ]
      const total = amounts.reduce((sum, amount) => sum + amount, 0n)
      const isPossible = total <= held + 40n
      const before = await Promise.all(recipients.map(moneyOf))
      const id = await sent(wallet, calls, { isRequired: true, isDelegated: round > 0, choice: 'keep' })
      const row = await reaching(wallet, rowOfCall(id, 0), 'sealed')
      expect(row.receipt?.status).toBe(isPossible ? 'success' : 'reverted')
      const after = await Promise.all(recipients.map(moneyOf))
      const moved = after.reduce((sum, [dollars], index) => sum + dollars - (before[index]?.[0] ?? 0n), 0n)
      expect(moved).toBe(isPossible ? total : 0n)
      if (isPossible) held += 40n - total
      expect((await moneyOf(wallet.account.address))[0]).toBe(held)
      expect(await counted(wallet)).toBe(2 * (round + 1))
    }
  })
})
