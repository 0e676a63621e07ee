import type { Address } from 'viem'
import type { Drip, DripKind, FaucetToken } from '@/lib/faucet/faucet'
import type { Faults } from '@/lib/faults/types'
import type { FaucetTokenView, FaucetView } from '@/lib/messaging/ui'
import type { TokenMetadata } from '@/lib/tokens/metadata'
import type { Clock } from '@/lib/values/clock'
import { createListeners } from '@/lib/values/listeners'
import { createDrips } from './drips'

export interface FaucetState {
  view(chainId: number): FaucetView
  drip(chainId: number, address: Address, kind: DripKind): Promise<void>
  /** A balance of the chain's own currency was read: `arriving` ends when it includes the drip. */
  onReading(reading: { chainId: number; address: Address; pending: bigint }): void
  /** Token balances were read: the same for the test token. */
  onTokens(chainId: number): void
  onChange(listener: (chainId: number) => void): () => void
}

/** The slice `faucet`: drips of the chain's own currency, and of the test token where the faucet gives one. */
export function createFaucetState(dependencies: {
  faucet: {
    drip(chainId: number, address: Address, kind: DripKind): Promise<Drip>
    token(chainId: number): Promise<FaucetToken | null>
  }
  clock: Clock
  faults: Faults
  /** Last known pending balances in the smallest unit; `null`: not known. */
  pendingBalance(chainId: number, address: Address): bigint | null
  tokenBalance(chainId: number, address: Address, token: Address): bigint | null
  metadata(chainId: number, token: Address): Promise<TokenMetadata | null>
  /** Lists the token that the person asked the faucet for. */
  list(chainId: number, address: Address, token: Address): Promise<unknown>
}): FaucetState {
  const { faucet, clock, faults, pendingBalance, tokenBalance, metadata, list } = dependencies
  const listeners = createListeners<[chainId: number]>()
  const offers = new Map<number, Pick<FaucetTokenView, 'address' | 'symbol' | 'decimals'> | null>()
  const asking = new Set<number>()
  const native = createDrips({
    drip: (chainId, address) => faucet.drip(chainId, address, 'native'),
    clock,
    pendingBalance,
    onChange: listeners.tell,
  })
  const tokens = createDrips({
    drip: (chainId, address) => faucet.drip(chainId, address, 'token'),
    clock,
    pendingBalance(chainId, address) {
      const offer = offers.get(chainId)
      return offer == null ? null : tokenBalance(chainId, address, offer.address)
    },
    onChange: listeners.tell,
  })

  /**
   * Asks the faucet once in a worker's life which token it gives; again with the next view where it could not be asked.
   */
  async function askForOffer(chainId: number): Promise<void> {
    if (offers.has(chainId) || asking.has(chainId)) return
    asking.add(chainId)
    try {
      const token = await faucet.token(chainId)
      const known = token === null ? null : await metadata(chainId, token.address)
      offers.set(
        chainId,
        token === null || known === null
          ? null
          : { address: token.address, symbol: known.symbol, decimals: known.decimals },
      )
      if (known !== null) listeners.tell(chainId)
    } catch (error) {
      // The next view asks again.
      faults.report('faucet', error, chainId)
    } finally {
      asking.delete(chainId)
    }
  }

  return {
    view(chainId) {
      void askForOffer(chainId)
      const offer = offers.get(chainId)
      return {
        chainId,
        ...native.view(chainId),
        token: offer == null ? null : { ...offer, ...tokens.view(chainId) },
      }
    },
    async drip(chainId, address, kind) {
      const offer = offers.get(chainId)
      if (kind === 'native') await native.drip(chainId, address)
      else if (offer != null) {
        await list(chainId, address, offer.address)
        await tokens.drip(chainId, address)
      }
    },
    onReading: ({ chainId, address, pending }) => native.onBalance(chainId, address, pending),
    onTokens: tokens.look,
    onChange: listeners.add,
  }
}
