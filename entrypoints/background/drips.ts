import type { Address } from 'viem'
import type { Drip } from '@/lib/faucet/faucet'
import type { DripView } from '@/lib/messaging/ui'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { toQuantity } from '@/lib/values/hex'

/** Progress of the faucet's drips of one kind, on each chain. */
export interface Drips {
  view(chainId: number): DripView
  drip(chainId: number, address: Address): Promise<void>
  /** A balance was read: `arriving` ends when it includes the drip. `pending` in the smallest unit. */
  onBalance(chainId: number, address: Address, pending: bigint): void
  /** As `onBalance`, with the last known balance. */
  look(chainId: number): void
}

const idle: DripView = { state: 'ready', readyAt: null, refusal: null, amount: null, requestedAt: null, hash: null }

/**
 * ready → asking → arriving → cooling → ready. A refusal leads back to cooling or ready, with the faucet's own words.
 */
export function createDrips(dependencies: {
  drip(chainId: number, address: Address): Promise<Drip>
  clock: Clock
  /** Last known pending balance in the smallest unit; `null`: not known. */
  pendingBalance(chainId: number, address: Address): bigint | null
  onChange(chainId: number): void
}): Drips {
  const { drip, clock, pendingBalance, onChange } = dependencies
  const views = new Map<number, DripView>()
  const expected = new Map<number, { address: Address; balance: bigint }>()

  function set(chainId: number, change: Partial<DripView>): void {
    views.set(chainId, { ...view(chainId), ...change })
    onChange(chainId)
  }

  function view(chainId: number): DripView {
    const known = views.get(chainId) ?? idle
    return known.state === 'cooling' && (known.readyAt ?? 0) <= clock.now()
      ? { ...known, state: 'ready', readyAt: null }
      : known
  }

  function cool(chainId: number, readyAt: number | null): void {
    set(chainId, { state: readyAt === null ? 'ready' : 'cooling', readyAt })
    if (readyAt === null) return
    clock.after(Math.max(0, readyAt - clock.now()), () => {
      if (view(chainId).state === 'ready') set(chainId, { state: 'ready', readyAt: null, refusal: null })
    })
  }

  function onBalance(chainId: number, address: Address, pending: bigint): void {
    const waiting = expected.get(chainId)
    if (waiting === undefined || waiting.address.toLowerCase() !== address.toLowerCase()) return
    if (pending < waiting.balance) return
    expected.delete(chainId)
    cool(chainId, view(chainId).readyAt)
  }

  return {
    view,
    async drip(chainId, address) {
      if (view(chainId).state !== 'ready') return
      const before = pendingBalance(chainId, address)
      set(chainId, { state: 'asking', refusal: null, requestedAt: clock.now(), hash: null, amount: null })
      try {
        const { hash, amount, readyAt } = await drip(chainId, address)
        set(chainId, { hash, amount: amount === null ? null : toQuantity(amount), readyAt })
        const now = pendingBalance(chainId, address)
        // The faucet did not name an amount: any rise is the drip.
        const awaited = before === null ? null : before + (amount ?? 1n)
        if (awaited === null || (now !== null && now >= awaited)) {
          cool(chainId, readyAt)
          return
        }
        expected.set(chainId, { address, balance: awaited })
        set(chainId, { state: 'arriving' })
      } catch (error) {
        const refusal = error instanceof Failure ? error.details.message : null
        const retryAt = error instanceof Failure ? error.details.readyAt : null
        set(chainId, { refusal: typeof refusal === 'string' ? refusal : null })
        cool(chainId, typeof retryAt === 'number' ? retryAt : null)
        throw error
      }
    },
    onBalance,
    look(chainId) {
      const waiting = expected.get(chainId)
      const pending = waiting === undefined ? null : pendingBalance(chainId, waiting.address)
      if (waiting !== undefined && pending !== null) onBalance(chainId, waiting.address, pending)
    },
  }
}
