import type { Address } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { toQuantity } from '@/lib/base/hex'
import { isAtLeast, type Level } from '@/lib/base/level'
import { transactionCountReply } from '@/lib/base/rpc/schemas'
import type { TransactionPreview } from '@/lib/language/requests'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { TransactionRecord } from '@/lib/storage/records'
import type { PreviewNetwork } from '@/test/preview-network/index'
import { drip, newAccount } from './connect'
import { approve, beginLife, type LifeOptions, type WorkerLife } from './worker-life'

/** A worker and the account it sends from. */
export interface Wallet extends WorkerLife {
  account: PrivateKeyAccount
  databaseName: string
}

export interface Stage {
  /** A funded account with a worker of its own. */
  begin(options?: Partial<LifeOptions> & { drips?: number }): Promise<Wallet>
  /** The next life of the same wallet. */
  resume(before: Wallet, options?: Partial<LifeOptions>): Promise<Wallet>
  /** Ends every worker and returns what none of them should have had to report. */
  clear(): unknown[]
}

/** Where the wallets of a test are. For a chain without a faucet `drips` is 0. */
export type StageNetwork = Pick<PreviewNetwork, 'chainId' | 'rpcUrl' | 'wsUrl' | 'faucetUrl'>

export function createStage(network: () => StageNetwork): Stage {
  const lives: WorkerLife[] = []

  async function live(options: Partial<LifeOptions> & Pick<LifeOptions, 'account' | 'databaseName'>): Promise<Wallet> {
    const { chainId, rpcUrl, wsUrl } = network()
    const life = await beginLife({ chainId, rpcUrl, wsUrl, ...options })
    lives.push(life)
    return { ...life, account: options.account, databaseName: options.databaseName }
  }

  return {
    async begin({ drips = 1, ...options } = {}) {
      const wallet = await live({ account: newAccount(), databaseName: crypto.randomUUID(), ...options })
      if (drips > 0) await drip(network().faucetUrl, wallet.connection, wallet.account.address, drips)
      return wallet
    },
    resume: ({ account, databaseName }, options = {}) => live({ account, databaseName, ...options }),
    clear: () =>
      lives.splice(0).flatMap(life => {
        life.kill()
        return life.faults
      }),
  }
}

/** What the wallet's own screens ask for. */
export function sending(wallet: Wallet, to: Address | null, value: bigint, change: Partial<TransactionRequest> = {}) {
  return {
    requester: { kind: 'wallet' },
    networkId: wallet.connection.networkId,
    account: wallet.account.address,
    transaction: { to, value: toQuantity(value), data: '0x', ...change } satisfies TransactionRequest,
    purpose: 'send',
    replaces: null,
    requestKey: null,
  } as const
}

/** Proposes and approves; what is left is `execute`. */
export async function approved(
  wallet: Wallet,
  to: Address,
  value: bigint,
  change: Partial<TransactionRequest> = {},
): Promise<string> {
  const id = await wallet.transactions.propose(sending(wallet, to, value, change))
  await approve(wallet, id)
  return id
}

/** The row once it is as wanted. */
export function rowThat(
  wallet: WorkerLife,
  id: string,
  isWanted: (row: TransactionRecord) => boolean,
): Promise<TransactionRecord> {
  return new Promise(resolve => {
    const look = (row: TransactionRecord | undefined): void => {
      if (row?.id !== id || !isWanted(row)) return
      stop()
      resolve(row)
    }
    const stop = wallet.transactions.onRow(look)
    void wallet.transactions.byId(id).then(look)
  })
}

export function reaching(wallet: WorkerLife, id: string, level: Level): Promise<TransactionRecord> {
  return rowThat(wallet, id, row => isAtLeast(row.level, level))
}

/** What the person sees once it is as wanted. */
export function previewThat(
  wallet: WorkerLife,
  id: string,
  isWanted: (preview: TransactionPreview) => boolean,
): Promise<TransactionPreview> {
  return new Promise(resolve => {
    const look = (previewId: string, preview: TransactionPreview | null): void => {
      if (previewId !== id || preview === null || !isWanted(preview)) return
      stop()
      resolve(preview)
    }
    const stop = wallet.transactions.onPreview(look)
    look(id, wallet.transactions.preview(id))
  })
}

/** Everything of the account, by nonce, as the journal has it. */
export async function journalOf({ transactions, connection, account }: Wallet): Promise<TransactionRecord[]> {
  const rows = await transactions.rows(connection.networkId, account.address, 1_000)
  return rows.sort((a, b) => a.nonce - b.nonce || a.createdAt - b.createdAt)
}

/** Transactions of the account in sealed blocks. */
export function sealedCount({ connection, account }: Wallet): Promise<number> {
  return connection.request('eth_getTransactionCount', [account.address, 'latest'], transactionCountReply)
}
