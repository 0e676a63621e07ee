import * as z from 'zod/mini'
import type { Clock } from '@/lib/base/clock'
import type { Database } from '@/lib/storage/open'

/** Minutes without use until the wallet locks itself, unless the person chose another time. */
export const defaultLockAfterMinutes = 15

const row = 'lock-after'
const minutesSchema = z.nullable(z.number().check(z.gte(1)))
const minute = 60_000

/** Uses closer together than this move the deadline once. */
const stepMs = 5_000

export interface Deadline {
  /** Minutes; `null` for never. */
  lockAfter(): number | null
  /** Reads the choice; before it the default holds. */
  load(): Promise<void>
  /** Keeps the choice; it holds from `take` on. */
  store(minutes: number | null): Promise<void>
  take(minutes: number | null): void
  /** The deadline if the person is here now, by the time that was chosen or this one. */
  fromNow(lockAfter?: number | null): number | null
  /** Whether moving from this deadline to the one from now is worth a write. */
  isWorthMoving(lockAt: number | null): boolean
  /** True when the deadline has passed, and when the clock was set back so far that this deadline cannot be right. */
  hasPassed(lockAt: number | null): boolean
}

export function createDeadline(database: Database, clock: Clock): Deadline {
  let minutes: number | null = defaultLockAfterMinutes

  const fromNow = (lockAfter = minutes) => (lockAfter === null ? null : clock.now() + lockAfter * minute)
  return {
    lockAfter: () => minutes,
    async load() {
      const stored = await database.get('keyring', row)
      const parsed = minutesSchema.safeParse(stored?.value)
      minutes = parsed.success ? parsed.data : defaultLockAfterMinutes
    },
    async store(choice) {
      await database.put('keyring', { key: row, value: choice })
    },
    take(choice) {
      minutes = choice
    },
    fromNow,
    isWorthMoving(lockAt) {
      const next = fromNow()
      return next === null || lockAt === null ? next !== lockAt : next - lockAt >= stepMs
    },
    hasPassed(lockAt) {
      if (lockAt === null) return false
      const left = lockAt - clock.now()
      return left <= 0 || (minutes !== null && left > (minutes + 1) * minute)
    },
  }
}
