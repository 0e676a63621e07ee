import type { Html } from './pages/parts.ts'

interface SectionStream {
  readonly aborted: boolean
  readonly closed: boolean
  onAbort(listener: () => void): void
  writeSSE(message: { data: string }): Promise<void>
}

/**
 * Sends a section whenever its HTML has changed. Changes that arrive while a reader is slow are covered by the next
 * message: nothing is queued.
 */
export async function pushSections(
  stream: SectionStream,
  render: () => Promise<Record<string, Html>>,
  watch: (changed: () => void) => () => void,
): Promise<void> {
  let wake = () => {}
  let isStale = true
  const stale = () => {
    isStale = true
    wake()
  }
  const stopWatching = watch(stale)
  stream.onAbort(stale)
  const sent = new Map<string, string>()
  try {
    while (!stream.aborted && !stream.closed) {
      if (!isStale) {
        await new Promise<void>(resolve => {
          wake = resolve
        })
        continue
      }
      isStale = false
      // While the network is made to misbehave a reading may fail: what was sent last stays on the page.
      const sections = await render().catch(() => ({}))
      const texts = Object.entries(sections).map(async ([id, html]) => [id, String(await html)] as const)
      const changed = (await Promise.all(texts)).filter(([id, text]) => sent.get(id) !== text)
      if (changed.length === 0) continue
      for (const [id, text] of changed) sent.set(id, text)
      await stream.writeSSE({ data: JSON.stringify(Object.fromEntries(changed)) })
    }
  } finally {
    stopWatching()
  }
}
