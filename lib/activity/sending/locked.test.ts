import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '@/lib/storage/open'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { balanceOf } from '@/test/transactions/connect'
import { approved, createStage, journalOf, reaching, sending, type Wallet } from '@/test/transactions/stage'

const shop = '0xbda5747bfd65f08deb54cb465eb87d40e51b197e'
const alike = '0xbda5000000000000000000000000000000b1197e'

let network: PreviewNetwork
const stage = createStage(() => network)
beforeAll(async () => {
  network = await createPreviewNetwork({
    ...{ blockMs: 300, preconfirmMs: 60 },
    finalizedBlocks: 1,
    faucetCooldownSeconds: 0,
  })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

/** The rows as they lie on the disk. */
async function onDisk({ databaseName }: Wallet) {
  const raw = await openDatabase(databaseName)
  const rows = await raw.getAll('transactions')
  raw.close()
  return rows
}

describe('a locked wallet', { timeout: 30_000 }, () => {
  it('sends again and watches what is on its way, in another life too, and knows at the unlock how it ended', async () => {
    const first = await stage.begin()
    network.faults.set({ withheld: 'all' })
    const id = await approved(first, shop, 1_000n)
    await first.transactions.execute(id)
    first.lock()
    first.kill()

    const wallet = await stage.resume(first)
    wallet.lock()
    const isFinal = reaching(wallet, id, 'final')
    await wallet.transactions.recover()
    network.faults.clear()
    await isFinal
    await wallet.transactions.stored()
    expect(await balanceOf(wallet.connection, shop, 'latest')).toBe(1_000n)
    expect(await onDisk(wallet)).toMatchObject([
      { id, to: expect.stringMatching(new RegExp(shop, 'i')), level: 'final' },
    ])
    await wallet.unlock()
    expect(await journalOf(wallet)).toMatchObject([{ id, level: 'final' }])
  })

  it('keeps what is final from the disk, and does not know it any more', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet, shop, 1_000n)
    await wallet.transactions.execute(id)
    const { hash } = await reaching(wallet, id, 'final')
    await wallet.transactions.stored()
    const [row] = await onDisk(wallet)
    expect(Object.keys(row ?? {}).sort()).toEqual([
      'createdAt',
      'encrypted',
      'epoch',
      'from',
      'hash',
      'id',
      'inFlight',
      'layout',
      'networkId',
      'nonce',
    ])
    wallet.lock()
    expect(await journalOf(wallet)).toEqual([])
    expect(await wallet.transactions.byHash(wallet.connection.networkId, hash)).toBeUndefined()
    expect(await wallet.transactions.measured(wallet.connection.networkId)).toEqual([])
    await wallet.unlock()
    expect(await wallet.transactions.byHash(wallet.connection.networkId, hash)).toMatchObject({ id })
    expect(await wallet.transactions.measured(wallet.connection.networkId)).toHaveLength(1)
  })

  it('judges what is asked meanwhile again once it is unlocked, by everybody who was paid before', async () => {
    const wallet = await stage.begin()
    const paid = await approved(wallet, shop, 1_000n)
    await wallet.transactions.execute(paid)
    await reaching(wallet, paid, 'final')
    await wallet.transactions.stored()
    wallet.lock()
    const id = await wallet.transactions.propose(sending(wallet, alike, 1n))
    const risks = async () => (await wallet.approvals.get(id))?.shown.risks.map(({ code }) => code)
    await expect.poll(risks).toEqual(['first-time-counterparty'])
    await wallet.unlock()
    await expect.poll(risks).toContain('recipient-look-alike')
  })
})
