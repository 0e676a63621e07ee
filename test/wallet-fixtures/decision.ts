import type { Page } from '@playwright/test'
import { z } from 'zod'
import { readSlice } from './worker.ts'

/** Amounts are hex quantities in the smallest unit, or `all` or `unknown`. */
const effectSchema = z.looseObject({ kind: z.string(), source: z.enum(['stated', 'simulated']) })
const riskSchema = z.object({
  level: z.enum(['danger', 'caution', 'note']),
  code: z.string(),
  values: z.record(z.string(), z.string()),
})
export const approvalsSchema = z.array(
  z.looseObject({
    digest: z.string(),
    requester: z.looseObject({ kind: z.string(), origin: z.string().optional() }),
    chainId: z.number(),
    account: z.string().nullable(),
    request: z.looseObject({ kind: z.string() }),
    preview: z.looseObject({ effects: z.array(effectSchema) }).nullable(),
    risks: z.array(riskSchema),
  }),
)

/** One thing that a decision leads to: it `pays`, `receives`, `allows`, `hands-over` and so on, with its fields. */
export type DecisionEffect = z.infer<typeof effectSchema>
export type DecisionRisk = z.infer<typeof riskSchema>

/** What the wallet asks the person. */
export interface Decision {
  /** For one, `connect`, `transaction`, `calls`, `message`, `typed-data`, `switch-network` or `payment`. */
  kind: string
  /** The site that asks; `null`: the wallet itself. */
  origin: string | null
  chainId: number
  account: string | null
  /** The sentence on screen. */
  sentence: string
  /** For transactions and calls: everything that would change for the account. */
  effects: readonly DecisionEffect[]
  risks: readonly DecisionRisk[]
  /** What the page asked for, as the wallet read it. */
  request: { kind: string; [field: string]: unknown }
}

/** Codes of the dangers in the decision that the window shows. */
export async function dangersIn(window: Page): Promise<string[]> {
  const digest = await window.getByTestId('decision').getAttribute('data-digest')
  const approvals = approvalsSchema.parse(await readSlice(window, 'approvals'))
  const shown = approvals.find(approval => approval.digest === digest)
  // A simulation that came in gave it another digest.
  if (shown === undefined) return dangersIn(window)
  return shown.risks.flatMap(({ level, code }) => (level === 'danger' ? [code] : []))
}

/** Returns what the decision window shows, once nothing of it is still being worked out. */
export async function readDecision(window: Page): Promise<Decision> {
  const article = window.getByTestId('decision')
  await article.waitFor()
  await window.locator('[data-testid=approve]:not([aria-busy=true])').waitFor()
  // What would change is still being tried out.
  await article.locator('.changes[aria-busy=true]').waitFor({ state: 'detached' })
  const digest = await article.getAttribute('data-digest')
  const approvals = approvalsSchema.parse(await readSlice(window, 'approvals'))
  const shown = approvals.find(approval => approval.digest === digest)
  // A simulation that came in gave it another digest.
  if (shown === undefined) return readDecision(window)
  return {
    kind: shown.request.kind,
    origin: shown.requester.origin ?? null,
    chainId: shown.chainId,
    account: shown.account,
    sentence: (await article.getByRole('heading', { level: 1 }).textContent())?.replaceAll(/\s+/g, ' ').trim() ?? '',
    effects: shown.preview?.effects ?? [],
    risks: shown.risks,
    request: shown.request,
  }
}
