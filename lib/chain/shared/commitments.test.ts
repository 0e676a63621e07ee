import 'fake-indexeddb/auto'
import fc from 'fast-check'
import type { Hash } from 'viem'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { toQuantity } from '@/lib/base/hex'
import { createPreviewNetwork, type Mode, type PreviewNetwork } from '@/test/preview-network/index'
import { eventually, newAccount } from '@/test/transactions/connect'
import { approved, createStage, reaching, rowThat } from '@/test/transactions/stage'
import { commitmentCalls, readCommitments } from './commitments'

let network: PreviewNetwork
const stage = createStage(() => network)
afterEach(() => {
  network?.faults.clear()
  expect(stage.clear()).toEqual([])
})

/**
 * A payment on its way, and what the endpoint says of the commitments to it. Blocks come only when a test asks for one:
 * however busy the machine is, no commitment passes unseen.
 */
async function paid(mode: Mode, timing: { preconfirmMs?: number } = {}) {
  network = await createPreviewNetwork({ mode, faucetCooldownSeconds: 0, blockMs: 3_600_000, ...timing })
  const { stop } = network
  onTestFinished(() => stop())
  const wallet = await stage.begin({ drips: 0 })
  await network.faults.alter('anvil_setBalance', [wallet.account.address, toQuantity(10n ** 18n)])
  const id = await approved(wallet, newAccount().address, 1n)
  await wallet.transactions.execute(id)
  const { hash } = await rowThat(wallet, id, ({ level }) => level !== 'signed')
  const items = () => wallet.connection.batch(commitmentCalls(hash))
  async function said() {
    const [list, head] = await items()
    return list?.ok === true && head?.ok === true ? readCommitments(list.result, head.result, hash) : null
  }
  return { wallet, id, items, said }
}

describe('behind mev-commit', { timeout: 40_000 }, () => {
  it('block builders are counted for the block that the receipt promises, until that block is there', async () => {
    const { wallet, id, said } = await paid('commitments')
    const { receipt } = await rowThat(wallet, id, ({ receipt }) => receipt !== null)
    await eventually(async () => (await said())?.builders === 3)
    expect(await said()).toEqual({ builders: 3, block: receipt?.blockNumber })
    await network.faults.seal()
    await reaching(wallet, id, 'sealed')
    expect(await said()).toBeNull()
  })

  it('a commitment that was not kept counts no more, and the next block’s does', async () => {
    const { wallet, id, said } = await paid('commitments')
    const { hash, receipt } = await rowThat(wallet, id, ({ receipt }) => receipt !== null)
    network.faults.set({ withheld: [hash] })
    await network.faults.seal()
    await rowThat(wallet, id, ({ history }) => history.some(({ event }) => event === 'withdrawn'))
    network.faults.clear()
    await eventually(async () => (await said())?.builders === 3)
    expect((await said())?.block).toBeGreaterThan(receipt?.blockNumber ?? 0n)
    await network.faults.seal()
    await reaching(wallet, id, 'sealed')
  })

  it('nobody is counted while no builder has committed', async () => {
    const { wallet, id, said } = await paid('commitments', { preconfirmMs: 60_000 })
    expect(await said()).toBeNull()
    await network.faults.seal()
    await reaching(wallet, id, 'sealed')
  })
})

it('elsewhere the method is refused as one that the endpoint does not have', { timeout: 40_000 }, async () => {
  const { items } = await paid('fast-blocks')
  const [list] = await items()
  expect(list).toMatchObject({ ok: false, error: { kind: 'method-unavailable' } })
})

describe('the list of commitments', () => {
  const hash: Hash = `0x${'ab'.repeat(32)}`
  const builder = (digit: string) => `0x${digit.repeat(40)}`
  const commitment = (provider: string, block: number, tx = hash.slice(2)) => ({
    ...{ tx_hashes: [tx], block_number: block, provider_address: provider },
    bid_amount: '1',
  })

  it('counts each builder once, for the next block that any has committed to', () => {
    const list = [
      ...[commitment(builder('a'), 8), commitment(builder('A'), 8), commitment(builder('b'), 8)],
      ...[commitment(builder('c'), 9), commitment(builder('d'), 7), commitment(builder('e'), 8, 'cd'.repeat(32))],
    ]
    expect(readCommitments(list, '0x7', hash)).toEqual({ builders: 2, block: 8n })
    expect(readCommitments(list, '0x8', hash)).toEqual({ builders: 1, block: 9n })
    expect(readCommitments(list, '0x9', hash)).toBeNull()
  })

  it('of any other shape counts nobody', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (list, head) => {
        expect(readCommitments(list, head, hash)).toBeNull()
      }),
    )
  })
})
