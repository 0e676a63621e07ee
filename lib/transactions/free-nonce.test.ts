import { firstNetworkOf } from '@/lib/values/network-id'
import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionRecord } from '@/lib/database/records'
import { toQuantity } from '@/lib/values/hex'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { answering } from '@/test/transactions/interference'
import {
  approved,
  createStage,
  previewThat,
  reaching,
  sealedCount,
  sending,
  type Wallet,
} from '@/test/transactions/stage'
import { approve } from '@/test/transactions/worker-life'

let network: PreviewNetwork
const stage = createStage(() => network)
const somebody = newAccount().address

beforeAll(async () => {
  network = await createPreviewNetwork({ mode: 'fast-blocks', faucetCooldownSeconds: 0 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

/** Nonce 0 was given back, and a transaction with nonce 1 waits. */
async function withGap(): Promise<{ wallet: Wallet; waiting: string }> {
  const wallet = await stage.begin()
  const tooMuch = await approved(wallet, somebody, 10n ** 18n)
  const waiting = await approved(wallet, somebody, 1n)
  const [refusal] = await Promise.allSettled([
    wallet.transactions.execute(tooMuch),
    wallet.transactions.execute(waiting),
  ])
  expect(refusal.status).toBe('rejected')
  return { wallet, waiting }
}

async function risksOf(wallet: Wallet, id: string): Promise<string[]> {
  const approval = await wallet.approvals.get(id)
  return (approval?.shown.risks ?? []).map(({ code }) => code)
}

describe('a free nonce', { timeout: 30_000 }, () => {
  it('before the next one is said before a transaction is signed, which may take it', async () => {
    const { wallet, waiting } = await withGap()
    const id = await wallet.transactions.propose(sending(wallet, somebody, 2n))
    expect(await previewThat(wallet, id, ({ fee }) => fee !== null)).toMatchObject({
      nonce: { policy: 'next', expected: 2 },
    })
    expect((await wallet.approvals.get(id))?.shown.risks).toContainEqual({
      code: 'nonce-gap',
      level: 'caution',
      values: { free: '0' },
    })
    await wallet.transactions.chooseNonce(id, 0)
    await previewThat(wallet, id, ({ nonce, fee }) => nonce.policy === 'fixed' && fee !== null)
    expect(await risksOf(wallet, id)).not.toContain('nonce-gap')
    await approve(wallet, id)
    await wallet.transactions.execute(id)
    await Promise.all([id, waiting].map(each => reaching(wallet, each, 'sealed')))
    expect(await sealedCount(wallet)).toBe(2)
  })

  it('may be filled first, also while nothing else waits for it', async () => {
    const { wallet, waiting } = await withGap()
    const account = wallet.account.address
    const fill = await wallet.transactions.proposeFillNonce(firstNetworkOf(network.chainId), account, 1)
    await approve(wallet, fill)
    await wallet.transactions.execute(fill)
    expect(await reaching(wallet, fill, 'sealed')).toMatchObject({ nonce: 0, value: 0n })
    await reaching(wallet, waiting, 'sealed')
    await expect(
      wallet.transactions.proposeFillNonce(firstNetworkOf(network.chainId), account, 2),
    ).rejects.toMatchObject({
      code: 'invalid-input',
    })
    const next = await wallet.transactions.propose(sending(wallet, somebody, 2n))
    await previewThat(wallet, next, ({ fee }) => fee !== null)
    expect(await risksOf(wallet, next)).not.toContain('nonce-gap')
  })
})

describe('a nonce chosen in the decision', { timeout: 30_000 }, () => {
  it('is signed, and the next one after all when it is taken back', async () => {
    const wallet = await stage.begin()
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    await wallet.transactions.chooseNonce(id, 7)
    await previewThat(wallet, id, ({ nonce, fee }) => nonce.policy === 'fixed' && fee !== null)
    expect(await risksOf(wallet, id)).toContain('nonce-gap')
    await wallet.transactions.chooseNonce(id, null)
    await previewThat(wallet, id, ({ nonce, fee }) => nonce.policy === 'next' && fee !== null)
    await approve(wallet, id)
    await wallet.transactions.execute(id)
    expect(await reaching(wallet, id, 'sealed')).toMatchObject({ nonce: 0 })
  })

  it('is not that of a replacement', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet, somebody, 1n, { nonce: 1 })
    await wallet.transactions.execute(id)
    const cancel = await wallet.transactions.proposeCancel(id)
    await expect(wallet.transactions.chooseNonce(cancel, 0)).rejects.toMatchObject({ code: 'invalid-input' })
  })
})

describe('numbers that are read anew', { timeout: 30_000 }, () => {
  it('count on from the chain after an endpoint told a count that was too high', async () => {
    let told: (count: unknown) => unknown = () => '0x32'
    const wallet = await stage.begin({ through: answering('eth_getTransactionCount', count => told(count)) })
    const far = await approved(wallet, somebody, 1n)
    await wallet.transactions.execute(far)
    expect(await reaching(wallet, far, 'accepted')).toMatchObject({ nonce: 50 })
    told = count => count
    expect(await wallet.transactions.readNumbers(firstNetworkOf(network.chainId), wallet.account.address)).toBe(0)
    const next = await approved(wallet, somebody, 2n)
    await wallet.transactions.execute(next)
    expect(await reaching(wallet, next, 'sealed')).toMatchObject({ nonce: 0 })
    expect(await sealedCount(wallet)).toBe(1)
    // The one that is far ahead still waits for its turn.
    expect(wallet.transactions.waitsForNonce((await wallet.transactions.byId(far)) as TransactionRecord)).toBe(1)
  })
})

describe('an empty transaction of the wallet', { timeout: 30_000 }, () => {
  it('gets the gas that its chain asks for', async () => {
    const wallet = await stage.begin({ through: answering('eth_estimateGas', () => toQuantity(60_000n)) })
    const id = await approved(wallet, somebody, 1n, { nonce: 1, gas: toQuantity(21_000n) })
    await wallet.transactions.execute(id)
    const cancel = await wallet.transactions.proposeCancel(id)
    await approve(wallet, cancel)
    await wallet.transactions.execute(cancel)
    const fill = await wallet.transactions.proposeFillNonce(firstNetworkOf(network.chainId), wallet.account.address)
    await approve(wallet, fill)
    await wallet.transactions.execute(fill)
    for (const each of [cancel, fill]) expect(await reaching(wallet, each, 'sealed')).toMatchObject({ gas: 75_000n })
  })
})
