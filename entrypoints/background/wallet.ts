import { browser } from 'wxt/browser'
import { createApprovals } from '@/lib/approvals/approvals'
import type { ConfirmationWatcher } from '@/lib/confirmations/types'
import { createConfirmationWatcher } from '@/lib/confirmations/watcher'
import { createContacts } from '@/lib/database/contacts'
import { eraseDatabase } from '@/lib/database/open'
import type { TransactionRecord } from '@/lib/database/records'
import { createSettings } from '@/lib/database/settings'
import { createFaucet } from '@/lib/faucet/faucet'
import { createKeyring } from '@/lib/keyring/keyring'
import type { TransactionView } from '@/lib/messaging/ui'
import { createNetworks, type Networks } from '@/lib/networks/networks'
import { isPaymentConsent } from '@/lib/payments/http402/consent'
import { covers, createDoor } from '@/lib/rpc/door'
import type { KeepAlive } from '@/lib/rpc/types'
import { createPhishingLists } from '@/lib/sites/phishing-lists'
import { createSites } from '@/lib/sites/sites'
import { createArrivals } from '@/lib/tokens/arrivals'
import { createBalanceReader } from '@/lib/tokens/balance-reader'
import { moneyOn } from '@/lib/tokens/known-money'
import { createTokens } from '@/lib/tokens/tokens'
import { createTransactions } from '@/lib/transactions/transactions'
import { toTransactionView } from '@/lib/transactions/view'
import { systemClock, wallClock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { isAtLeast } from '@/lib/values/level'
import { createListeners } from '@/lib/values/listeners'
import { createAccountFacts } from './account-facts'
import { toApprovalProof } from './approval-proof'
import { barrier } from './barrier'
import { createConnections } from './connections'
import { createFaucetState } from './faucet-state'
import { openInspectedDatabase } from './inspected-database'
import { readLocalPreview } from './local-preview'
import { passwordScript } from './password-script'
import { paymentsScript } from './payments/script'
import { createSelection } from './selection'
import { mirrorStore, sessionStore } from './stores'

export type WalletParts = Awaited<ReturnType<typeof createWalletParts>>

/** Makes every part and hands each what it needs. Nothing is asked of any network here. */
export async function createWalletParts({ keepAlive }: { keepAlive: KeepAlive }) {
  const clock = systemClock
  const [database, localPreview] = await Promise.all([openInspectedDatabase(), readLocalPreview()])
  const settings = createSettings(database)
  const approvals = createApprovals({ database, clock })
  const sites = createSites({ database, clock })
  const phishingLists = createPhishingLists({ database, clock, readBundled: readBundledPhishingList })

  const door = createDoor({ isAllowed: url => covers(networks.allowedUrls(), url), clock })
  const networks: Networks = await createNetworks({ database, door, clock, keepAlive, localPreview })
  const connectionOf = networks.connection

  const watchers = new Map<number, ConfirmationWatcher>()
  const regimeListeners = createListeners<[chainId: number]>()
  function watcherOf(chainId: number): ConfirmationWatcher {
    const existing = watchers.get(chainId)
    if (existing !== undefined) return existing
    const network = networks.get(chainId)
    if (network === undefined) throw new Failure('network-unknown', { chainId })
    const made = createConfirmationWatcher({
      connection: connectionOf(chainId),
      network,
      clock,
      keepAlive,
      checkGenesis: () => networks.checkGenesis(chainId),
      onEpoch: listener =>
        networks.onEpoch((restarted, epoch) => {
          if (restarted === chainId) listener(epoch)
        }),
    })
    made.onRegime(() => regimeListeners.tell(chainId))
    watchers.set(chainId, made)
    return made
  }

  const keyring = createKeyring({
    database,
    sessionStore,
    mirrorStore,
    // The lock deadline goes on while the machine sleeps.
    clock: wallClock,
    argon2id: options => passwordScript.load().argon2id(options),
    verifyApproval: async id =>
      isPaymentConsent(id)
        ? paymentsScript.load().toLimitProof(database, id)
        : toApprovalProof(await approvals.verify(id)),
  })
  const tokens = createTokens({ database, connectionOf })
  const transactions = createTransactions({
    database,
    approvals,
    connectionOf,
    watcherOf,
    epochOf: networks.epoch,
    signer: keyring,
    clock,
    locks: navigator.locks,
    tokenMetadata: tokens.metadata,
    moneyOf: chainId => moneyOn(chainId, { networks, tokens }),
    isOwnAccount: async address =>
      (await keyring.accounts()).some(account => account.address.toLowerCase() === address.toLowerCase()),
    barrier,
  })
  const removed = new Set<number>()
  networks.onChange(chainId => {
    if (networks.get(chainId) === undefined) {
      // Its connection ended with it.
      watchers.get(chainId)?.stop()
      watchers.delete(chainId)
      removed.add(chainId)
    } else if (removed.delete(chainId)) void transactions.returned(chainId).catch(() => undefined)
  })
  const arrivals = createArrivals({
    connectionOf,
    clock,
    database,
    kept: await database.getAll('arrivals'),
    async isSpending(chainId, account) {
      const rows = await transactions.rows(chainId, account, recentRows)
      return rows.some(row => movedSince(row, clock.now() - settledMs))
    },
  })
  const contacts = createContacts({ database, clock })
  const selection = createSelection({
    settings,
    accounts: keyring.accounts,
    hasNetwork: chainId => networks.get(chainId) !== undefined,
    defaultChainId: networks.defaultChainId,
  })
  const connections = createConnections({
    regimeOf: chainId => watcherOf(chainId).regime(),
    measuredOn: transactions.measured,
  })
  const balances = createBalanceReader({ connectionOf, watcherOf, clock })
  const faucet = createFaucet({ door, networks, clock })
  const faucetState = createFaucetState({
    faucet,
    clock,
    pendingBalance: (chainId, address) => balances.last(chainId, address)?.pending ?? null,
    tokenBalance: tokens.pendingBalance,
    metadata: tokens.metadata,
    async list(chainId, address, token) {
      await tokens.add(chainId, token, 'person')
      await tokens.refresh(chainId, address)
    },
  })

  /** Whether a pre-confirmed stop belongs on this row's track: it was reached, or the network says that it will be told. */
  function preconfirms({ chainId, history }: TransactionRecord): boolean {
    if (history.some(({ level }) => level === 'preconfirmed')) return true
    return networks.get(chainId) !== undefined && watcherOf(chainId).regime() === 'preconfirming'
  }

  function transactionView(row: TransactionRecord, receivedAt: number | null): TransactionView {
    return toTransactionView(row, {
      preconfirms: preconfirms(row),
      explorerUrl: networks.get(row.chainId)?.explorerUrl ?? null,
      waitsForNonce: transactions.waitsForNonce(row),
      replaceable: transactions.replaceable(row),
      receivedAt,
      epoch: networks.epoch(row.chainId),
    })
  }

  /** Forgets everything on this device. What is in flight goes on without being watched. */
  async function erase(): Promise<void> {
    await approvals.cancel(() => true, 'cancelled')
    await transactions.forget()
    balances.rest()
    balances.forget()
    tokens.forget()
    arrivals.forget()
    await keyring.erase()
    for (const { chainId } of networks.list()) await networks.remove(chainId)
    await eraseDatabase(database)
    await settings.change({})
  }

  return {
    arrivals,
    accountFacts: createAccountFacts(connectionOf),
    approvals,
    balances,
    clock,
    connectionOf,
    connections,
    contacts,
    database,
    erase,
    faucetState,
    keyring,
    networks,
    onRegime: regimeListeners.add,
    phishingLists,
    selection,
    settings,
    sites,
    tokens,
    transactionView,
    transactions,
    watcherOf,
  }
}

/** Comes with the extension; read when a site first asks for something, never before. */
async function readBundledPhishingList(): Promise<string> {
  return (await fetch(browser.runtime.getURL('/phishing-list.json'))).text()
}

/** So many of the newest transactions may still move a balance, and so long after their last step. */
const recentRows = 20
const settledMs = 10_000

function movedSince({ level, ended, history }: TransactionRecord, time: number): boolean {
  return (ended === null && !isAtLeast(level, 'sealed')) || (history.at(-1)?.at ?? 0) > time
}
