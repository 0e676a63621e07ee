import 'fake-indexeddb/auto'
import { createPublicClient, http, parseTransaction, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '@/lib/base/rpc/types'
import { type Anvil, startAnvil } from '@/test/preview-network/anvil'
import { newAccount } from '@/test/transactions/connect'
import { answering } from '@/test/transactions/interference'
import { createStage, previewThat, reaching, type StageNetwork, sending, type Wallet } from '@/test/transactions/stage'

/** Chains whose blocks have no base fee, and which refuse transactions of EIP-1559. Anvil of before London judges. */

const chainId = 31_337
const somebody = newAccount().address
let anvil: Anvil
let network: StageNetwork
const stage = createStage(() => network)

beforeAll(async () => {
  anvil = await startAnvil(['--hardfork', 'berlin', '--block-time', '0.4', '--gas-price', '3000000000'])
  const wsUrl = anvil.url.replace('http', 'ws')
  network = { chainId, rpcUrl: anvil.url, wsUrl, faucetUrl: anvil.url }
}, 60_000)
afterAll(async () => {
  expect(stage.clear()).toEqual([])
  await anvil.stop()
})

let wallet: Wallet
async function begin(through?: (connection: Connection) => Connection): Promise<void> {
  const account = newAccount()
  await anvil.request('anvil_setBalance', [account.address, toHex(10n ** 18n)])
  wallet = await stage.begin({ account, drips: 0, ...(through === undefined ? {} : { through }) })
}
beforeEach(() => begin())

const gasPrice = 3_000_000_000n
const reader = () => createPublicClient({ transport: http(anvil.url) })

async function decided(id: string) {
  const preview = await previewThat(
    wallet,
    id,
    ({ fee, simulation }) => fee !== null && simulation.status !== 'running',
  )
  const { digest, shown } = (await wallet.approvals.get(id)) ?? {}
  return { preview, shown, digest: digest ?? '0x' }
}

async function carriedOut(id: string) {
  await wallet.approvals.approve(id, (await decided(id)).digest, {})
  await wallet.transactions.execute(id)
  return reaching(wallet, id, 'sealed')
}

describe('a chain without EIP-1559', { timeout: 30_000 }, () => {
  it('refuses what the wallet sends elsewhere', async () => {
    const block = await reader().getBlock()
    expect(block.baseFeePerGas).toBeNull()
  })

  it('is paid its gas price with a transaction of type 0, and no more', async () => {
    const id = await wallet.transactions.propose(sending(wallet, somebody, 5n))
    const { preview, shown } = await decided(id)
    expect(preview.fee?.pricing).toBe('legacy')
    const prices = preview.fee?.choices.map(({ maxFeePerGas, maxPriorityFeePerGas }) => {
      expect(maxPriorityFeePerGas).toBe(maxFeePerGas)
      return BigInt(maxFeePerGas)
    })
    expect(prices?.[0]).toBe(gasPrice)
    expect(shown?.risks.map(({ code }) => code)).toEqual(['first-time-counterparty'])
    const row = await carriedOut(id)
    const { type, gasPrice: paid, chainId: on } = parseTransaction(row.raw)
    expect({ type, on }).toEqual({ type: 'legacy', on: chainId })
    expect(paid).toBe(prices?.[1])
    const receipt = await reader().getTransactionReceipt({ hash: row.hash })
    expect(receipt).toMatchObject({ status: 'success', type: 'legacy', effectiveGasPrice: paid })
    const left = await reader().getBalance({ address: wallet.account.address })
    expect(left).toBe(10n ** 18n - 5n - 21_000n * (paid ?? 0n))
  })

  it('leaves no more than the difference of two speeds when everything is sent', async () => {
    const { transaction: _, ...proposal } = sending(wallet, somebody, 0n)
    await carriedOut(await wallet.transactions.proposeAll({ ...proposal, to: somebody }))
    // Room for the fast price is kept back, and the normal one is paid.
    const left = await reader().getBalance({ address: wallet.account.address })
    expect(left).toBe(21_000n * ((gasPrice * 20n) / 100n))
  })

  it('takes a price of one’s own', async () => {
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    await decided(id)
    await wallet.transactions.chooseFee(id, { speed: 'custom', maxFeePerGas: toHex(2n * gasPrice) })
    const row = await carriedOut(id)
    expect(parseTransaction(row.raw)).toMatchObject({ type: 'legacy', gasPrice: 2n * gasPrice })
  })

  it('replaces what waits by a transaction of a higher price', async () => {
    await anvil.request('evm_setIntervalMining', [0])
    try {
      const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
      await wallet.approvals.approve(id, (await decided(id)).digest, {})
      await wallet.transactions.execute(id)
      const first = await reaching(wallet, id, 'accepted')
      const cancel = await wallet.transactions.proposeCancel(id)
      await wallet.approvals.approve(cancel, (await decided(cancel)).digest, {})
      await wallet.transactions.execute(cancel)
      const second = await reaching(wallet, cancel, 'accepted')
      const [before, after] = [first, second].map(({ raw }) => parseTransaction(raw))
      expect([before?.type, after?.type]).toEqual(['legacy', 'legacy'])
      expect(after?.nonce).toBe(before?.nonce)
      expect(after?.gasPrice).toBeGreaterThanOrEqual(((before?.gasPrice ?? 0n) * 11n) / 10n)
      await anvil.request('evm_mine', [])
      await reaching(wallet, cancel, 'sealed')
    } finally {
      await anvil.request('evm_setIntervalMining', [1])
    }
  })

  it('gives no price: one’s own is asked for, and used', async () => {
    await begin(answering('eth_gasPrice', () => null))
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    const { preview } = await decided(id)
    expect(preview.fee).toMatchObject({ choices: [], chosen: 'custom', pricing: 'legacy' })
    await wallet.transactions.chooseFee(id, { speed: 'custom', maxFeePerGas: toHex(gasPrice) })
    expect(parseTransaction((await carriedOut(id)).raw)).toMatchObject({ type: 'legacy', gasPrice })
  })

  it('asks for nothing, and is paid nothing, by its own choice and by the person’s', async () => {
    await anvil.request('anvil_setMinGasPrice', ['0x0'])
    await begin(answering('eth_gasPrice', () => '0x0'))
    const offered = await carriedOut(await wallet.transactions.propose(sending(wallet, somebody, 1n)))
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    await decided(id)
    await wallet.transactions.chooseFee(id, { speed: 'custom', maxFeePerGas: '0x0' })
    const own = await carriedOut(id)
    for (const { hash } of [offered, own])
      expect(await reader().getTransactionReceipt({ hash })).toMatchObject({ status: 'success', effectiveGasPrice: 0n })
    await anvil.request('anvil_setMinGasPrice', [toHex(gasPrice)])
  })

  it('names a high price as a danger while the usual one is not known', async () => {
    await begin(answering('eth_gasPrice', () => toHex(900_000_000_000n)))
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    const { shown } = await decided(id)
    expect(shown?.risks.map(({ code }) => code)).toContain('fee-unproven')
  })
})
