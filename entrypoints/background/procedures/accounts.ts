import type { HandlersOf } from '@/lib/messaging/procedures'
import { delegationReset } from '@/lib/transactions/delegation'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { WalletParts } from '../wallet'

export function accountProcedures(
  parts: Pick<
    WalletParts,
    'accountFacts' | 'contacts' | 'keyring' | 'networks' | 'selection' | 'settings' | 'sites' | 'transactions'
  >,
): HandlersOf<'select' | 'account' | 'contact'> {
  const { accountFacts, contacts, keyring, networks, selection, settings, sites, transactions } = parts
  return {
    async select({ chainId, address }) {
      if (chainId !== undefined && networks.get(chainId) === undefined)
        throw new Failure('network-unknown', { chainId })
      await settings.change({
        ...(chainId === undefined ? {} : { selectedChainId: chainId }),
        ...(address === undefined ? {} : { selectedAddress: address }),
      })
    },
    async 'account.add'({ name, phraseId }) {
      const address = await keyring.addAccount(name, phraseId)
      await settings.change({ selectedAddress: address })
      return { address }
    },
    async 'account.look'({ phraseId, paths, chainIds }) {
      const addresses = await keyring.addressesAtPaths(paths, phraseId)
      const told = await Promise.allSettled(
        chainIds.map(chainId => Promise.all(addresses.map(address => accountFacts.hasActivity(chainId, address)))),
      )
      return {
        accounts: addresses.map((address, index) => ({
          path: paths[index] ?? '',
          address,
          usedOn: chainIds.filter((_, at) => {
            const answer = told[at]
            return answer?.status === 'fulfilled' && answer.value[index] === true
          }),
        })),
        silent: chainIds.filter((_, at) => told[at]?.status === 'rejected'),
      }
    },
    async 'account.add-at-paths'({ phraseId, paths }) {
      await keyring.addAccountsAtPaths(paths, phraseId)
    },
    async 'account.add-at-path'({ phraseId, path }) {
      const address = await keyring.addAccountAtPath(path, phraseId)
      await settings.change({ selectedAddress: address })
      return { address }
    },
    'account.order': ({ addresses }) => keyring.orderAccounts(addresses),
    async 'account.delegate'({ address }) {
      const { chainId } = await selection.required()
      return { delegate: await accountFacts.delegate(chainId, address) }
    },
    async 'account.used'({ addresses }) {
      const { chainId } = await selection.required()
      const used = await Promise.all(addresses.map(address => accountFacts.hasActivity(chainId, address)))
      return { used: addresses.filter((_, index) => used[index]) }
    },
    async 'account.delegations'() {
      const addresses = (await keyring.accounts()).map(account => account.address)
      const asked = networks.list().map(({ chainId }) => chainId)
      const told = await Promise.allSettled(asked.map(chainId => accountFacts.delegates(chainId, addresses)))
      return {
        found: told.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : [])),
        silent: asked.filter((_, index) => told[index]?.status === 'rejected'),
      }
    },
    async 'account.clear-delegation'({ address, chainId: named, payer = address }) {
      const chainId = named ?? (await selection.required()).chainId
      if (networks.get(chainId) === undefined) throw new Failure('network-unknown', { chainId })
      const signers = (await keyring.accounts()).filter(({ kind }) => kind === 'phrase' || kind === 'key')
      for (const [field, signer] of Object.entries({ address, payer }))
        if (!signers.some(each => lowerCaseAddress(each.address) === lowerCaseAddress(signer)))
          throw new Failure('invalid-input', { field })
      const approvalId = await transactions.propose({
        requester: { kind: 'wallet' },
        chainId,
        account: payer,
        transaction: delegationReset(address, payer),
        purpose: 'clear-delegation',
        replaces: null,
        requestKey: null,
      })
      return { approvalId }
    },
    async 'account.read-numbers'() {
      const { chainId, address } = await selection.required()
      return { next: await transactions.readNumbers(chainId, address) }
    },
    'account.import-key': async ({ privateKey }) => ({ address: await keyring.importKey(privateKey) }),
    'account.open-keystore': async ({ keystore, password }) => ({
      address: await keyring.openKeystore(keystore, password),
    }),
    'account.import-keystore': async ({ keystore, password }) => ({
      address: await keyring.importKeystore(keystore, password),
    }),
    'account.export-keystore': async ({ address, password, filePassword }) => ({
      keystore: await keyring.exportKeystore(password, address, filePassword),
    }),
    'account.watch': async ({ address }) => void (await keyring.watchAddress(address)),
    async 'account.add-device'({ accounts, device }) {
      const added = await keyring.addDeviceAccounts(accounts, device)
      const [first] = added
      if (first !== undefined) await settings.change({ selectedAddress: first })
      return { added }
    },
    'account.rename': ({ address, name }) => keyring.renameAccount(address, name),
    async 'account.remove'({ address, password }) {
      await keyring.removeAccount(address, password)
      await sites.forgetAccount(address)
    },
    'account.hide': ({ address, hidden }) => keyring.hideAccount(address, hidden),

    'contact.name': ({ contacts: named }) => contacts.name(named),
    'contact.remove': ({ address }) => contacts.remove(address),
  }
}
