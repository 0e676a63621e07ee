import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import type { Drip, DripKind, FaucetToken } from '@/lib/chain/faucet/faucet'
import type { FaucetTokenView, FaucetView } from '@/lib/language/ui'
import type { TokenMetadata } from '@/lib/reading/calls/description'
import { createDrips } from './drips'

export interface FaucetState {
  view(networkId: NetworkId): FaucetView
  drip(networkId: NetworkId, address: Address, kind: DripKind): Promise<void>
  /** A balance of the chain's own currency was read: `arriving` ends when it includes the drip. */
  onReading(reading: { networkId: NetworkId; address: Address; pending: bigint }): void
  /** Token balances were read: the same for the test token. */
  onTokens(networkId: NetworkId): void
  onChange(listener: (networkId: NetworkId) => void): () => void
}

/** A faucet that could not be asked is asked again after this time, while a screen shows it. */
const askAgainMs = 3_000

/** The slice `faucet`: drips of the chain's own currency, and of the test token where the faucet gives one. */
export function createFaucetState(dependencies: {
  faucet: {
    drip(networkId: NetworkId, address: Address, kind: DripKind): Promise<Drip>
    token(networkId: NetworkId): Promise<FaucetToken | null>
  }
  clock: Clock
  faults: Faults
  /** Last known pending balances in the smallest unit; `null`: not known. */
  pendingBalance(networkId: NetworkId, address: Address): bigint | null
  tokenBalance(networkId: NetworkId, address: Address, token: Address): bigint | null
  metadata(networkId: NetworkId, token: Address): Promise<TokenMetadata | null>
  /** Lists the token that the person asked the faucet for. */
  list(networkId: NetworkId, address: Address, token: Address): Promise<unknown>
}): FaucetState {
  const { faucet, clock, faults, pendingBalance, tokenBalance, metadata, list } = dependencies
  const listeners = createListeners<[networkId: NetworkId]>()
  const offers = new Map<NetworkId, Pick<FaucetTokenView, 'address' | 'symbol' | 'decimals'> | null>()
  const asking = new Set<NetworkId>()
  const native = createDrips({
    drip: (networkId, address) => faucet.drip(networkId, address, 'native'),
    clock,
    pendingBalance,
    onChange: listeners.tell,
  })
  const tokens = createDrips({
    drip: (networkId, address) => faucet.drip(networkId, address, 'token'),
    clock,
    pendingBalance(networkId, address) {
      const offer = offers.get(networkId)
      return offer == null ? null : tokenBalance(networkId, address, offer.address)
    },
    onChange: listeners.tell,
  })

  /** Asks the faucet once in a worker's life which token it gives; again after a while where it could not be asked. */
  async function askForOffer(networkId: NetworkId): Promise<void> {
    if (offers.has(networkId) || asking.has(networkId)) return
    asking.add(networkId)
    try {
      const token = await faucet.token(networkId)
      const known = token === null ? null : await metadata(networkId, token.address)
      offers.set(
        networkId,
        token === null || known === null
          ? null
          : { address: token.address, symbol: known.symbol, decimals: known.decimals },
      )
      if (known !== null) listeners.tell(networkId)
    } catch (error) {
      faults.report('faucet', error, networkId)
      clock.after(askAgainMs, () => listeners.tell(networkId))
    } finally {
      asking.delete(networkId)
    }
  }

  return {
    view(networkId) {
      void askForOffer(networkId)
      const offer = offers.get(networkId)
      return {
        networkId,
        ...native.view(networkId),
        token: offer == null ? null : { ...offer, ...tokens.view(networkId) },
      }
    },
    async drip(networkId, address, kind) {
      const offer = offers.get(networkId)
      if (kind === 'native') await native.drip(networkId, address)
      else if (offer != null) {
        await list(networkId, address, offer.address)
        await tokens.drip(networkId, address)
      }
    },
    onReading: ({ networkId, address, pending }) => native.onBalance(networkId, address, pending),
    onTokens: tokens.look,
    onChange: listeners.add,
  }
}
