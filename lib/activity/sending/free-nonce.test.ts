import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { createPublicClient, http } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toQuantity } from '@/lib/base/hex'
import type { AtomicBatch } from '@/lib/language/requests'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { TransactionRecord } from '@/lib/storage/records'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { answering } from '@/test/transactions/interference'
import {
  approved,
  createStage,
  journalOf,
  previewThat,
  reaching,
  sealedCount,
  sending,
  type Wallet,
} from '@/test/transactions/stage'
import { approve } from '@/test/transactions/worker-life'
import { rowOfCall } from './calls'

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

const counted = ({ account }: Wallet) =>
  createPublicClient({ transport: http(network.rpcUrl) }).getTransactionCount({ address: account.address })

async function risksOf(wallet: Wallet, id: string): Promise<string[]> {
  const approval = await wallet.approvals.get(id)
  return (approval?.shown.risks ?? []).map(({ code }) => code)
}

const nonceRisksOf = async (wallet: Wallet, id: string): Promise<string[]> =>
  (await risksOf(wallet, id)).filter(code => code.startsWith('nonce-'))

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

describe('a nonce that is fixed in a decision', { timeout: 30_000 }, () => {
  /** Proposes with a fixed nonce, and resolves once the decision shows it. */
  async function fixed(wallet: Wallet, nonce: number, value = 1n): Promise<string> {
    const id = await wallet.transactions.propose(sending(wallet, somebody, value, { nonce }))
    await previewThat(wallet, id, ({ nonce, fee }) => nonce.policy === 'fixed' && fee !== null)
    return id
  }

  it('and that another decision took meanwhile is not signed, which is said', async () => {
    const wallet = await stage.begin()
    const id = await fixed(wallet, 0)
    await approve(wallet, id)
    const other = await approved(wallet, somebody, 2n)
    await wallet.transactions.execute(other)
    await expect(wallet.transactions.execute(id)).rejects.toMatchObject({ code: 'nonce-taken', details: { nonce: 0 } })
    expect(await wallet.transactions.byId(id)).toBeUndefined()
    expect(await reaching(wallet, other, 'sealed')).toMatchObject({ nonce: 0 })
    expect((await journalOf(wallet)).map(({ nonce }) => nonce)).toEqual([0])
    expect((await wallet.approvals.get(id))?.status).toBe('done')
  })

  it('and that two decisions have is signed for the first of them', async () => {
    const wallet = await stage.begin()
    const [first, second] = [await fixed(wallet, 1), await fixed(wallet, 1, 2n)]
    await approve(wallet, second)
    await approve(wallet, first)
    const outcomes = await Promise.allSettled([wallet.transactions.execute(second), wallet.transactions.execute(first)])
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { reason: { code: 'nonce-taken', details: { nonce: 1 } } },
    ])
    expect((await journalOf(wallet)).map(({ id, nonce }) => [id, nonce])).toEqual([[second, 1]])
  })

  it('and that the authorization of a batch took meanwhile is not signed either', async () => {
    const wallet = await stage.begin()
    const id = await fixed(wallet, 1)
    await approve(wallet, id)
    const calls = [1n, 2n].map(value => ({ to: somebody, value: toQuantity(value), data: '0x' as const }))
    const batch = await wallet.transactions.proposeCalls({
      requester: { kind: 'wallet' },
      networkId: wallet.connection.networkId,
      account: wallet.account.address,
      calls,
      batchId: 'batch',
      atomic: { choice: 'keep', isRequired: false, isDelegated: false },
      requestKey: null,
    })
    await approve(wallet, batch)
    await wallet.transactions.executeCalls(batch)
    await expect(wallet.transactions.execute(id)).rejects.toMatchObject({ code: 'nonce-taken', details: { nonce: 1 } })
    expect((await journalOf(wallet)).map(({ nonce }) => nonce)).toEqual([0])
    await reaching(wallet, rowOfCall(batch, 0), 'sealed')
  })

  it('and that is taken while the decision waits is shown as used, and may then take the place of the other', async () => {
    const wallet = await stage.begin()
    const id = await fixed(wallet, 3)
    expect(await nonceRisksOf(wallet, id)).toEqual(['nonce-ahead', 'nonce-gap'])
    const other = await approved(wallet, somebody, 2n, { nonce: 3 })
    await wallet.transactions.execute(other)
    const used = new Promise<void>(resolve => {
      const look = (risks: readonly { code: string }[] = []) => {
        if (risks.some(({ code }) => code === 'nonce-used')) resolve()
      }
      wallet.approvals.onChange(approval => approval.id === id && look(approval.shown.risks))
      void wallet.approvals.get(id).then(approval => look(approval?.shown.risks))
    })
    await used
    expect((await wallet.approvals.get(id))?.shown.risks).toContainEqual({
      code: 'nonce-used',
      level: 'caution',
      values: { nonce: '3', expected: '0' },
    })
    await approve(wallet, id)
    const [outcome] = await Promise.allSettled([wallet.transactions.execute(id)])
    // The chain takes it or asks for more; what it is was said before.
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'replacement-underpriced' })
    expect((await wallet.transactions.byId(id))?.nonce).toBe(3)
  })

  it('and that was given back is not called used', async () => {
    const { wallet } = await withGap()
    const id = await fixed(wallet, 0)
    expect(await nonceRisksOf(wallet, id)).toEqual(['nonce-fixed'])
  })

  it('to fill a gap is not signed after the gap was filled', async () => {
    const { wallet, waiting } = await withGap()
    const account = wallet.account.address
    const fills = [
      await wallet.transactions.proposeFillNonce(firstNetworkOf(network.chainId), account),
      await wallet.transactions.proposeFillNonce(firstNetworkOf(network.chainId), account),
    ] as const
    for (const fill of fills) await approve(wallet, fill)
    await wallet.transactions.execute(fills[0])
    await expect(wallet.transactions.execute(fills[1])).rejects.toMatchObject({
      code: 'nonce-taken',
      details: { nonce: 0 },
    })
    await reaching(wallet, waiting, 'sealed')
    expect(await sealedCount(wallet)).toBe(2)
  })
})

