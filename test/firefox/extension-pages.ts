import type * as z from 'zod'
import { answerSchema, committedSchema, createdSchema, realmSchema, treeSchema } from './messages.ts'

/** Firefox reports by no event that a window of an extension has closed. */
const lookEveryMs = 150

/** Resolves once the document has loaded; evaluating anything there also makes Firefox report the document's realm. */
const untilLoaded =
  "new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', () => done(), { once: true }))"

/** The navigation replaced the document in which it waited. */
const isReplaced = (error: string) => error !== 'no such frame'

const isOfExtension = (url: string) => url.startsWith('moz-extension:')

type Committed = z.infer<typeof committedSchema>['params']

/**
 * Adds the events of an extension's pages that Firefox 153 does not send: that one has loaded, that a window has
 * closed, and, where a tab moved to the extensions' process before its first document was there, that the tab came.
 * Firefox then keeps back the realms of that tab as well.
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
  /** Top-level, and told to Playwright here: their realms are too. */
  const unannounced = new Set<string>()
  let isLooking = false

  async function send(method: string, params: object) {
    return answerSchema.parse(JSON.parse(await command(method, params)))
  }

  async function tellWhenLoaded({ context, navigation, url }: Committed): Promise<void> {
    const target = { context }
    for (let tries = 0; tries < 5; tries++) {
      const answer = await send('script.evaluate', { expression: untilLoaded, target, awaitPromise: true })
      if (answer.type === 'success' || !isReplaced(answer.error)) break
    }
    for (const method of ['browsingContext.domContentLoaded', 'browsingContext.load'])
      tell(method, { context, navigation, url, timestamp: Date.now() })
  }

  async function tellWhenUnannounced(committed: Committed): Promise<void> {
    const tree = await send('browsingContext.getTree', { root: committed.context, maxDepth: 0 })
    const [tab] = tree.type === 'success' ? treeSchema.parse(tree.result).contexts : []
    // A frame is told by its page; a tab may have been told meanwhile.
    if (tab === undefined || tab.parent || open.has(tab.context)) return
    open.set(tab.context, tab)
    unannounced.add(tab.context)
    tell('browsingContext.contextCreated', tab)
    tell('browsingContext.navigationCommitted', committed)
  }

  async function tellRealm({ context }: Committed): Promise<void> {
    const answer = await send('script.getRealms', { context, type: 'window' })
    if (answer.type === 'error') return
    for (const realm of realmSchema.parse(answer.result).realms)
      if (realm.sandbox === undefined) tell('script.realmCreated', realm)
  }

  async function seeCommitted(committed: Committed): Promise<void> {
    const { context, url } = committed
    if (isOfExtension(url) && !open.has(context)) await tellWhenUnannounced(committed)
    if (unannounced.has(context)) await tellRealm(committed)
    if (isOfExtension(url)) await tellWhenLoaded(committed)
  }

  async function lookForClosed(): Promise<void> {
    if (isLooking || open.size === 0) return
    isLooking = true
    const known = [...open.keys()]
    const answer = await send('browsingContext.getTree', { maxDepth: 0 })
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
        void seeCommitted(committedSchema.parse(message).params)
      }
    },
    stop: () => clearInterval(timer),
  }
}
