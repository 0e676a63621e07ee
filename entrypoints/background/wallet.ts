import { createAccountFacts } from '@/lib/activity/account-facts'
import { createArrivals } from '@/lib/activity/arrivals/arrivals'
import { createSpending } from '@/lib/activity/arrivals/spending'
import { createBackupRecords } from '@/lib/activity/backup-records'
import { createContacts } from '@/lib/activity/contacts'
import { createPast } from '@/lib/activity/past/past'
import { createSelection } from '@/lib/activity/selection'
import { createBatchSupport } from '@/lib/activity/sending/batch-support'
import { createTransactionViews } from '@/lib/activity/sending/transaction-views'
import { createTransactions } from '@/lib/activity/sending/transactions'
import type { Transactions } from '@/lib/activity/sending/types'
import { createBalanceReader } from '@/lib/activity/tokens/balance-reader'
import { createItems } from '@/lib/activity/tokens/items'
import { createTokens } from '@/lib/activity/tokens/tokens'
import { vouchedOn } from '@/lib/activity/tokens/vouched'
import { systemClock, wallClock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { once } from '@/lib/base/once'
import type { KeepAlive } from '@/lib/base/rpc/types'
import { createFaucet } from '@/lib/chain/faucet/faucet'
import { createFaucetState } from '@/lib/chain/faucet/faucet-state'
import { createNetworks, type Networks } from '@/lib/chain/networks/networks'
import { covers, createDoor } from '@/lib/chain/rpc/door'
import { createConnections } from '@/lib/chain/watching/connections'
import { createWatchers, type Watchers } from '@/lib/chain/watching/watchers'
import { createApprovals } from '@/lib/decisions/approvals/approvals'
import { isSigned } from '@/lib/decisions/kinds/kinds'
import { sharedChain, sharedChainRisks } from '@/lib/decisions/shared-chain'
import { createRemovals, isRemoving } from '@/lib/decisions/sites/removals'
import { createSites } from '@/lib/decisions/sites/sites'
import { createKeyring } from '@/lib/keys/keyring'
import type { VerifyApproval } from '@/lib/keys/shared/signing'
import { createWaitingRequests } from '@/lib/keys/signing/waiting-requests'
import { toApprovalProof } from '@/lib/payments/http402/approval-proof'
import { isPaymentConsent } from '@/lib/payments/http402/consent'
import { moneyOn } from '@/lib/reading/tokens/known-money'
import { createEncryptedRecords } from '@/lib/storage/encrypted/records'
import type { FaultLog } from '@/lib/storage/fault-log'
import { eraseDatabase } from '@/lib/storage/open'
import { createSettings } from '@/lib/storage/settings'
import { barrier } from './barrier'
import { beginErasing, endErasing } from './erasing'
import { isWhole, openInspectedDatabase } from './inspected-database'
import { decisionsScript, passwordScript, pastScript, recordsScript } from './later-scripts'
import { createLazyLists } from './lists'
import { readLocalPreview } from './local-preview'
import { readOwnFile } from './own-file'
import type { WalletParts } from './parts'
import { mirrorStore, sessionStore } from './stores'

/** Makes every part of the wallet and gives each the parts it needs. No request is made. */
export async function createWalletParts(given: { keepAlive: KeepAlive; faults: FaultLog }): Promise<WalletParts> {
  const { keepAlive, faults } = given
  const clock = systemClock
  const [opened, localPreview, wasRemoving] = await Promise.all([
    openInspectedDatabase(faults),
    readLocalPreview(),
    isRemoving(mirrorStore),
  ])
  const records = createEncryptedRecords(opened, {
    ...{ cipher: () => keyring.rows(), renewed: rows => keyring.rowsRenewed(rows) },
    ...{ clock, faults, isWhole, script: recordsScript.load },
  })
  const { database } = records
  faults.keepIn(database)
  const settings = createSettings(database)
  const approvals = createApprovals({
    ...{ database, clock, faults, chainIdOf: networkId => networks.chainIdOf(networkId) },
    networkRisks: async (networkId, request) => (isSigned(request) ? (await sharedOn(networkId)).risks : []),
  })
  const sites = createSites({ database, clock })
  const lists = createLazyLists({ database, clock, faults, keepAlive })

  const door = createDoor({ isAllowed: url => covers(networks.allowedUrls(), url), clock })
  const networks: Networks = await createNetworks({
    ...{ database, door, clock, keepAlive, localPreview, faults },
    probeEndpoint: asked => decisionsScript.load().probeEndpoint(asked),
  })
  const connectionOf = networks.connection

  /** What else takes what is signed for a network. */
  async function sharedOn(networkId: NetworkId) {
    const network = networks.get(networkId)
    if (network === undefined) return { risks: [], isReal: false }
    const other = await sharedChain(network, networks.ofChain(network.chainId), lists.knownChain)
    return { risks: sharedChainRisks(network, other), isReal: other?.testing === false }
  }

  const watchers = createWatchers({ clock, faults, keepAlive, networks })
  const watcherOf = watchers.of

  /** Nothing is signed without a decision before payments are loaded. */
  let proveLimit: VerifyApproval = async id => {
    throw new Failure('approval-changed', { id })
  }
  const deviceRequests = createWaitingRequests(clock)
  const keyring = createKeyring({
    database,
    sessionStore,
    mirrorStore,
    // The lock deadline goes on while the computer sleeps.
    clock: wallClock,
    faults,
    argon2id: options => passwordScript.load().argon2id(options),
    keystores: {
      read: (...asked) => passwordScript.load().keystores.read(...asked),
      write: (...asked) => passwordScript.load().keystores.write(...asked),
    },
    readList: readOwnFile,
    createRowCipher: (...keys) => recordsScript.load().createRowCipher(...keys),
    verifyApproval: async id => (isPaymentConsent(id) ? proveLimit(id) : toApprovalProof(await approvals.verify(id))),
    // What is paid without asking is shown nowhere, so no device is asked for it.
    askDevice: async (request, accept) => {
      if (isPaymentConsent(request.approvalId)) throw new Failure('signer-unsupported')
      return deviceRequests.ask(request, accept)
    },
    backupRecords: {
      read: () => backupRecords().read(),
      prepare: records => backupRecords().prepare(records),
    },
  })
  const removals = createRemovals({ store: mirrorStore, keyring, sites })
  if (wasRemoving) await removals.finish()
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
    moneyOf: networkId => moneyOn(networkId, { networks, tokens }),
    isOwnAccount: async address => (await keyring.accounts()).some(account => isSameAddress(account.address, address)),
    barrier,
    createDrafts: parts => decisionsScript.load().createDrafts(parts),
    faults,
  })
  followRemovals({ networks, watchers, transactions, faults })
  const batchSupport = once(() => createBatchSupport({ accounts: keyring.accounts, clock, connectionOf }))
  const arrivals = createArrivals({
    connectionOf,
    clock,
    database,
    epochOf: networks.epoch,
    vouchedOn: networkId => vouchedOn(networkId, { networks, tokens }),
    faults,
    isSpending: createSpending(transactions, clock),
  })
  const past = createPast({
    database,
    epochOf: networks.epoch,
    connectionOf,
    isOwn: async (networkId, hash) => (await transactions.byHash(networkId, hash)) !== undefined,
    arrivals,
    search: (...asked) => pastScript.load().searchPast(...asked),
    onFault: error => faults.report('balances', error),
  })
  const isUnlocked = async () => (await keyring.state()).vault === 'unlocked'

  function unlocked(): void {
    tokens.forget()
    arrivals.unlocked()
    past.unlocked()
    records.unlocked()
  }
  if (await isUnlocked()) unlocked()

  const contacts = createContacts({ database, clock })
  const backupRecords = once(() => createBackupRecords({ contacts, tokens, items, networks }))
  const selection = createSelection({
    settings,
    accounts: keyring.accounts,
    hasNetwork: networkId => networks.get(networkId) !== undefined,
    chainIdOf: networks.chainIdOf,
    defaultNetworkId: networks.defaultNetworkId,
  })
  const connections = createConnections({
    regimeOf: networkId => watcherOf(networkId).regime(),
    measuredOn: transactions.measured,
  })
  const balances = createBalanceReader({ connectionOf, watcherOf, clock })
  const faucet = createFaucet({ door, networks, clock, faults })
  const faucetState = createFaucetState({
    faucet: {
      token: faucet.token,
      async drip(networkId, address, kind) {
        const drip = await faucet.drip(networkId, address, kind)
        arrivals.given(networkId, drip.hash)
        return drip
      },
    },
    clock,
    faults,
    pendingBalance: (networkId, address) => balances.last(networkId, address)?.pending ?? null,
    tokenBalance: tokens.pendingBalance,
    metadata: tokens.metadata,
    async list(networkId, address, token) {
      await tokens.add(networkId, token, 'person')
      await tokens.refresh(networkId, address)
    },
  })

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
    contacts.forget()
    await keyring.erase()
    for (const { id } of networks.list()) await networks.remove(id)
    await faults.clear()
    await eraseDatabase(database)
    sites.forget()
    lists.forget()
    await settings.change({})
    await endErasing()
  }

  return {
    arrivals,
    accountFacts: createAccountFacts(connectionOf),
    approvals,
    balances,
    batchSupport: async (...asked) => batchSupport()(...asked),
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
    async networkRisks(networkId: NetworkId) {
      const { risks, isReal } = await sharedOn(networkId)
      return isReal ? risks : []
    },
    networks,
    onRegime: watchers.onRegime,
    past,
    proveLimitsBy(prove) {
      proveLimit = prove
    },
    removals,
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
  async function returned(networkId: NetworkId): Promise<void> {
    await transactions.returned(networkId).catch((error: unknown) => faults.report('transactions', error, networkId))
  }
  const removed = new Set<NetworkId>()
  networks.onChange(networkId => {
    if (networks.get(networkId) === undefined) {
      watchers.remove(networkId)
      removed.add(networkId)
    } else if (removed.delete(networkId)) void returned(networkId)
  })
}
