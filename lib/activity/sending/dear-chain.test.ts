import 'fake-indexeddb/auto'
import { createPublicClient, http, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { openDatabase } from '@/lib/storage/open'
import { type Anvil, startAnvil } from '@/test/preview-network/anvil'
import { newAccount } from '@/test/transactions/connect'
import { createStage, previewThat, reaching, type StageNetwork, sending, type Wallet } from '@/test/transactions/stage'

/** A chain whose gas is as dear, in its own cheap coin, as PulseChain's. Anvil judges. */

const gwei = 1_000_000_000n
const usual = 110_000n * gwei
const chainId = 31_337
const somebody = newAccount().address
let anvil: Anvil
let network: StageNetwork
const stage = createStage(() => network)

beforeAll(async () => {
  anvil = await startAnvil(['--no-mining', '--base-fee', usual.toString()])
  network = { chainId, rpcUrl: anvil.url, wsUrl: anvil.url.replace('http', 'ws'), faucetUrl: anvil.url }
}, 60_000)
afterAll(async () => {
  expect(stage.clear()).toEqual([])
  await anvil.stop()
})

/** @param isKnown the network was used for hours before */
async function begin(isKnown: boolean): Promise<Wallet> {
  const account = newAccount()
  await anvil.request('anvil_setBalance', [account.address, toHex(10n ** 25n)])
  await mineAt(usual)
  const wallet = await stage.begin({ account, drips: 0 })
  if (!isKnown) return wallet
  const database = await openDatabase(wallet.databaseName)
  const samples = Array.from({ length: 48 }, (_, index) => ({ at: index * 600_000, baseFeePerGas: usual }))
  await database.put('fees', { networkId: firstNetworkOf(chainId), samples })
  database.close()
  return wallet
}

const nextBaseFee = (fee: bigint) => anvil.request('anvil_setNextBlockBaseFeePerGas', [toHex(fee)])

async function mineAt(baseFee: bigint): Promise<void> {
  await nextBaseFee(baseFee)
  await anvil.request('evm_mine', [])
  await nextBaseFee(baseFee)
}

const readsFees = (wallet: Wallet, id: string) =>
  previewThat(wallet, id, ({ fee, simulation }) => fee !== null && simulation.status !== 'running')

async function shownFor(wallet: Wallet, id: string) {
  const preview = await readsFees(wallet, id)
  const { shown } = (await wallet.approvals.get(id)) ?? {}
  return { preview, ceiling: shown?.feeCeiling, risks: shown?.risks.filter(({ code }) => code.startsWith('fee-')) }
}

async function send(wallet: Wallet, id: string) {
  await readsFees(wallet, id)
  await wallet.approvals.approve(id, (await wallet.approvals.get(id))?.digest ?? '0x', {})
  await wallet.transactions.execute(id)
  return reaching(wallet, id, 'accepted')
}

const paidFor = (hash: `0x${string}`) =>
  createPublicClient({ transport: http(anvil.url) }).getTransactionReceipt({ hash })

describe('a chain whose usual base fee is 110,000 gwei', { timeout: 30_000 }, () => {
  it('is new: the total is said as a danger, and the payment arrives', async () => {
    const wallet = await begin(false)
    const id = await wallet.transactions.propose(sending(wallet, somebody, 5n))
    const { ceiling, risks } = await shownFor(wallet, id)
    const fee = BigInt(ceiling ?? 0).toString()
    expect(risks).toContainEqual({ level: 'danger', code: 'fee-unproven', values: { fee, symbol: '' } })
    const row = await send(wallet, id)
    await mineAt(usual)
    expect(await paidFor(row.hash)).toMatchObject({ status: 'success', effectiveGasPrice: usual + 1_000_000n })
  })

  it('is known: nothing is unusual, and the payment arrives', async () => {
    const wallet = await begin(true)
    const id = await wallet.transactions.propose(sending(wallet, somebody, 10n ** 22n))
    const { preview, risks } = await shownFor(wallet, id)
    expect(preview.fee?.choices.map(({ maxFeePerGas }) => BigInt(maxFeePerGas) > usual)).toEqual([true, true, true])
    expect(risks).toEqual([])
    const row = await send(wallet, id)
    await mineAt(usual)
    expect(await paidFor(row.hash)).toMatchObject({ status: 'success' })
  })

  it('takes a person’s own fee, with the danger said where it is far above what is usual', async () => {
    const wallet = await begin(true)
    const id = await wallet.transactions.propose(sending(wallet, somebody, 10n ** 22n))
    await readsFees(wallet, id)
    const own = 200n * usual
    await wallet.transactions.chooseFee(id, { speed: 'custom', maxFeePerGas: toHex(own) })
    const { risks } = await shownFor(wallet, id)
    const values = { fee: (21_000n * own).toString(), symbol: '' }
    expect(risks).toContainEqual({ level: 'danger', code: 'fee-above-ceiling', values })
    const row = await send(wallet, id)
    expect(row.maxFeePerGas).toBe(own)
    await mineAt(usual)
    expect(await paidFor(row.hash)).toMatchObject({ status: 'success' })
  })

  it.each(['proposeSpeedUp', 'proposeCancel'] as const)('%s works while the base fee is ten times that', async how => {
    const wallet = await begin(true)
    const first = await send(wallet, await wallet.transactions.propose(sending(wallet, somebody, 5n)))
    const spike = 10n * usual
    await mineAt(spike)
    expect((await wallet.transactions.byId(first.id))?.level).toBe('accepted')
    const second = await send(wallet, await wallet.transactions[how](first.id))
    expect(second.nonce).toBe(first.nonce)
    await mineAt(spike)
    const { effectiveGasPrice, to } = await paidFor(second.hash)
    expect(effectiveGasPrice).toBeGreaterThanOrEqual(spike)
    expect(to?.toLowerCase()).toBe((how === 'proposeCancel' ? wallet.account.address : somebody).toLowerCase())
  })
})
