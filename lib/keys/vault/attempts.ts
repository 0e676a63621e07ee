import * as z from 'zod/mini'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Database } from '@/lib/storage/open'

const row = 'password-attempts'
const attemptsSchema = z.object({ failures: z.int(), retryAt: z.number() })
type AttemptsRecord = z.infer<typeof attemptsSchema>

const freeFailures = 5
const firstDelayMs = 5_000
const longestDelayMs = 15 * 60_000

/**
 * How long no password is tried after so many wrong ones in a row: nothing before the fifth, then 5 s, doubling, at
 * most 15 minutes.
 */
export function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures - freeFailures, 30))
}

/** Thrown by an attempt's task to say that the password was not it. */
export const wrongPassword = Symbol('wrong password')

export interface Attempts {
  /** When a password may be tried again; `null` for now. */
  retryAt(): Promise<number | null>
  /**
   * Tries a password. It counts as wrong from before it is tried until it proved right, so that killing the worker in
   * between is no way around.
   * @throws Failure `wrong-password` {retryInMs} when `task` throws {@link wrongPassword}, `password-delayed`
   * {retryInMs} when it may not be tried yet
   */
  attempt<Result>(task: () => Promise<Result>): Promise<Result>
}

export function createAttempts(database: Database, clock: Clock): Attempts {
  async function read(): Promise<AttemptsRecord> {
    const parsed = attemptsSchema.safeParse((await database.get('keyring', row))?.value)
    return parsed.success ? parsed.data : { failures: 0, retryAt: 0 }
  }
  async function write(value: AttemptsRecord): Promise<void> {
    await database.put('keyring', { key: row, value })
  }

  /** A clock that was set back must not lock the person out for longer than the delay itself. */
  function remainingMs({ failures, retryAt }: AttemptsRecord): number {
    return Math.min(Math.max(0, Math.ceil(retryAt - clock.now())), delayAfter(failures))
  }

  return {
    async retryAt() {
      const remaining = remainingMs(await read())
      return remaining === 0 ? null : clock.now() + remaining
    },

    async attempt(task) {
      const before = await read()
      const remaining = remainingMs(before)
      if (remaining > 0) throw new Failure('password-delayed', { retryInMs: remaining })

      const failures = before.failures + 1
      await write({ failures, retryAt: clock.now() + delayAfter(failures) })
      try {
        const result = await task()
        await database.delete('keyring', row)
        return result
      } catch (cause) {
        if (cause !== wrongPassword) {
          await write(before)
          throw cause
        }
        const retryInMs = delayAfter(failures)
        await write({ failures, retryAt: clock.now() + retryInMs })
        throw new Failure('wrong-password', { retryInMs })
      }
    },
  }
}
