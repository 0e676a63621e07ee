import 'fake-indexeddb/auto'
import type { Address, Hash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureIn } from '@/lib/base/failure'
import { isAtLeast } from '@/lib/base/level'
import { watchDisk } from '@/test/full-disk'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { balanceOf, eventually, newAccount } from '@/test/transactions/connect'
import { approved, createStage, journalOf, reaching, sealedCount, type Wallet } from '@/test/transactions/stage'

let network: PreviewNetwork
const stage = createStage(() => network)
/** Wei. */
const paid = 1_000n

beforeAll(async () => {
  const options = { blockMs: 300, preconfirmMs: 60, safeBlocks: 1, finalizedBlocks: 2 }
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, ...options })
}, 60_000)
afterAll(async () => {
  // A write that failed is reported, as it should be.
  stage.clear()
  await network.stop()
})

async function begin(): Promise<Wallet> {
  const account = newAccount()
  await network.faults.alter('anvil_setBalance', [account.address, '0x8ac7230489e80000'])
  return stage.begin({ account, drips: 0 })
}

/** @returns the hash, or the code that the person was told */
async function pay(wallet: Wallet, to: Address): Promise<string> {
  try {
    const id = await Promise.race([approved(wallet, to, paid), refused(wallet)])
    return await wallet.transactions.execute(id)
  } catch (error) {
    return failureIn(error)?.code ?? `no code: ${error}`
  }
}

/** Rejects with what is said instead of a fee that could be approved. */
function refused(wallet: Wallet): Promise<never> {
  return new Promise((_, reject) => {
    wallet.transactions.onPreview((_id, { failure }) => {
      if (failure != null) reject(Object.assign(new Error(failure.code), { name: 'QuotaExceededError' }))
    })
  })
}

const amountOf = (wallet: Wallet, address: Address) => balanceOf(wallet.connection, address, 'latest')

/** Resolves once the journal calls everything of the account that is on the chain sealed. */
function settled(wallet: Wallet): Promise<void> {
  return eventually(async () => {
    const rows = (await journalOf(wallet)).filter(({ ended }) => ended === null)
    return rows.length === (await sealedCount(wallet)) && rows.every(({ level }) => isAtLeast(level, 'sealed'))
  })
}

/** A payment of which more writes than there are fail, one after the other. */
const writes = Array.from({ length: 16 }, (_, index) => index + 1)

describe.each([
  ['is full for one write', (write: number, at: number) => write === at],
  ['is full from one write on, until the worker has died', (write: number, at: number) => write >= at],
])('a disk that %s', (_when, isFull) => {
  it.concurrent.each(writes)('the one numbered %i, loses and repeats nothing', { timeout: 60_000 }, async at => {
    const wallet = await begin()
    const disk = watchDisk(wallet.databaseName, write => isFull(write, at))
    const [to, later] = [newAccount().address, newAccount().address]
    const told = await pay(wallet, to)
    expect(told).toMatch(/^(?:0x[0-9a-f]{64}|disk-full|disk-full-approved)$/)
    // What has left is on its way whatever the disk does.
    if (told.startsWith('0x')) await eventually(async () => (await amountOf(wallet, to)) === paid)
    wallet.kill()
    disk.free()

    const next = await stage.resume(wallet)
    await next.transactions.recover()
    expect(await pay(next, later)).toMatch(/^0x/)
    await eventually(async () => (await amountOf(next, later)) === paid)
    await settled(next)
    // Nothing that was called not done is done after all, and the rest once.
    expect([told, await amountOf(next, to)]).toEqual([told, told === 'disk-full' ? 0n : paid])
    const rows = await journalOf(next)
    expect(rows.map(({ nonce }) => nonce)).toEqual(told === 'disk-full' ? [0] : [0, 1])
    if (told.startsWith('0x')) expect(rows.map(({ hash }) => hash)).toContain(told as Hash)
  })
})

it('what was approved on a full disk is sent by the same worker, once there is room', { timeout: 60_000 }, async () => {
  const wallet = await begin()
  const to = newAccount().address
  const id = await approved(wallet, to, paid)
  const disk = watchDisk(wallet.databaseName, () => true)
  await expect(wallet.transactions.execute(id)).rejects.toMatchObject({ code: 'disk-full-approved' })
  expect(await sealedCount(wallet)).toBe(0)
  disk.free()
  await reaching(wallet, id, 'sealed')
  expect(await amountOf(wallet, to)).toBe(paid)
})
