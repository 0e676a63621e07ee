import { browser } from 'wxt/browser'

/**
 * Holds the worker where a test wants to kill it. The test writes the name of a step to the session key `barrier`; the
 * worker that reaches the step writes it to `barrierReached` and waits forever. Does nothing in builds other than
 * `barriers`.
 */
export async function barrier(step: string): Promise<void> {
  if (import.meta.env.MODE !== 'barriers') return
  const wanted = (await browser.storage.session.get('barrier')).barrier
  if (wanted !== step) return
  await browser.storage.session.remove('barrier')
  await browser.storage.session.set({ barrierReached: step })
  await new Promise<never>(() => undefined)
}
