import * as z from 'zod/mini'
import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import type { DappError } from '@/lib/language/dapp'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import { type RequestRecord, requestRecordSchema } from '@/lib/storage/records'

export type RequestAnswer = { result: unknown } | { error: DappError }

/** Answers are kept for half an hour, for pages that connect again. */
const keptMs = 1_800_000
/** A row without an answer is kept for a day: every decision has ended by then. */
const unansweredKeptMs = 86_400_000

const answerSchema: z.ZodMiniType<RequestAnswer> = z.lazy(() =>
  z.union([
    z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.exactOptional(z.unknown()) }) }),
    z.object({ result: z.unknown() }),
  ]),
)

/**
 * The stored requests with an effect. Each has exactly one answer, across restarts of the worker (invariant 6): the
 * first answer stays, and the same request gets it again.
 */
export interface Requests {
  /** The request's row, which is added if it is missing. */
  begin(key: string, origin: string, method: string): Promise<RequestRecord>
  /** Names the approval that will give the answer. */
  bind(key: string, approvalId: string): Promise<void>
  get(key: string): Promise<RequestRecord | undefined>
  /**
   * Stores the answer unless there is one. An answer that cannot be stored (a full disk) is given all the same, and
   * reported: what was done is not to be called failed.
   * @returns the answer that counts, which `wait` resolves with too
   */
  answer(key: string, answer: RequestAnswer): Promise<RequestAnswer>
  /** Resolves with the answer once it is stored. */
  wait(key: string): Promise<RequestAnswer>
  unanswered(): Promise<RequestRecord[]>
  /** Deletes rows past their time. */
  forgetOld(): Promise<void>
}

/**
 * The key of a request's row.
 * @param id UUID that the page made; it is unique only within its origin
 */
export function requestKey(origin: string, id: string): string {
  return `${origin} ${id}`
}

export function createRequests({
  database,
  clock,
  faults,
}: {
  database: Database
  clock: Clock
  faults: Faults
}): Requests {
  const waiting = new Map<string, PromiseWithResolvers<RequestAnswer>>()

  async function get(key: string): Promise<RequestRecord | undefined> {
    const parsed = requestRecordSchema.safeParse(await database.get('requests', key))
    return parsed.success ? parsed.data : undefined
  }

  return {
    get,
    async begin(key, origin, method) {
      const transaction = database.transaction('requests', 'readwrite', { durability: 'strict' })
      const parsed = requestRecordSchema.safeParse(await transaction.store.get(key))
      const row: RequestRecord = parsed.success
        ? parsed.data
        : { key, origin, method, approvalId: null, answer: null, createdAt: clock.now(), answeredAt: null }
      if (!parsed.success) await transaction.store.put(row)
      await transaction.done
      return row
    },
    async bind(key, approvalId) {
      const transaction = database.transaction('requests', 'readwrite', { durability: 'strict' })
      const row = await transaction.store.get(key)
      if (row !== undefined) await transaction.store.put({ ...row, approvalId })
      await transaction.done
    },
    async answer(key, answer) {
      const transaction = database.transaction('requests', 'readwrite', { durability: 'strict' })
      let counts = answer
      try {
        const row = await transaction.store.get(key)
        const earlier = row?.answer == null ? null : readAnswer(row.answer)
        const answered = { answer: JSON.stringify(answer), answeredAt: clock.now() }
        const isNew = row !== undefined && earlier === null
        counts = earlier ?? answer
        await committed(transaction, [isNew ? transaction.store.put({ ...row, ...answered }) : undefined])
      } catch (error) {
        faults.report('sites', error)
      }
      waiting.get(key)?.resolve(counts)
      waiting.delete(key)
      return counts
    },
    async wait(key) {
      // Registered before the row is read, so that an answer in between is not missed.
      const waiter = waiting.get(key) ?? Promise.withResolvers<RequestAnswer>()
      waiting.set(key, waiter)
      const row = await get(key)
      if (row?.answer != null) {
        waiter.resolve(readAnswer(row.answer))
        waiting.delete(key)
      }
      return waiter.promise
    },
    async unanswered() {
      const rows = await database.getAll('requests')
      return rows.flatMap(row => {
        const parsed = requestRecordSchema.safeParse(row)
        return parsed.success && parsed.data.answer === null ? [parsed.data] : []
      })
    },
    async forgetOld() {
      const transaction = database.transaction('requests', 'readwrite')
      const old = IDBKeyRange.upperBound(clock.now() - keptMs)
      // Counted from the answer, not the request: the decision may have taken long.
      for (const row of await transaction.store.index('createdAt').getAll(old))
        if ((row.answeredAt ?? row.createdAt + unansweredKeptMs) < clock.now() - keptMs)
          await transaction.store.delete(row.key)
      await transaction.done
    },
  }
}

function readAnswer(text: string): RequestAnswer {
  return answerSchema.parse(JSON.parse(text))
}
