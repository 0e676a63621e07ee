import type { Address } from 'viem'
import { hexToBytes } from 'viem/utils'
import { readSetAside } from '@/lib/database/inspection'
import type { Decisions } from '@/lib/decisions/decisions'
import type { paymentProcedureInputs } from '@/lib/messaging/payments'
import { reportEndpoints } from '@/lib/networks/endpoint-reports'
import type { Provider } from '@/lib/provider/provider'
import { isGrantableOrigin } from '@/lib/sites/site-frame'
import { delegationReset } from '@/lib/transactions/delegation'
import { Failure } from '@/lib/values/failure'
import { readChain } from './chain-reads'
import { emptyClipboardLater } from './clipboard'
import type { PageSender, Procedures } from './ui-port'
import type { WalletParts } from './wallet'

/** So many rows of an account on a network are listed with those of others. */
const rowsOfEach = 200

/** What each procedure of the `ui` port does: one line of wiring each. */
export function createProcedures(
  parts: WalletParts & Pick<Decisions, 'fulfil'> & Pick<Provider, 'mute'>,
  payments: Pick<Procedures, keyof typeof paymentProcedureInputs>,
): Procedures {
  const {
    accountFacts,
    approvals,
    balances,
    contacts,
    faucetState,
    fulfil,
    keyring,
    networks,
    selection,
    settings,
    sites,
    tokens,
    transactions,
  } = parts

  return {
    async 'phrase.generate'({ words }, sender) {
      inTab(sender)
      return { phrase: await keyring.generatePhrase(words) }
    },
    async 'phrase.list'() {
      if ((await keyring.state()).vault !== 'unlocked') throw new Failure('locked')
      return { phrases: await keyring.phrases() }
    },
    async 'phrase.add'(input, sender) {
      inTab(sender)
      return keyring.addPhrase(input)
    },
    async 'database.set-aside'() {
      if ((await keyring.state()).vault !== 'unlocked') throw new Failure('locked')
      return readSetAside(parts.database)
    },
    async 'vault.create'({ password, phrase, passphrase }, sender) {
      inTab(sender)
      await keyring.create({ password, phrase, passphrase })
      return null
    },
    async 'vault.unlock'({ password }) {
      await keyring.unlock(password)
      return null
    },
    async 'vault.lock'() {
      await keyring.lock()
      return null
    },
    async 'vault.change-password'({ password, newPassword }) {
      await keyring.changePassword(password, newPassword)
      return null
    },
    async 'vault.reveal-phrase'({ password, phraseId }, sender) {
      inTab(sender)
      return keyring.revealPhrase(password, phraseId)
    },
    async 'vault.reveal-key'({ password, address }, sender) {
      inTab(sender)
      return { privateKey: await keyring.revealKey(password, address) }
    },
    async 'vault.erase'() {
      await parts.erase()
      return null
    },
    async 'vault.export-backup'({ password }, sender) {
      inTab(sender)
      return { backup: await keyring.exportBackup(password) }
    },
    async 'vault.import-backup'({ backup, password }, sender) {
      inTab(sender)
      await keyring.importBackup(backup, password)
      return null
    },
    async 'account.add'({ name, phraseId }) {
      const address = await keyring.addAccount(name, phraseId)
      await settings.change({ selectedAddress: address })
      return { address }
    },
    async 'account.import-key'({ privateKey }, sender) {
      inTab(sender)
      return { address: await keyring.importKey(privateKey) }
    },
    async 'account.watch'({ address }) {
      await keyring.watchAddress(address)
      return null
    },
    async 'account.rename'({ address, name }) {
      await keyring.renameAccount(address, name)
      return null
    },
    async 'account.hide'({ address, hidden }) {
      await keyring.hideAccount(address, hidden)
      return null
    },
    async 'account.discover'({ phraseId }) {
      const { chainId } = await selected()
      const isActive = (address: Address) => accountFacts.hasActivity(chainId, address)
      return { added: await keyring.discoverAccounts(isActive, phraseId === undefined ? {} : { phraseId }) }
    },
    async 'account.order'({ addresses }) {
      await keyring.orderAccounts(addresses)
      return null
    },
    async 'account.delegate'({ address }) {
      const { chainId } = await selected()
      return { delegate: await accountFacts.delegate(chainId, address) }
    },
    async 'account.clear-delegation'({ address }) {
      const { chainId } = await selected()
      const approvalId = await transactions.propose({
        requester: { kind: 'wallet' },
        chainId,
        account: address,
        transaction: delegationReset(address),
        purpose: 'clear-delegation',
        replaces: null,
        requestKey: null,
      })
      return { approvalId }
    },
    'passkey.list': keyring.passkeys,
    async 'passkey.add'({ password, credentialId, prfOutput, name }, sender) {
      inTab(sender)
      const output = hexToBytes(prfOutput)
      await keyring.addPasskeyWrap({
        password,
        credentialId,
        prfOutput: output,
        ...(name === undefined ? {} : { name }),
      })
      return null
    },
    async 'passkey.unlock'({ credentialId, prfOutput }, sender) {
      inTab(sender)
      await keyring.unlockWithPasskey(credentialId, hexToBytes(prfOutput))
      return null
    },
    async 'passkey.remove'({ credentialId }) {
      await keyring.removePasskeyWrap(credentialId)
      return null
    },
    async 'clipboard.clear-later'(_input, sender) {
      inTab(sender)
      await emptyClipboardLater()
      return null
    },
    async 'database.rebuild'() {
      // Only the stand-in for a database that cannot be opened does that.
      throw new Failure('vault-exists')
    },
    async select({ chainId, address }) {
      if (chainId !== undefined && (await networks.get(chainId)) === undefined)
        throw new Failure('network-unknown', { chainId })
      await settings.change({
        ...(chainId === undefined ? {} : { selectedChainId: chainId }),
        ...(address === undefined ? {} : { selectedAddress: address }),
      })
      return null
    },
    async 'settings.change'(change) {
      await settings.change({
        ...(change.claimWindowEthereum === undefined ? {} : { claimWindowEthereum: change.claimWindowEthereum }),
        ...(change.notifications === undefined ? {} : { notifications: change.notifications }),
        ...(change.confirmations === undefined ? {} : { confirmations: change.confirmations }),
        ...(change.lockAfterMinutes === undefined ? {} : { lockAfterMinutes: change.lockAfterMinutes }),
      })
      if (change.lockAfterMinutes !== undefined) await keyring.setLockAfter(change.lockAfterMinutes)
      return null
    },
    async 'send.propose'({ to, value, token, data, nonce }) {
      const { chainId, address } = await selected()
      const own = nonce == null ? {} : { nonce }
      const common = {
        requester: { kind: 'wallet' as const },
        chainId,
        account: address,
        purpose: 'send' as const,
        replaces: null,
        requestKey: null,
      }
      if (token != null) {
        const transaction = await tokens.transfer({ chainId, from: address, token, to, value })
        return { approvalId: await transactions.propose({ ...common, transaction: { ...transaction, ...own } }) }
      }
      if (value === null) return { approvalId: await transactions.proposeAll({ ...common, to, ...own }) }
      const transaction = { to, value, data: data ?? '0x', ...own }
      return { approvalId: await transactions.propose({ ...common, transaction }) }
    },
    async 'transaction.speed-up'({ id }) {
      return { approvalId: await transactions.proposeSpeedUp(id) }
    },
    async 'transaction.cancel'({ id }) {
      return { approvalId: await transactions.proposeCancel(id) }
    },
    async 'transaction.fill-nonce'({ id }) {
      const row = await transactions.byId(id)
      if (row === undefined) throw new Failure('invalid-input', { field: 'id' })
      return { approvalId: await transactions.proposeFillNonce(row.chainId, row.from) }
    },
    async 'transaction.resend'({ id }) {
      await transactions.resend(id)
      return null
    },
    async 'approval.approve'({ id, digest, accounts }) {
      const approval = await approvals.approve(id, digest, accounts === undefined ? {} : { accounts })
      await fulfil(approval)
      return null
    },
    async 'approval.limit-allowance'({ id, amount, index }) {
      await transactions.limitAllowance(id, amount === null ? null : BigInt(amount), index)
      return null
    },
    async 'approval.reject'({ id }) {
      await approvals.reject(id)
      return null
    },
    async 'approval.reject-all'() {
      for (const waiting of await approvals.waiting()) await approvals.reject(waiting.id)
      return null
    },
    async 'approval.choose-fee'({ id, speed, maxFeePerGas, maxPriorityFeePerGas }) {
      await transactions.chooseFee(id, {
        speed,
        ...(maxFeePerGas === undefined ? {} : { maxFeePerGas }),
        ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas }),
      })
      return null
    },
    async 'contact.name'({ contacts: named }) {
      if ((await keyring.state()).vault !== 'unlocked') throw new Failure('locked')
      await contacts.name(named)
      return null
    },
    async 'contact.remove'({ address }) {
      if ((await keyring.state()).vault !== 'unlocked') throw new Failure('locked')
      await contacts.remove(address)
      return null
    },
    async 'activity.everywhere'() {
      if ((await keyring.state()).vault !== 'unlocked') throw new Failure('locked')
      const accounts = await keyring.accounts()
      const pairs = networks.list().flatMap(({ chainId }) => accounts.map(({ address }) => ({ chainId, address })))
      const rows = await Promise.all(
        pairs.map(({ chainId, address }) => transactions.rows(chainId, address, rowsOfEach)),
      )
      return { rows: rows.flat().map(row => parts.transactionView(row, null)) }
    },
    async 'faucet.drip'({ kind = 'native' }) {
      const { chainId, address } = await selected()
      await faucetState.drip(chainId, address, kind)
      balances.refresh()
      return null
    },
    async 'token.look-up'({ address, chainId }) {
      return tokens.metadata(chainId ?? (await selected()).chainId, address)
    },
    async 'token.add'({ address: token }) {
      const { chainId, address } = await selected()
      await tokens.add(chainId, token, 'person')
      // It is listed whether or not its balance can be read now.
      await tokens.refresh(chainId, address).catch(() => undefined)
      return null
    },
    async 'token.hide'({ address: token, hidden }) {
      const { chainId, address } = await selected()
      await tokens.hide(chainId, token, hidden)
      if (!hidden) await tokens.refresh(chainId, address).catch(() => undefined)
      return null
    },
    async 'chain.read'({ chainId, calls }) {
      await selected()
      return { results: await readChain(parts.connectionOf(chainId), calls) }
    },
    async 'network.health'() {
      const now = parts.clock.now()
      return {
        networks: networks.list().map(({ chainId }) => ({
          chainId,
          endpoints: reportEndpoints(networks.health(chainId), now),
        })),
      }
    },
    'network.probe': endpoint => networks.probe(endpoint),
    async 'network.set-endpoints'({ chainId, endpoints }) {
      await networks.setEndpoints(chainId, endpoints)
      return null
    },
    async 'network.add'({ chainId, name, symbol, endpoints, explorerUrl, testing }) {
      await networks.add({ chainId, name, symbol, endpoints, explorerUrl, testing, source: 'person' })
      return null
    },
    async 'network.remove'({ chainId }) {
      await networks.remove(chainId)
      return null
    },
    'phishing-list.read': () => parts.phishingLists.view(),
    'phishing-list.replace': ({ text }) => parts.phishingLists.replace(text),
    'phishing-list.remove': () => parts.phishingLists.remove(),
    async 'site.disconnect'({ origin }) {
      await sites.disconnect(origin)
      return null
    },
    async 'site.set-chain'({ origin, chainId }) {
      await sites.setChain(origin, chainId)
      return null
    },
    async 'site.pose'({ origin, as }) {
      if (!isGrantableOrigin(origin)) throw new Failure('invalid-input', { field: 'origin' })
      await sites.pose(origin, as, networks.defaultChainId())
      return null
    },
    async 'site.mute'({ origin, untilMs }) {
      await parts.mute(origin, untilMs)
      return null
    },
    ...payments,
  }

  async function selected() {
    const current = await selection.current()
    if (current === null) throw new Failure('locked')
    return current
  }
}

/** Secrets pass only to and from a full tab of ours (invariant 1). */
function inTab(sender: PageSender): void {
  if (sender.surface !== 'tab') throw new Failure('invalid-input', { procedure: 'needs a tab' })
}
