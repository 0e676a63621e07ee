import { browser } from 'wxt/browser'
import { createQueue } from '@/lib/base/queue'
import type { UiPorts } from '@/lib/language/worker/ui-port'

const width = 375
const height = 660
const storageKey = 'approvalWindow'

export interface ApprovalWindow {
  /** Opens the window. An open one is brought to the front, or left alone with `if-missing`. */
  open(mode?: 'focus' | 'if-missing'): Promise<void>
  /** Closes it, unless `isNeeded` when this call has its turn. */
  close(isNeeded: () => Promise<boolean>): Promise<void>
  /** For `windows.onRemoved`: whether the person closed this window. */
  wasClosed(windowId: number): Promise<boolean>
}

/** One window for all decisions. Its id is kept in session storage, because it is valid as long as the browser runs. */
export function createApprovalWindow({ leave }: Pick<UiPorts, 'leave'>): ApprovalWindow {
  /** One call at a time: a request that arrives while the window closes gets a new window. */
  const inTurn = createQueue()

  async function current(): Promise<number | null> {
    const stored = (await browser.storage.session.get(storageKey))[storageKey]
    if (typeof stored !== 'number') return null
    // Rejects where the window is gone, which is the question.
    const found = await browser.windows.get(stored).catch(() => null)
    return found?.id ?? null
  }

  async function show(mode: 'focus' | 'if-missing'): Promise<void> {
    const existing = await current()
    if (existing !== null) {
      if (mode === 'focus') await browser.windows.update(existing, { focused: true })
      return
    }
    // Rejects where no window is open; the browser then chooses the place.
    const around = await browser.windows.getLastFocused().catch(() => null)
    const window = { url: browser.runtime.getURL('/approval.html'), type: 'popup', width, height } as const
    const place =
      around?.left !== undefined && around.top !== undefined && around.width !== undefined
        ? { left: around.left + around.width - width - 16, top: around.top + 64 }
        : {}
    // The browser refuses a place outside its screens; without a place it chooses one.
    const created = await browser.windows.create({ ...window, ...place }).catch(() => browser.windows.create(window))
    if (created?.id !== undefined) await browser.storage.session.set({ [storageKey]: created.id })
  }

  return {
    open: (mode = 'focus') => inTurn(() => show(mode)),
    close: isNeeded =>
      inTurn(async () => {
        const existing = (await isNeeded()) ? null : await current()
        if (existing === null) return
        // The window stays open for a moment: a request from now on must not be shown in it.
        const stay = leave(existing)
        if (await isNeeded()) return stay()
        await browser.storage.session.remove(storageKey)
        // The person closed it at the same moment.
        await browser.windows.remove(existing).catch(stay)
      }),
    wasClosed: windowId =>
      inTurn(async () => {
        const stored = (await browser.storage.session.get(storageKey))[storageKey]
        if (stored !== windowId) return false
        await browser.storage.session.remove(storageKey)
        return true
      }),
  }
}
