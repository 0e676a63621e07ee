import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import type { Level } from '@/lib/base/level'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import { readChain } from '@/lib/chain/chain-reads'
import type { FaucetState } from '@/lib/chain/faucet/faucet-state'
import { reportEndpoints } from '@/lib/chain/networks/endpoint-reports'
import type { Networks } from '@/lib/chain/networks/networks'
import { distribution } from '@/lib/chain/shared/statistics'
import type { HandlersOf } from '@/lib/language/procedures'
import type { Selection } from './selection'
import type { Transactions } from './sending/types'
import type { BalanceReader } from './tokens/balance-reader'
import type { Items } from './tokens/items'
import type { Tokens } from './tokens/tokens'

interface NetworkParts {
  balances: BalanceReader
  clock: Clock
  connectionOf(networkId: NetworkId): Connection
  faucetState: FaucetState
  faults: Faults
  items: Items
  networks: Networks
  selection: Selection
  tokens: Tokens
  transactions: Transactions
}

export function networkProcedures(parts: NetworkParts): HandlersOf<'token' | 'item' | 'faucet' | 'chain' | 'network'> {
  const { balances, clock, connectionOf, faucetState, faults, items, networks, selection, tokens, transactions } = parts
  /** A token is listed, or shown again, even if its balance cannot be read now. */
  async function refreshTokens(networkId: NetworkId, address: Address): Promise<void> {
    await tokens.refresh(networkId, address).catch((error: unknown) => faults.report('balances', error, networkId))
  }

  return {
    'token.look-up': async ({ address, networkId }) =>
      tokens.metadata(networkId ?? (await selection.required()).networkId, address),
    async 'token.add'({ address: token, networkId: named }) {
      const { networkId, address } = await selection.required()
      await tokens.add(named ?? networkId, token, 'person')
      // Balances of another network are read when it is selected.
      if (named === undefined || named === networkId) await refreshTokens(networkId, address)
    },
    'token.everywhere': async () => ({
      tokens: (await tokens.everywhere()).flatMap(({ key: _key, ...token }) => {
        const network = networks.get(token.networkId)
        return network === undefined ? [] : [{ ...token, chainId: network.chainId }]
      }),
    }),
    async 'token.hide'({ address: token, hidden }) {
      const { networkId, address } = await selection.required()
      await tokens.hide(networkId, token, hidden)
      if (!hidden) await refreshTokens(networkId, address)
    },
    'item.list': async () => ({ items: await items.list((await selection.required()).networkId) }),
    async 'item.add'({ address: collection, id }) {
      const { networkId, address } = await selection.required()
      return items.add(networkId, { address: collection, id: BigInt(id) }, address)
    },
    async 'item.remove'({ address: collection, id }) {
      const { networkId } = await selection.required()
      await items.remove(networkId, { address: collection, id: BigInt(id) })
    },
    async 'faucet.drip'({ kind = 'native' }) {
      const { networkId, address } = await selection.required()
      await faucetState.drip(networkId, address, kind)
      balances.refresh()
    },
    'chain.read': async ({ networkId, calls }) => ({ results: await readChain(connectionOf(networkId), calls) }),
    async 'network.times'() {
      const all = await Promise.all(
        networks.list().map(async ({ id: networkId }) => {
          const rows = await transactions.measured(networkId)
          const timesTo = (level: Level): number[] => [...(distribution(rows, level)?.timesMs ?? [])]
          return { networkId, preconfirmed: timesTo('preconfirmed'), sealed: timesTo('sealed') }
        }),
      )
      return { networks: all.filter(({ preconfirmed, sealed }) => preconfirmed.length + sealed.length > 0) }
    },
    async 'network.health'() {
      const now = clock.now()
      return {
        networks: networks.list().map(({ id: networkId }) => ({
          networkId,
          endpoints: reportEndpoints(
            networks.health(networkId),
            networks.inUse(networkId),
            networks.landmarks(networkId),
            now,
          ),
        })),
      }
    },
    'network.probe': endpoint => networks.probe(endpoint),
    'network.forget-landmarks': ({ networkId, http }) => networks.forgetLandmarks(networkId, http),
    async 'network.set-endpoints'({ networkId, endpoints }) {
      await networks.setEndpoints(networkId, endpoints)
      await transactions.returned(networkId)
    },
    'network.add': async network => void (await networks.add({ ...network, source: 'person' })),
    'network.edit': ({ networkId, ...changes }) => networks.edit(networkId, changes),
    async 'network.remove'({ networkId }) {
      await networks.remove(networkId)
      // A preset stays, and may have other endpoints now.
      if (networks.get(networkId) !== undefined) await transactions.returned(networkId)
    },
  }
}
