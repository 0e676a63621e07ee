import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import { isSameAddress, toQuantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { Drip } from '@/lib/chain/faucet/faucet'
import type { DripView } from '@/lib/language/ui'

/** Progress of the faucet's drips of one kind, on each chain. */
export interface Drips {
  view(networkId: NetworkId): DripView
  drip(networkId: NetworkId, address: Address): Promise<void>
  /** A balance was read: `arriving` ends when it includes the drip. `pending` in the smallest unit. */
  onBalance(networkId: NetworkId, address: Address, pending: bigint): void
  /** Does what `onBalance` does, with the last known balance. */
  look(networkId: NetworkId): void
}

const idle: DripView = { state: 'ready', readyAt: null, refusal: null, amount: null, requestedAt: null, hash: null }

/**
 * ready → asking → arriving → cooling → ready. A refusal leads back to cooling or ready, with the faucet's own words.
 */
export function createDrips(dependencies: {
  drip(networkId: NetworkId, address: Address): Promise<Drip>
  clock: Clock
  /** Last known pending balance in the smallest unit; `null`: not known. */
  pendingBalance(networkId: NetworkId, address: Address): bigint | null
  onChange(networkId: NetworkId): void
}): Drips {
  const { drip, clock, pendingBalance, onChange } = dependencies
  const views = new Map<NetworkId, DripView>()
  const expected = new Map<NetworkId, { address: Address; balance: bigint }>()

  function set(networkId: NetworkId, change: Partial<DripView>): void {
    views.set(networkId, { ...view(networkId), ...change })
    onChange(networkId)
  }

  function view(networkId: NetworkId): DripView {
    const known = views.get(networkId) ?? idle
    return known.state === 'cooling' && (known.readyAt ?? 0) <= clock.now()
      ? { ...known, state: 'ready', readyAt: null }
      : known
  }

  function cool(networkId: NetworkId, readyAt: number | null): void {
    set(networkId, { state: readyAt === null ? 'ready' : 'cooling', readyAt })
    if (readyAt === null) return
    clock.after(Math.max(0, readyAt - clock.now()), () => {
      if (view(networkId).state === 'ready') set(networkId, { state: 'ready', readyAt: null, refusal: null })
    })
  }

  function onBalance(networkId: NetworkId, address: Address, pending: bigint): void {
    const waiting = expected.get(networkId)
    if (waiting === undefined || !isSameAddress(waiting.address, address)) return
    if (pending < waiting.balance) return
    expected.delete(networkId)
    cool(networkId, view(networkId).readyAt)
  }

  return {
    view,
    async drip(networkId, address) {
      if (view(networkId).state !== 'ready') return
      const before = pendingBalance(networkId, address)
      set(networkId, { state: 'asking', refusal: null, requestedAt: clock.now(), hash: null, amount: null })
      try {
        const { hash, amount, readyAt } = await drip(networkId, address)
        set(networkId, { hash, amount: amount === null ? null : toQuantity(amount), readyAt })
        const now = pendingBalance(networkId, address)
        // The faucet did not name an amount: any rise is the drip.
        const awaited = before === null ? null : before + (amount ?? 1n)
        if (awaited === null || (now !== null && now >= awaited)) {
          cool(networkId, readyAt)
          return
        }
        expected.set(networkId, { address, balance: awaited })
        set(networkId, { state: 'arriving' })
      } catch (error) {
        const refusal = error instanceof Failure ? error.details.message : null
        const retryAt = error instanceof Failure ? error.details.readyAt : null
        set(networkId, { refusal: typeof refusal === 'string' ? refusal : null })
        cool(networkId, typeof retryAt === 'number' ? retryAt : null)
        throw error
      }
    },
    onBalance,
    look(networkId) {
      const waiting = expected.get(networkId)
      const pending = waiting === undefined ? null : pendingBalance(networkId, waiting.address)
      if (waiting !== undefined && pending !== null) onBalance(networkId, waiting.address, pending)
    },
  }
}
