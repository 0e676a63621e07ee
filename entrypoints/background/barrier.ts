import { browser } from 'wxt/browser'

/**
 * A place where a test can hold the worker and kill it: it writes a step's name to the session key `barrier`, and the worker that
 * reaches the step writes `barrierReached` and goes no further. Exists in `barriers` builds only.
 */
export async function barrier(step: string): Promise<void> {
  if (import.meta.env.MODE !== 'barriers') return
  const wanted = (await browser.storage.session.get('barrier')).barrier
  if (wanted !== step) return
  await browser.storage.session.remove('barrier')
  await browser.storage.session.set({ barrierReached: step })
  await new Promise<never>(() => undefined)
}
