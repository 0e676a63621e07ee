import { browser } from 'wxt/browser'
import type { KeepAlive } from '@/lib/base/rpc/types'

/** Chromium ends a worker after 30 s without an event or an extension API call; `fetch` alone does not count. */
const intervalMs = 20_000
const resumeAlarm = 'resume'

/**
 * While it is held: calls the extension API every 20 s, and sets an alarm that starts a worker that died nevertheless.
 */
export function createKeepAlive(): KeepAlive {
  let holds = 0
  let timer: ReturnType<typeof setInterval> | undefined

  return {
    hold() {
      let held = true
      holds += 1
      if (holds === 1) {
        timer = setInterval(() => void browser.runtime.getPlatformInfo(), intervalMs)
        void browser.alarms.create(resumeAlarm, { periodInMinutes: 0.5 })
      }
      return () => {
        if (!held) return
        held = false
        holds -= 1
        if (holds > 0) return
        clearInterval(timer)
        void browser.alarms.clear(resumeAlarm)
      }
    },
  }
}
