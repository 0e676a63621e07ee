import 'fake-indexeddb/auto'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionRecord } from '@/lib/database/records'
import { toQuantity } from '@/lib/values/hex'
import { isAtLeast, type Level } from '@/lib/values/level'
import { type PreviewNetwork, startPreviewNetwork } from '@/test/preview-network'
import { balanceOf, drip, newAccount } from '@/test/transactions/connect'
import { approve, beginLife, type LifeOptions, type WorkerLife } from '@/test/transactions/worker-life'

let network: PreviewNetwork
const lives: WorkerLife[] = []

beforeAll(async () => {
  network = await startPreviewNetwork({ faucetCooldownSeconds: 0 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => {
  for (const life of lives.splice(0)) {
    life.kill()
    expect(life.faults).toEqual([])
  }
})

async function live(
  options: Partial<LifeOptions> & { account: PrivateKeyAccount; databaseName: string },
): Promise<WorkerLife> {
  const { chainId, rpcUrl, wsUrl } = network
  const life = await beginLife({ chainId, rpcUrl, wsUrl, ...options })
  lives.push(life)
  return life
}

/** A funded account with a worker of its own. */
async function begin(
  options: Partial<LifeOptions> & { drips?: number } = {},
): Promise<WorkerLife & { account: PrivateKeyAccount; databaseName: string }> {
  const account = newAccount()
  const databaseName = crypto.randomUUID()
  const life = await live({ account, databaseName, ...options })
  await drip(network.faucetUrl, life.connection, account.address, options.drips ?? 1)
  return { ...life, account, databaseName }
}

function sending(account: PrivateKeyAccount, to: `0x${string}`, value: bigint) {
  return {
    requester: { kind: 'wallet' },
    chainId: network.chainId,
    account: account.address,
    transaction: { to, value: toQuantity(value), data: '0x' },
    purpose: 'send',
    replaces: null,
    requestKey: null,
  } as const
}

/** The row once it has reached this level. */
function reaching(life: WorkerLife, id: string, level: Level): Promise<TransactionRecord> {
  return new Promise(resolve => {
    const look = (row: TransactionRecord | undefined): void => {
      if (row?.id !== id || !isAtLeast(row.level, level)) return
      stop()
      resolve(row)
    }
    const stop = life.transactions.onRow(look)
    void life.transactions.byId(id).then(look)
  })
}

describe('a payment', { timeout: 30_000 }, () => {
  it('is prepared, approved, signed, journalled, submitted, pre-confirmed and sealed', async () => {
    const life = await begin()
    const to = newAccount().address
    const id = await life.transactions.propose(sending(life.account, to, 1_000n))
    await approve(life, id)
    const hash = await life.transactions.execute(id)
    const row = await reaching(life, id, 'sealed')
    expect(row).toMatchObject({ hash, nonce: 0, ended: null, receipt: { status: 'success' } })
    expect(row.history.map(entry => entry.level)).toEqual(['signed', 'submitted', 'accepted', 'preconfirmed', 'sealed'])
    expect(await balanceOf(life.connection, to, 'latest')).toBe(1_000n)
    expect((await life.approvals.get(id))?.status).toBe('done')
  })
})
