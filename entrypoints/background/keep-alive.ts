import { browser } from 'wxt/browser'
import type { KeepAlive } from '@/lib/rpc/types'

/** Chromium ends a worker after 30 s without an event or an extension API call; `fetch` alone does not count. */
const intervalMs = 20_000
const resumeAlarm = 'resume'

/** While something is held, calls the extension API every 20 s, and keeps an alarm that wakes a worker that died all the same. */
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
