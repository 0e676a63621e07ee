import { createApprovals } from '@/lib/approvals/approvals'
import { createContacts } from '@/lib/database/contacts'
import { eraseDatabase } from '@/lib/database/open'
import { createSettings } from '@/lib/database/settings'
import { createFaucet } from '@/lib/faucet/faucet'
import type { FaultLog } from '@/lib/faults/fault-log'
import type { Faults } from '@/lib/faults/types'
import { createKeyring } from '@/lib/keyring/keyring'
import { createNetworks, type Networks } from '@/lib/networks/networks'
import { isPaymentConsent } from '@/lib/payments/http402/consent'
import { covers, createDoor } from '@/lib/rpc/door'
import type { KeepAlive } from '@/lib/rpc/types'
import { createWaitingRequests } from '@/lib/signers/waiting'
import { createSites } from '@/lib/sites/sites'
import { createArrivals } from '@/lib/tokens/arrivals'
import { createBalanceReader } from '@/lib/tokens/balance-reader'
import { createItems } from '@/lib/tokens/items'
import { moneyOn } from '@/lib/tokens/known-money'
import { createPast } from '@/lib/tokens/past/past'
import { createTokens } from '@/lib/tokens/tokens'
import { createBatchSupport } from '@/lib/transactions/batch-support'
import { createTransactions } from '@/lib/transactions/transactions'
import type { Transactions } from '@/lib/transactions/types'
import { systemClock, wallClock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { createAccountFacts } from './account-facts'
import { toApprovalProof } from './approval-proof'
import { barrier } from './barrier'
import { createConnections } from './connections'
import { decisionsScript } from './decisions-script'
import { createEncryptedRecords } from './encrypted-records'
import { beginErasing, endErasing } from './erasing'
import { createFaucetState } from './faucet-state'
import { openInspectedDatabase } from './inspected-database'
import { createLazyLists } from './lists'
import { readLocalPreview } from './local-preview'
import { passwordScript } from './password-script'
import { paymentsScript } from './payments/script'
import { recordsScript } from './records-script'
import { createSelection } from './selection'
import { createSpending } from './spending'
import { mirrorStore, sessionStore } from './stores'
import { createTransactionViews } from './transaction-views'
import { createWatchers, type Watchers } from './watchers'

export type WalletParts = Awaited<ReturnType<typeof createWalletParts>>

/** Makes every part of the wallet and gives each the parts it needs. No request is made. */
export async function createWalletParts({ keepAlive, faults }: { keepAlive: KeepAlive; faults: FaultLog }) {
  const clock = systemClock
  const [opened, localPreview] = await Promise.all([openInspectedDatabase(faults), readLocalPreview()])
  const records = createEncryptedRecords(opened, { cipher: () => keyring.rows(), clock, faults })
  const { database } = records
  faults.keepIn(database)
  const settings = createSettings(database)
  const approvals = createApprovals({ database, clock, faults })
  const sites = createSites({ database, clock })
  const lists = createLazyLists({ database, clock, faults, keepAlive })

  const door = createDoor({ isAllowed: url => covers(networks.allowedUrls(), url), clock })
  const networks: Networks = await createNetworks({ database, door, clock, keepAlive, localPreview, faults })
  const connectionOf = networks.connection

  const watchers = createWatchers({ clock, faults, keepAlive, networks })
  const watcherOf = watchers.of

  const deviceRequests = createWaitingRequests(clock)
  const keyring = createKeyring({
    database,
    sessionStore,
    mirrorStore,
    // The lock deadline goes on while the computer sleeps.
    clock: wallClock,
    faults,
    argon2id: options => passwordScript.load().argon2id(options),
    scrypt: (...asked) => passwordScript.load().scrypt(...asked),
    createRowCipher: key => recordsScript.load().createRowCipher(key),
    verifyApproval: async id =>
      isPaymentConsent(id)
        ? paymentsScript.load().toLimitProof(database, id)
        : toApprovalProof(await approvals.verify(id)),
    // What is paid without asking is shown nowhere, so no device is asked for it.
    askDevice: async (request, accept) => {
      if (isPaymentConsent(request.approvalId)) throw new Failure('signer-unsupported')
      return deviceRequests.ask(request, accept)
    },
  })
  const tokens = createTokens({ database, connectionOf, faults })
  const items = createItems({ database, connectionOf, now: clock.now })
  const transactions = createTransactions({
    database,
    approvals,
    connectionOf,
    watcherOf,
    epochOf: networks.epoch,
    signer: keyring,
    clock,
    locks: navigator.locks,
    moneyOf: chainId => moneyOn(chainId, { networks, tokens }),
    isOwnAccount: async address =>
      (await keyring.accounts()).some(account => account.address.toLowerCase() === address.toLowerCase()),
    barrier,
    createDrafts: parts => decisionsScript.load().createDrafts(parts),
    faults,
  })
  followRemovals({ networks, watchers, transactions, faults })
  const batchSupport = createBatchSupport({ accounts: keyring.accounts, clock, connectionOf })
  const arrivals = createArrivals({
    connectionOf,
    clock,
    database,
    epochOf: networks.epoch,
    faults,
    isSpending: createSpending(transactions, clock),
  })
  const past = createPast({
    database,
    epochOf: networks.epoch,
    connectionOf,
    isOwn: async hash => (await transactions.byHash(hash)) !== undefined,
    addArrival: arrivals.addPast,
    onFault: error => faults.report('balances', error),
  })
  const isUnlocked = async () => (await keyring.state()).vault === 'unlocked'

  /** To be called when the wallet is unlocked, also by an earlier worker: reads what a locked one cannot. */
  async function unlocked(): Promise<void> {
    await Promise.all([arrivals.load(), past.load()])
    records.unlocked()
  }
  if (await isUnlocked()) await unlocked()

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
  const faucet = createFaucet({ door, networks, clock, faults })
  const faucetState = createFaucetState({
    faucet,
    clock,
    faults,
    pendingBalance: (chainId, address) => balances.last(chainId, address)?.pending ?? null,
    tokenBalance: tokens.pendingBalance,
    metadata: tokens.metadata,
    async list(chainId, address, token) {
      await tokens.add(chainId, token, 'person')
      await tokens.refresh(chainId, address)
    },
  })

  /** Deletes everything on this device. Transactions in flight go on unwatched. */
  async function erase(): Promise<void> {
    await beginErasing()
    await approvals.cancel(() => true, 'cancelled')
    deviceRequests.endAll(new Failure('signer-taken-back'))
    await transactions.forget()
    balances.rest()
    balances.forget()
    tokens.forget()
    arrivals.forget()
    past.forget()
    await keyring.erase()
    for (const { chainId } of networks.list()) await networks.remove(chainId)
    await faults.clear()
    await eraseDatabase(database)
    lists.forget()
    await settings.change({})
    await endErasing()
  }

  return {
    arrivals,
    accountFacts: createAccountFacts(connectionOf),
    approvals,
    balances,
    batchSupport,
    clock,
    connectionOf,
    connections,
    contacts,
    database,
    deviceRequests,
    erase,
    faucetState,
    faults,
    isUnlocked,
    keyring,
    lists,
    networks,
    onRegime: watchers.onRegime,
    past,
    selection,
    settings,
    sites,
    tokens,
    items,
    transactionView: createTransactionViews({ networks, transactions, watchers }),
    transactions,
    unlocked,
    watcherOf,
  }
}

/** A removed network takes its watcher with it; one that comes back finds its transactions again. */
function followRemovals({
  networks,
  watchers,
  transactions,
  faults,
}: {
  networks: Networks
  watchers: Watchers
  transactions: Pick<Transactions, 'returned'>
  faults: Faults
}): void {
  async function returned(chainId: number): Promise<void> {
    await transactions.returned(chainId).catch((error: unknown) => faults.report('transactions', error, chainId))
  }
  const removed = new Set<number>()
  networks.onChange(chainId => {
    if (networks.get(chainId) === undefined) {
      watchers.remove(chainId)
      removed.add(chainId)
    } else if (removed.delete(chainId)) void returned(chainId)
  })
}
