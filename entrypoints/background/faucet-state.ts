import type { Address } from 'viem'
import type { Drip, DripKind, FaucetToken } from '@/lib/faucet/faucet'
import type { FaucetTokenView, FaucetView } from '@/lib/messaging/ui'
import type { TokenMetadata } from '@/lib/tokens/metadata'
import type { Clock } from '@/lib/values/clock'
import { createListeners } from '@/lib/values/listeners'
import { createDrips } from './drips'

export interface FaucetState {
  view(chainId: number): FaucetView
  drip(chainId: number, address: Address, kind: DripKind): Promise<void>
  /** A reading of the chain's own money ends `arriving` when it shows the drip. */
  onReading(reading: { chainId: number; address: Address; pending: bigint }): void
  /** Likewise when balances of tokens changed. */
  onTokens(chainId: number): void
  onChange(listener: (chainId: number) => void): () => void
}

/** What the faucet's part of a screen shows: the chain's own money, and the test token where the faucet gives one. */
export function createFaucetState(dependencies: {
  faucet: {
    drip(chainId: number, address: Address, kind: DripKind): Promise<Drip>
    token(chainId: number): Promise<FaucetToken | null>
  }
  clock: Clock
  /** Pending balances now, to know a drip when it arrives. */
  pendingBalance(chainId: number, address: Address): bigint | null
  tokenBalance(chainId: number, address: Address, token: Address): bigint | null
  metadata(chainId: number, token: Address): Promise<TokenMetadata | null>
  /** A token that a person asked the faucet for belongs in their list. */
  list(chainId: number, address: Address, token: Address): Promise<unknown>
}): FaucetState {
  const { faucet, clock, pendingBalance, tokenBalance, metadata, list } = dependencies
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

  /** Once in a worker's life; where it cannot be said now, with the next look at the screen. */
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
    } catch {
      // The chain could not be asked.
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
