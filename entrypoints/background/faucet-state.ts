import type { Address } from 'viem'
import type { FaucetView } from '@/lib/messaging/ui'
import type { BalanceReading } from '@/lib/tokens/balance-reader'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { toQuantity } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'

/** How a drip is asked for; the answers are those of `lib/faucet`. */
export type Drip = (
  chainId: number,
  address: Address,
) => Promise<{ hash: `0x${string}`; amount: bigint; readyAt: number | null }>

export interface FaucetState {
  view(chainId: number): FaucetView
  drip(chainId: number, address: Address): Promise<void>
  /** A reading ends `arriving` when it shows the drip. */
  onReading(reading: BalanceReading): void
  onChange(listener: (chainId: number) => void): () => void
}

/** ready → asking → arriving → cooling → ready, per chain; a refusal goes back with the faucet's own words. */
export function createFaucetState(dependencies: {
  drip: Drip
  clock: Clock
  /** Pending balance now, to know the drip when it arrives. */
  pendingBalance(chainId: number, address: Address): bigint | null
}): FaucetState {
  const { drip, clock, pendingBalance } = dependencies
  const listeners = createListeners<[chainId: number]>()
  const views = new Map<number, FaucetView>()
  const expected = new Map<number, { address: Address; balance: bigint }>()

  function set(chainId: number, change: Partial<FaucetView>): void {
    views.set(chainId, { ...view(chainId), ...change })
    listeners.tell(chainId)
  }

  function view(chainId: number): FaucetView {
    const known = views.get(chainId)
    if (known === undefined)
      return {
        chainId,
        state: 'ready',
        readyAt: null,
        refusal: null,
        amount: null,
        requestedAt: null,
        hash: null,
      }
    if (known.state === 'cooling' && (known.readyAt ?? 0) <= clock.now())
      return { ...known, state: 'ready', readyAt: null }
    return known
  }

  function cool(chainId: number, readyAt: number | null): void {
    set(chainId, { state: readyAt === null ? 'ready' : 'cooling', readyAt })
    if (readyAt === null) return
    clock.after(Math.max(0, readyAt - clock.now()), () => {
      if (view(chainId).state === 'ready') set(chainId, { state: 'ready', readyAt: null, refusal: null })
    })
  }

  return {
    view,
    async drip(chainId, address) {
      if (view(chainId).state !== 'ready') return
      const before = pendingBalance(chainId, address)
      set(chainId, { state: 'asking', refusal: null, requestedAt: clock.now(), hash: null, amount: null })
      try {
        const { hash, amount, readyAt } = await drip(chainId, address)
        set(chainId, { hash, amount: toQuantity(amount), readyAt })
        const now = pendingBalance(chainId, address)
        if (before === null || (now !== null && now >= before + amount)) {
          cool(chainId, readyAt)
          return
        }
        expected.set(chainId, { address, balance: before + amount })
        set(chainId, { state: 'arriving' })
      } catch (error) {
        const refusal = error instanceof Failure ? error.details.message : null
        const retryAt = error instanceof Failure ? error.details.readyAt : null
        set(chainId, { refusal: typeof refusal === 'string' ? refusal : null })
        cool(chainId, typeof retryAt === 'number' ? retryAt : null)
        throw error
      }
    },
    onReading(reading) {
      const waiting = expected.get(reading.chainId)
      if (waiting === undefined || waiting.address.toLowerCase() !== reading.address.toLowerCase()) return
      if (reading.pending < waiting.balance) return
      expected.delete(reading.chainId)
      cool(reading.chainId, view(reading.chainId).readyAt)
    },
    onChange: listeners.add,
  }
}
