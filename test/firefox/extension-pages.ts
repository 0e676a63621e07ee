import { answerSchema, committedSchema, createdSchema, treeSchema } from './messages.ts'

/** Firefox reports by no event that a window of an extension has closed. */
const lookEveryMs = 150

/** Resolves once the document has loaded; evaluating anything there also makes Firefox report the document's realm. */
const untilLoaded =
  "new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', () => done(), { once: true }))"

/** The navigation replaced the document in which it waited. */
const isReplaced = (error: string) => error !== 'no such frame'

/**
 * Adds the events of an extension's pages that Firefox 153 does not send: that one has loaded, and that a window has
 * closed.
 * @param parts `command` resolves with the answer's text; `tell` sends an event to Playwright
 */
export function createExtensionPages({
  command,
  tell,
}: {
  command(method: string, params: object): Promise<string>
  tell(method: string, params: object): void
}): { see(method: string, message: unknown): void; stop(): void } {
  const open = new Map<string, object>()
  let isLooking = false

  async function tellWhenLoaded(message: unknown): Promise<void> {
    const { context, navigation, url } = committedSchema.parse(message).params
    const evaluate = () =>
      command('script.evaluate', { expression: untilLoaded, target: { context }, awaitPromise: true })
    for (let tries = 0; tries < 5; tries++) {
      const answer = answerSchema.parse(JSON.parse(await evaluate()))
      if (answer.type === 'success' || !isReplaced(answer.error)) break
    }
    for (const method of ['browsingContext.domContentLoaded', 'browsingContext.load'])
      tell(method, { context, navigation, url, timestamp: Date.now() })
  }

  async function lookForClosed(): Promise<void> {
    if (isLooking || open.size === 0) return
    isLooking = true
    const known = [...open.keys()]
    const answer = answerSchema.parse(JSON.parse(await command('browsingContext.getTree', { maxDepth: 0 })))
    isLooking = false
    if (answer.type === 'error') return
    const there = new Set(treeSchema.parse(answer.result).contexts.map(({ context }) => context))
    for (const context of known) {
      const params = open.get(context)
      if (there.has(context) || params === undefined) continue
      open.delete(context)
      tell('browsingContext.contextDestroyed', { ...params, children: [] })
    }
  }

  const timer = setInterval(() => void lookForClosed(), lookEveryMs)
  return {
    see(method, message) {
      if (method === 'browsingContext.contextCreated') {
        const { params } = createdSchema.parse(message)
        if (params.parent === null) open.set(params.context, params)
      } else if (method === 'browsingContext.contextDestroyed') {
        open.delete(createdSchema.parse(message).params.context)
      } else if (method === 'browsingContext.navigationCommitted') {
        if (committedSchema.parse(message).params.url.startsWith('moz-extension:')) void tellWhenLoaded(message)
      }
    },
    stop: () => clearInterval(timer),
  }
}
