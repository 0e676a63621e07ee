import type { Readable, Writable } from 'node:stream'
import * as z from 'zod'
import type { Browser } from './commands/browser.ts'
import type { Lifetime } from './commands/lifetime.ts'

/**
 * A browser spoken to over its debugging pipe, and only where asked: nothing is attached by itself. A debugger that is
 * attached to a worker keeps it alive for ever, and the usual tools attach to all of them.
 */
export interface RawBrowser {
  /** One command of the Chrome DevTools Protocol. @throws Error in the browser's words */
  send(method: string, params?: object, sessionId?: string): Promise<unknown>
  /** Opens a page and attaches to it alone. */
  open(url: string): Promise<RawPage>
  /** The page whose address begins so, once there is one. @param narrowed a frame instead, or a page with this title */
  find(prefix: string, narrowed?: { type?: 'iframe'; title?: string }): Promise<RawPage>
  /** The target of an extension's worker, if it runs. To attach to it changes how long it lives. */
  workerTarget(extensionId: string): Promise<string | undefined>
}

export interface RawPage {
  sessionId: string
  /** Runs a function in the page; it sees nothing but its argument. */
  run<Argument, Value>(work: (argument: Argument) => Value | Promise<Value>, argument: Argument): Promise<Value>
  waitFor(selector: string): Promise<void>
  click(selector: string): Promise<void>
  /** Types into a field as a keyboard does. */
  type(selector: string, text: string): Promise<void>
  close(): Promise<void>
}

const messageSchema = z.looseObject({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
})
const targetsSchema = z.object({
  targetInfos: z.array(z.looseObject({ targetId: z.string(), type: z.string(), url: z.string(), title: z.string() })),
})
const frameTreeSchema = z.object({ frameTree: z.looseObject({ frame: z.looseObject({ url: z.string() }) }) })
const evaluationSchema = z.looseObject({
  result: z.looseObject({ value: z.unknown().optional() }),
  exceptionDetails: z.looseObject({ text: z.string() }).optional(),
})

const patienceMs = 30_000

export async function startRawBrowser(
  lifetime: Lifetime,
  browser: Browser,
  options: { profile: string; extension: string; args?: readonly string[] },
): Promise<{ raw: RawBrowser; extensionId: string }> {
  const child = lifetime.spawn(
    browser.executable,
    [
      '--remote-debugging-pipe',
      '--enable-unsafe-extension-debugging',
      '--headless=new',
      '--screen-info={1600x1200}',
      '--no-first-run',
      '--no-default-browser-check',
      '--password-store=basic',
      '--use-mock-keychain',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${options.profile}`,
      ...(options.args ?? []),
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  // With `stdio` as above these two are what they are declared here.
  const [, , , commands, replies] = child.stdio as [null, null, null, Writable, Readable]
  const send = speak(commands, replies)
  lifetime.onEnd(() => send('Browser.close').catch(() => undefined))
  const loaded = await send('Extensions.loadUnpacked', { path: options.extension })
  const { id } = z.object({ id: z.string() }).parse(loaded)
  return { raw: createRawBrowser(send), extensionId: id }
}

/** JSON texts with a zero byte between them, each way. */
function speak(commands: Writable, replies: Readable): RawBrowser['send'] {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let rest = ''
  let hasEnded = false

  replies.setEncoding('utf8')
  replies.on('data', (chunk: string) => {
    const texts = (rest + chunk).split('\0')
    rest = texts.pop() ?? ''
    for (const text of texts) receive(text)
  })
  // A failed write is told by the end of the replies.
  commands.on('error', () => undefined)
  replies.on('close', () => {
    hasEnded = true
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended.'))
    waiting.clear()
  })

  function receive(text: string): void {
    const { id, result, error } = messageSchema.parse(JSON.parse(text))
    if (id === undefined) return
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asked?.resolve(result)
    else asked?.reject(new Error(error.message))
  }

  return async (method, params = {}, sessionId) => {
    if (hasEnded) throw new Error('The browser has ended.')
    lastId++
    const asked = Promise.withResolvers<unknown>()
    waiting.set(lastId, asked)
    commands.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`)
    return asked.promise
  }
}

function createRawBrowser(send: RawBrowser['send']): RawBrowser {
  const targets = async () => targetsSchema.parse(await send('Target.getTargets')).targetInfos

  /**
   * The page's own document is there when this resolves: what is asked of the empty one before it goes away with it.
   */
  async function attach(targetId: string, address: string): Promise<RawPage> {
    const attached = await send('Target.attachToTarget', { targetId, flatten: true })
    const { sessionId } = z.object({ sessionId: z.string() }).parse(attached)
    // The page behaves as if somebody sat in front of it.
    await send('Emulation.setFocusEmulationEnabled', { enabled: true }, sessionId)
    // The browser tells a frame's address without its fragment.
    const [document = address] = address.split('#')
    await until(`the document of ${address}`, async () => {
      const { frameTree } = frameTreeSchema.parse(await send('Page.getFrameTree', {}, sessionId))
      return frameTree.frame.url.startsWith(document) ? true : undefined
    })
    return createRawPage(send, sessionId, targetId)
  }

  return {
    send,
    async open(url) {
      const { targetId } = z.object({ targetId: z.string() }).parse(await send('Target.createTarget', { url }))
      return attach(targetId, url)
    },
    async find(prefix, { type: wanted = 'page', title: part = '' } = {}) {
      const found = await until(`${prefix} ${part}`, async () =>
        (await targets()).find(
          ({ type, url, title }) => type === wanted && url.startsWith(prefix) && title.includes(part),
        ),
      )
      return attach(found.targetId, prefix)
    },
    async workerTarget(extensionId) {
      const prefix = `chrome-extension://${extensionId}/`
      return (await targets()).find(({ type, url }) => type === 'service_worker' && url.startsWith(prefix))?.targetId
    },
  }
}

/**
 * Looks again and again: an event of a target that comes and goes would have to be told from those of targets before
 * it.
 * @throws Error with what was waited for
 */
async function until<Value>(what: string, look: () => Promise<Value | undefined>): Promise<Value> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`Waited in vain for ${what}`)
}

function createRawPage(send: RawBrowser['send'], sessionId: string, targetId: string): RawPage {
  const run: RawPage['run'] = async (work, argument) => {
    const expression = `(${work})(${JSON.stringify(argument)})`
    const reply = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, sessionId)
    const { result, exceptionDetails } = evaluationSchema.parse(reply)
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    // What the function returned, by way of JSON.
    return result.value as never
  }

  async function waitFor(selector: string): Promise<void> {
    const found = await run(
      ({ wanted, ms }) =>
        new Promise<boolean>(resolve => {
          const look = () => {
            if (document.querySelector(wanted) === null) return
            observer.disconnect()
            resolve(true)
          }
          const observer = new MutationObserver(look)
          observer.observe(document, { subtree: true, childList: true, attributes: true })
          setTimeout(() => resolve(false), ms)
          look()
        }),
      { wanted: selector, ms: patienceMs },
    )
    if (!found) throw new Error(`Waited in vain for ${selector}`)
  }

  const act = async (selector: string, action: 'click' | 'focus') => {
    await waitFor(selector)
    await run(({ wanted, how }) => document.querySelector<HTMLElement>(wanted)?.[how](), {
      wanted: selector,
      how: action,
    })
  }

  return {
    sessionId,
    run,
    waitFor,
    click: selector => act(selector, 'click'),
    async type(selector, text) {
      await act(selector, 'focus')
      await send('Input.insertText', { text }, sessionId)
    },
    async close() {
      await send('Target.closeTarget', { targetId })
    },
  }
}
