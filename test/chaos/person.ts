import type { Page } from '@playwright/test'
import type { Launched } from '../commands/extension.ts'
import { decisionWindow } from '../e2e/wallet.ts'

export interface Person {
  /** Approvals given so far. */
  approvals(): number
  /** Resolves when so many were given, or the person has gone. */
  hasApproved(count: number): Promise<void>
  /** Approves no more. */
  leave(): Promise<void>
}

/** How long somebody waits for a decision to go away before pressing its button again. */
const impatientMs = 3_000

/** Sits in front of the decision window and approves what it shows, one decision after the other, by its button. */
export function seatPerson(wallet: Launched): Person {
  const left = Promise.withResolvers<null>()
  let waiting: { count: number; resolve(): void }[] = []
  let isGone = false
  /** A decision whose button is pressed again is still one. */
  const pressed = new Set<string>()

  function tellWaiting(): void {
    for (const { count, resolve } of waiting) if (isGone || pressed.size >= count) resolve()
    waiting = waiting.filter(({ count }) => !isGone && pressed.size < count)
  }

  async function approveAll(): Promise<void> {
    while (!isGone) {
      // Nobody may be asking just now.
      const window = await Promise.race([decisionWindow(wallet).catch(() => undefined), left.promise])
      if (window === null || window === undefined) continue
      await approveOne(window, digest => {
        pressed.add(digest)
        tellWaiting()
      })
    }
  }

  const sitting = approveAll()
  return {
    approvals: () => pressed.size,
    hasApproved: count =>
      new Promise(resolve => {
        waiting.push({ count, resolve })
        tellWaiting()
      }),
    async leave() {
      isGone = true
      left.resolve(null)
      tellWaiting()
      await sitting
    },
  }
}

/** Leaves it at that when the decision or its window goes away by itself, or changes, before the button was pressed. */
async function approveOne(window: Page, onPressed: (digest: string) => void): Promise<void> {
  const timeout = impatientMs
  try {
    const ready = window.locator('[data-testid=decision]:has([data-testid=approve][aria-disabled=false])')
    const digest = (await ready.getAttribute('data-digest', { timeout })) ?? ''
    const decision = window.locator(`[data-testid=decision][data-digest="${digest}"]`)
    await decision.getByTestId('approve').click({ timeout })
    onPressed(digest)
    await decision.waitFor({ state: 'detached', timeout })
  } catch {
    // Looked at again, if it is still there: what is not approved in the end is found by the verdict.
  }
}
