import type { Clock } from '@/lib/base/clock'

/** How long a decision must have been in plain sight, unchanged, before it can be approved. */
export const armingMs = 600

export interface Sight {
  /** What is shown: another key is another decision. */
  key: string
  /** The window is visible and has the focus. */
  attentive: boolean
}

/**
 * Arms once the same decision was in sight for `armingMs` without a break. Looking away, or a change of what is shown,
 * starts the time again; telling it twice of the same sight does not.
 */
export function createArming(clock: Clock, onChange: (armedKey: string | null) => void) {
  let sight: Sight = { key: '', attentive: false }
  let cancel: (() => void) | null = null

  return {
    see(next: Sight): void {
      if (next.key === sight.key && next.attentive === sight.attentive) return
      sight = next
      cancel?.()
      cancel = null
      onChange(null)
      if (next.attentive) cancel = clock.after(armingMs, () => onChange(next.key))
    },
    stop(): void {
      cancel?.()
      cancel = null
    },
  }
}
