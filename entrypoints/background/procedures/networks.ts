import type { Address } from 'viem'
import { distribution } from '@/lib/confirmations/statistics'
import type { HandlersOf } from '@/lib/messaging/procedures'
import { reportEndpoints } from '@/lib/networks/endpoint-reports'
import type { Level } from '@/lib/values/level'
import { readChain } from '../chain-reads'
import type { WalletParts } from '../wallet'

export function networkProcedures(
  parts: Pick<
    WalletParts,
    | 'balances'
    | 'clock'
    | 'connectionOf'
    | 'faucetState'
    | 'faults'
    | 'items'
    | 'networks'
    | 'selection'
    | 'tokens'
    | 'transactions'
  >,
): HandlersOf<'token' | 'item' | 'faucet' | 'chain' | 'network'> {
  const { balances, clock, connectionOf, faucetState, faults, items, networks, selection, tokens, transactions } = parts
  /** A token is listed, or shown again, even if its balance cannot be read now. */
  async function refreshTokens(chainId: number, address: Address): Promise<void> {
    await tokens.refresh(chainId, address).catch((error: unknown) => faults.report('balances', error, chainId))
  }

  return {
    'token.look-up': async ({ address, chainId }) =>
      tokens.metadata(chainId ?? (await selection.required()).chainId, address),
    async 'token.add'({ address: token, chainId: named }) {
      const { chainId, address } = await selection.required()
      await tokens.add(named ?? chainId, token, 'person')
      // Balances of another network are read when it is selected.
      if (named === undefined || named === chainId) await refreshTokens(chainId, address)
    },
    'token.everywhere': async () => ({
      tokens: (await tokens.everywhere()).map(({ key: _key, ...token }) => token),
    }),
    async 'token.hide'({ address: token, hidden }) {
      const { chainId, address } = await selection.required()
      await tokens.hide(chainId, token, hidden)
      if (!hidden) await refreshTokens(chainId, address)
    },
    'item.list': async () => ({ items: await items.list((await selection.required()).chainId) }),
    async 'item.add'({ address: collection, id }) {
      const { chainId, address } = await selection.required()
      return items.add(chainId, { address: collection, id: BigInt(id) }, address)
    },
    async 'item.remove'({ address: collection, id }) {
      const { chainId } = await selection.required()
      await items.remove(chainId, { address: collection, id: BigInt(id) })
    },
    async 'faucet.drip'({ kind = 'native' }) {
      const { chainId, address } = await selection.required()
      await faucetState.drip(chainId, address, kind)
      balances.refresh()
    },
    'chain.read': async ({ chainId, calls }) => ({ results: await readChain(connectionOf(chainId), calls) }),
    async 'network.times'() {
      const all = await Promise.all(
        networks.list().map(async ({ chainId }) => {
          const rows = await transactions.measured(chainId)
          const timesTo = (level: Level): number[] => [...(distribution(rows, level)?.timesMs ?? [])]
          return { chainId, preconfirmed: timesTo('preconfirmed'), sealed: timesTo('sealed') }
        }),
      )
      return { networks: all.filter(({ preconfirmed, sealed }) => preconfirmed.length + sealed.length > 0) }
    },
    async 'network.health'() {
      const now = clock.now()
      return {
        networks: networks.list().map(({ chainId }) => ({
          chainId,
          endpoints: reportEndpoints(networks.health(chainId), networks.landmarks(chainId), now),
        })),
      }
    },
    'network.probe': endpoint => networks.probe(endpoint),
    'network.forget-landmarks': ({ chainId, http }) => networks.forgetLandmarks(chainId, http),
    'network.set-endpoints': ({ chainId, endpoints }) => networks.setEndpoints(chainId, endpoints),
    'network.add': network => networks.add({ ...network, source: 'person' }),
    'network.edit': ({ chainId, ...changes }) => networks.edit(chainId, changes),
    'network.remove': ({ chainId }) => networks.remove(chainId),
  }
}
