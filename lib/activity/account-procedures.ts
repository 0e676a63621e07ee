import type { Address } from 'viem'
import { Failure } from '@/lib/base/failure'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { Networks } from '@/lib/chain/networks/networks'
import type { Keyring } from '@/lib/keys/shared/keyring'
import type { HandlersOf } from '@/lib/language/procedures'
import type { Settings } from '@/lib/storage/settings'
import type { AccountFacts } from './account-facts'
import type { Contacts } from './contacts'
import type { Selection } from './selection'
import type { Transactions } from './sending/types'

interface AccountParts {
  accountFacts: AccountFacts
  contacts: Contacts
  keyring: Keyring
  networks: Networks
  selection: Selection
  settings: Settings
  transactions: Transactions
  /** Takes accounts off the list with `work`. What sites and sellers were allowed with them ends. */
  removeAccounts(work: () => Promise<unknown>): Promise<void>
}

export function accountProcedures(parts: AccountParts): HandlersOf<'select' | 'account' | 'contact'> {
  const { accountFacts, contacts, keyring, networks, removeAccounts, selection, settings, transactions } = parts

  /** @throws Failure `network-unknown`; `invalid-input` {field} for an account whose key is not in the wallet */
  async function assertSigned(networkId: NetworkId, accounts: Record<string, Address>): Promise<void> {
    if (networks.get(networkId) === undefined) throw new Failure('network-unknown', { networkId })
    const signers = (await keyring.accounts()).filter(({ kind }) => kind === 'phrase' || kind === 'key')
    for (const [field, signer] of Object.entries(accounts))
      if (!signers.some(each => isSameAddress(each.address, signer))) throw new Failure('invalid-input', { field })
  }

  return {
    async select({ networkId, address }) {
      if (networkId !== undefined && networks.get(networkId) === undefined)
        throw new Failure('network-unknown', { networkId })
      await settings.change({
        ...(networkId === undefined ? {} : { selectedNetworkId: networkId }),
        ...(address === undefined ? {} : { selectedAddress: address }),
      })
    },
    async 'account.add'({ name, phraseId }) {
      const address = await keyring.addAccount(name, phraseId)
      await settings.change({ selectedAddress: address })
      return { address }
    },
    async 'account.look'({ phraseId, paths, networkIds }) {
      const addresses = await keyring.addressesAtPaths(paths, phraseId)
      const told = await Promise.allSettled(
        networkIds.map(networkId =>
          Promise.all(addresses.map(address => accountFacts.hasActivity(networkId, address))),
        ),
      )
      return {
        accounts: addresses.map((address, index) => ({
          path: paths[index] ?? '',
          address,
          usedOn: networkIds.filter((_, at) => {
            const answer = told[at]
            return answer?.status === 'fulfilled' && answer.value[index] === true
          }),
        })),
        silent: networkIds.filter((_, at) => told[at]?.status === 'rejected'),
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
      const { networkId } = await selection.required()
      return { delegate: await accountFacts.delegate(networkId, address) }
    },
    async 'account.used'({ addresses }) {
      const { networkId } = await selection.required()
      const used = await Promise.all(addresses.map(address => accountFacts.hasActivity(networkId, address)))
      return { used: addresses.filter((_, index) => used[index]) }
    },
    async 'account.delegations'() {
      const addresses = (await keyring.accounts()).map(account => account.address)
      const asked = networks.list().map(({ id }) => id)
      const told = await Promise.allSettled(asked.map(networkId => accountFacts.delegates(networkId, addresses)))
      return {
        found: told.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : [])),
        silent: asked.filter((_, index) => told[index]?.status === 'rejected'),
      }
    },
    async 'account.delegate-to'({ address, networkId, delegate }) {
      await assertSigned(networkId, { address })
      return { approvalId: await transactions.proposeDelegation(networkId, address, delegate) }
    },
    async 'account.clear-delegation'({ address, networkId, payer = address }) {
      await assertSigned(networkId, { address, payer })
      return { approvalId: await transactions.proposeClearing(networkId, address, payer) }
    },
    async 'account.read-numbers'() {
      const { networkId, address } = await selection.required()
      return { next: await transactions.readNumbers(networkId, address) }
    },
    'account.open-key': async ({ privateKey }) => ({ address: await keyring.openKey(privateKey) }),
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
    'account.remove': ({ address, password }) => removeAccounts(() => keyring.removeAccount(address, password)),
    'account.hide': ({ address, hidden }) => keyring.hideAccount(address, hidden),

    'contact.name': ({ contacts: named }) => contacts.name(named),
    'contact.remove': ({ address }) => contacts.remove(address),
  }
}
