import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { createPublicClient, encodeFunctionData, type Hash, http, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AccessList } from '@/lib/base/access-list'
import { toQuantity } from '@/lib/base/hex'
import { RpcError } from '@/lib/base/rpc/errors'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { contractOf, newAccount } from '@/test/transactions/connect'
import { approved, createStage, previewThat, reaching, sending, type Wallet } from '@/test/transactions/stage'
import { approve } from '@/test/transactions/worker-life'

let network: PreviewNetwork
const stage = createStage(() => network)
const somebody = newAccount().address
const abi = parseAbi(['function mint(address to, uint256 amount)'])
const word = (digit: string) => `0x${digit.repeat(64)}` as const
/** One entry without keys, and one address twice. */
const accessList: AccessList = [
  { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B', storageKeys: [word('1'), word('a')] },
  { address: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045', storageKeys: [] },
  { address: '0xab5801a7d398351b8be11c439e05c5b3259aec9b', storageKeys: [word('1')] },
]
/** EIP-2930 §Parameters: 2400 of each address, 1900 of each key. */
const listed = 3n * 2_400n + 3n * 1_900n
const asSealed = accessList.map(({ address, storageKeys }) => ({ address: address.toLowerCase(), storageKeys }))

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 300, preconfirmMs: 60 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

const onChain = (hash: Hash) => createPublicClient({ transport: http(network.rpcUrl) }).getTransaction({ hash })

describe('an access list', { timeout: 30_000 }, () => {
  it('goes out exactly as it was given, with the gas it costs', async () => {
    const wallet = await stage.begin()
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n, { accessList }))
    const preview = await previewThat(wallet, id, ({ fee }) => fee !== null)
    expect(preview.transaction.accessList).toEqual(accessList)
    expect(BigInt(preview.transaction.gas)).toBeGreaterThanOrEqual(21_000n + listed)
    expect(preview.simulation).toMatchObject({ status: 'succeeds', complete: true })
    await approve(wallet, id)
    const hash = await wallet.transactions.execute(id)
    const row = await reaching(wallet, id, 'sealed')
    expect(row).toMatchObject({ accessList, receipt: { status: 'success', gasUsed: 21_000n + listed } })
    expect(await onChain(hash)).toMatchObject({ type: 'eip1559', accessList: asSealed })
  })

  it('makes a call dearer, and the bytes that layer 1 is paid for', async () => {
    const wallet = await stage.begin()
    const data = encodeFunctionData({ abi, functionName: 'mint', args: [somebody, 1n] })
    const priced = async (change: Partial<TransactionRequest>) => {
      const id = await wallet.transactions.propose(sending(wallet, contractOf(network, 'testDollar'), 0n, change))
      return previewThat(wallet, id, ({ fee }) => fee !== null)
    }
    const without = await priced({ data })
    const listing = await priced({ data, accessList })
    expect(BigInt(listing.transaction.gas)).toBeGreaterThan(BigInt(without.transaction.gas) + listed)
    expect(BigInt(listing.fee?.l1Fee ?? 0)).toBeGreaterThan(BigInt(without.fee?.l1Fee ?? 0))
    expect(listing.simulation).toEqual(without.simulation)
  })

  it('is paid for also where the endpoint estimates nothing, or leaves the list out', async () => {
    const estimates: ({ ok: true; result: string } | { ok: false; error: RpcError })[] = [
      { ok: false, error: new RpcError('node-error', 'no estimate') },
      { ok: true, result: toQuantity(21_000n) },
    ]
    for (const estimate of estimates) {
      const wallet = await stage.begin({
        through: connection => ({
          ...connection,
          batch: async (calls, options) =>
            (await connection.batch(calls, options)).map((item, index) =>
              calls[index]?.method === 'eth_estimateGas' ? estimate : item,
            ),
        }),
      })
      const id = await approved(wallet, somebody, 1n, { accessList })
      await wallet.transactions.execute(id)
      expect(await reaching(wallet, id, 'sealed')).toMatchObject({ receipt: { status: 'success' } })
    }
  })

  it('is signed by a later worker, and sent by one later still, as it was approved', async () => {
    let reached = Promise.withResolvers<void>()
    const dyingAt = (deadly: string) => ({
      barrier: async (step: string) => {
        if (step !== deadly) return
        reached.resolve()
        await new Promise(() => undefined)
      },
    })
    const first = await stage.begin(dyingAt('approve-sign'))
    const id = await approved(first, somebody, 1n, { accessList })
    first.transactions.execute(id).catch(() => undefined)
    await reached.promise
    first.kill()

    reached = Promise.withResolvers<void>()
    const second = await stage.resume(first, dyingAt('journal-submit'))
    await second.transactions.recover()
    await reached.promise
    second.kill()

    const third = await stage.resume(second)
    await third.transactions.recover()
    const { hash } = await reaching(third, id, 'sealed')
    expect(await onChain(hash)).toMatchObject({ nonce: 0, accessList: asSealed })
  })

  /** A transaction that waits for nonce 0, which nothing has, as a later worker finds it. */
  async function waiting(): Promise<{ wallet: Wallet; id: string }> {
    const before = await stage.begin()
    const id = await approved(before, somebody, 1n, { nonce: 1, accessList })
    await before.transactions.execute(id)
    await reaching(before, id, 'accepted')
    await before.transactions.stored()
    before.kill()
    const wallet = await stage.resume(before)
    await wallet.transactions.recover()
    return { wallet, id }
  }

  async function carriedOut(wallet: Wallet, id: string): Promise<Hash> {
    await approve(wallet, id)
    return wallet.transactions.execute(id)
  }

  it('stays with a transaction that is sped up', async () => {
    const { wallet, id } = await waiting()
    const faster = await wallet.transactions.proposeSpeedUp(id)
    expect((await wallet.approvals.get(faster))?.request).toMatchObject({ transaction: { accessList } })
    const hash = await carriedOut(wallet, faster)
    await carriedOut(
      wallet,
      await wallet.transactions.proposeFillNonce(firstNetworkOf(network.chainId), wallet.account.address),
    )
    expect(await reaching(wallet, faster, 'sealed')).toMatchObject({ accessList, replaces: id })
    expect(await onChain(hash)).toMatchObject({ nonce: 1, accessList: asSealed })
  })

  it('is not in what cancels it', async () => {
    const { wallet, id } = await waiting()
    const hash = await carriedOut(wallet, await wallet.transactions.proposeCancel(id))
    await carriedOut(
      wallet,
      await wallet.transactions.proposeFillNonce(firstNetworkOf(network.chainId), wallet.account.address),
    )
    await reaching(wallet, (await wallet.transactions.byHash(wallet.connection.networkId, hash))?.id ?? '', 'sealed')
    expect(await onChain(hash)).toMatchObject({ nonce: 1, gas: 21_000n, accessList: [] })
  })
})
