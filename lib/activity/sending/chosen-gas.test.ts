import 'fake-indexeddb/auto'
import { createPublicClient, encodeFunctionData, http, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { createStage, previewThat, reaching, sending, type Wallet } from '@/test/transactions/stage'
import { approve } from '@/test/transactions/worker-life'

let network: PreviewNetwork
const stage = createStage(() => network)

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 400, preconfirmMs: 80 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function balanceOf(address) view returns (uint256)',
])
const somebody = newAccount().address
const chain = () => createPublicClient({ transport: http(network.rpcUrl) })

/** Money that a site has made, with less gas than that takes. */
async function askedForTooLittle(wallet: Wallet): Promise<string> {
  const to = network.contracts.testDollar ?? somebody
  const data = encodeFunctionData({ abi, functionName: 'mint', args: [somebody, 3n] })
  const asked: Partial<TransactionRequest> = { data, gas: '0x5dc0', value: '0x0' }
  const id = await wallet.transactions.propose(sending(wallet, to, 0n, asked))
  await shownWith(wallet, id, 24_000n)
  return id
}

const shownWith = (wallet: Wallet, id: string, gas: bigint) =>
  previewThat(wallet, id, ({ fee, transaction }) => fee !== null && BigInt(transaction.gas) === gas)
const risksOf = async (wallet: Wallet, id: string) =>
  (await wallet.approvals.get(id))?.shown.risks.map(({ code }) => code)

/** Approves and sends it. @returns the transaction as the chain has it, and whether it did what it was to do */
async function sent(wallet: Wallet, id: string) {
  await approve(wallet, id)
  await wallet.transactions.execute(id)
  const { hash } = await reaching(wallet, id, 'sealed')
  const [transaction, receipt] = await Promise.all([
    chain().getTransaction({ hash }),
    chain().getTransactionReceipt({ hash }),
  ])
  return { gas: transaction.gas, status: receipt.status }
}

describe('the gas limit of a decision', { timeout: 30_000 }, () => {
  it('that a site set too low gives way to what the wallet finds to be enough', async () => {
    const wallet = await stage.begin()
    const id = await askedForTooLittle(wallet)
    expect(await risksOf(wallet, id)).toContain('gas-low')
    await wallet.transactions.chooseGas(id, null)
    const preview = await previewThat(
      wallet,
      id,
      ({ fee, transaction }) => fee !== null && BigInt(transaction.gas) > 24_000n,
    )
    expect(await risksOf(wallet, id)).not.toContain('gas-low')
    expect(await sent(wallet, id)).toEqual({ gas: BigInt(preview.transaction.gas), status: 'success' })
  })

  it('is signed as the person chose it, and the most it may cost follows it', async () => {
    const wallet = await stage.begin()
    const id = await askedForTooLittle(wallet)
    await wallet.transactions.chooseGas(id, 300_000n)
    await shownWith(wallet, id, 300_000n)
    const { shown } = (await wallet.approvals.get(id)) ?? {}
    expect(BigInt(shown?.feeCeiling ?? 0)).toBe(300_000n * BigInt(shown?.fee?.maxFeePerGas ?? 0))
    expect(await sent(wallet, id)).toEqual({ gas: 300_000n, status: 'success' })
  })

  it('is not less than a transfer takes, and not one for several calls', async () => {
    const wallet = await stage.begin()
    const id = await askedForTooLittle(wallet)
    await expect(wallet.transactions.chooseGas(id, 20_999n)).rejects.toMatchObject({ code: 'invalid-input' })
    const calls = await wallet.transactions.proposeCalls({
      ...{ requester: { kind: 'wallet' }, networkId: wallet.connection.networkId, account: wallet.account.address },
      calls: [1, 2].map(value => ({ to: somebody, value: `0x${value}`, data: '0x' })),
      ...{ batchId: 'batch', requestKey: null },
    })
    await expect(wallet.transactions.chooseGas(calls, 30_000n)).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(wallet.transactions.chooseGas('none', 30_000n)).rejects.toMatchObject({ code: 'approval-gone' })
  })
})
