import { browser } from 'wxt/browser'
import * as z from 'zod/mini'

export const steps = ['phrases', 'keys', 'files', 'end'] as const
export type Step = (typeof steps)[number]
export const things = ['phrases', 'accounts', 'contacts', 'networks', 'tokens'] as const
export type Thing = (typeof things)[number]
export type Counts = Record<Thing, number>

const count = z.int().check(z.gte(0))
const text = z.string().check(z.maxLength(40))
const countsSchema = z.lazy(() =>
  z.object({ phrases: count, accounts: count, contacts: count, networks: count, tokens: count }),
)
const progressSchema = z.lazy(() =>
  z.object({
    /** Id of the wallet's first phrase, by which another wallet on this device is told from it. */
    of: z.nullable(z.string().check(z.maxLength(64))),
    step: z.enum(steps),
    /** What the wallet had when the moving began: what it has more is what came. */
    before: countsSchema,
    left: z.array(z.object({ part: text, reason: text, count })).check(z.maxLength(100)),
  }),
)

/**
 * How far a person has got with moving. Only numbers: what was taken over is in the wallet, and this is also there
 * while that is locked. It ends with the browser.
 */
export type Progress = z.infer<typeof progressSchema>

const key = 'moving'

/** @returns `null` where no moving is under way */
export async function readProgress(): Promise<Progress | null> {
  const read = progressSchema.safeParse((await browser.storage.session.get(key))[key])
  return read.success ? read.data : null
}

export async function writeProgress(progress: Progress | null): Promise<void> {
  if (progress === null) await browser.storage.session.remove(key)
  else await browser.storage.session.set({ [key]: progress })
}

/** With what else was left out, each reason once. */
export function withLeft(progress: Progress, more: readonly Progress['left'][number][]): Progress {
  const all = new Map(progress.left.map(each => [`${each.part} ${each.reason}`, each]))
  for (const { part, reason, count } of more) {
    const known = all.get(`${part} ${reason}`)
    all.set(`${part} ${reason}`, { part, reason, count: count + (known?.count ?? 0) })
  }
  return { ...progress, left: [...all.values()] }
}