describe('a nonce chosen for a batch', { timeout: 30_000 }, () => {
  const pay = (value: bigint): TransactionRequest => ({ to: somebody, value: toQuantity(value), data: '0x' })
  const keep: AtomicBatch = { choice: 'keep', isRequired: false, isDelegated: false }

  function proposed(wallet: Wallet, calls: TransactionRequest[], atomic?: AtomicBatch): Promise<string> {
    return wallet.transactions.proposeCalls({
      requester: { kind: 'wallet' },
      networkId: wallet.connection.networkId,
      account: wallet.account.address,
      calls,
      batchId: 'batch',
      ...(atomic === undefined ? {} : { atomic }),
      requestKey: null,
    })
  }

  it.each([
    ['made together', [1n, 2n], keep, 3],
    ['of one call', [1n], undefined, 2],
  ] as const)('%s is signed, and the next one after all when it is taken back', async (_, values, atomic, count) => {
    const wallet = await stage.begin()
    const id = await proposed(wallet, values.map(pay), atomic)
    await wallet.transactions.chooseNonce(id, 9)
    await wallet.transactions.chooseNonce(id, null)
    await previewThat(wallet, id, ({ nonce, fee }) => nonce.policy === 'next' && fee !== null)
    await wallet.transactions.chooseNonce(id, 1)
    await previewThat(wallet, id, ({ nonce, fee }) => nonce.policy === 'fixed' && fee !== null)
    expect(await risksOf(wallet, id)).toEqual(expect.arrayContaining(['nonce-ahead', 'nonce-gap']))
    await approve(wallet, id)
    await wallet.transactions.executeCalls(id)
    const fill = await approved(wallet, somebody, 1n, { nonce: 0 })
    await wallet.transactions.execute(fill)
    expect(await reaching(wallet, rowOfCall(id, 0), 'sealed')).toMatchObject({
      nonce: 1,
      receipt: { status: 'success' },
    })
    expect(await counted(wallet)).toBe(count)
  })

  it.each([
    ['one after the other', { ...keep, choice: 'apart' }],
    ['with a second transaction that ends the delegation', { ...keep, choice: 'once' }],
    ['where the account cannot make them together', undefined],
  ] as const)('is refused for several transactions: %s', async (_, atomic) => {
    const wallet = await stage.begin()
    const id = await proposed(wallet, [pay(1n), pay(2n)], atomic)
    await expect(wallet.transactions.chooseNonce(id, 4)).rejects.toMatchObject({ code: 'invalid-input' })
  })

  it('is dropped when it is made in another way, and is not that of cancellations', async () => {
    const wallet = await stage.begin()
    const id = await proposed(wallet, [pay(1n), pay(2n)], keep)
    await wallet.transactions.chooseNonce(id, 4)
    await wallet.transactions.chooseTogether(id, 'apart')
    await previewThat(wallet, id, ({ nonce, fee }) => nonce.policy === 'next' && fee !== null)
    await approve(wallet, id)
    await wallet.transactions.executeCalls(id)
    await reaching(wallet, rowOfCall(id, 1), 'sealed')
    expect((await journalOf(wallet)).map(({ nonce }) => nonce)).toEqual([0, 1])

    const far = await approved(wallet, somebody, 1n, { nonce: 3 })
    await wallet.transactions.execute(far)
    const cancel = await wallet.transactions.proposeCancelAll(wallet.connection.networkId, wallet.account.address)
    await expect(wallet.transactions.chooseNonce(cancel, 2)).rejects.toMatchObject({ code: 'invalid-input' })
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
