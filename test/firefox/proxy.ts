import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'
import { createExtensionPages } from './extension-pages.ts'
import { commandSchema, controlFile, eventSchema } from './messages.ts'

/**
 * What Playwright starts as "Firefox": it starts the real one and passes WebDriver BiDi through. Playwright was written
 * for a newer Firefox, so commands that this one does not know are answered here, and events that it does not send are
 * added. Tests send commands of their own over HTTP: a Firefox has one BiDi session only, and Playwright has it.
 * Arguments: the real executable, and then those of Playwright.
 */

const [executable = '', ...playwrightArguments] = process.argv.slice(2)
const profile = playwrightArguments[playwrightArguments.indexOf('--profile') + 1] ?? ''

/** Asked for by Playwright at every start, and unknown to Firefox 153. */
const answeredHere = new Set(['emulation.setMediaFeaturesOverride'])

/** Playwright's way to fill a field is not heard by React in Firefox; the editor's own command is. */
const playwrightFill = 'inputElement.value = value;'
const editorFill = "window.document.execCommand('insertText', false, text); return;"

const firefox = spawn(executable, playwrightArguments, { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.on('error', error => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
firefox.on('exit', code => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal))
process.on('exit', () => firefox.kill('SIGKILL'))

const upstreamAddress = await new Promise<string>(resolve =>
  createInterface({ input: firefox.stderr }).on('line', line => {
    const listening = /WebDriver BiDi listening on (ws:\S+)/.exec(line)
    if (listening?.[1] !== undefined) resolve(listening[1])
    else process.stderr.write(`${line}\n`)
  }),
)

let upstream: WebSocket | undefined
/** Above every id that Playwright uses. */
let lastId = 1e9
const waiting = new Map<number, (answer: string) => void>()

/** One command of ours. Resolves with Firefox's whole answer. */
function command(method: string, params: object): Promise<string> {
  const id = ++lastId
  return new Promise(resolve => {
    waiting.set(id, resolve)
    upstream?.send(JSON.stringify({ id, method, params }))
  })
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method, params } = commandSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  response.end(await command(method, params))
})

new WebSocketServer({ server }).on('connection', (client, request) => {
  const opened = new WebSocket(`${upstreamAddress}${request.url}`, { maxPayload: 2 ** 30 })
  upstream = opened
  const held: string[] = []
  const extensionPages = createExtensionPages({
    command,
    tell: (method, params) => client.send(JSON.stringify({ type: 'event', method, params })),
  })

  opened.on('open', () => {
    for (const text of held.splice(0)) opened.send(text)
  })
  client.on('message', data => {
    const text = String(data).replaceAll(playwrightFill, editorFill)
    const { id, method } = commandSchema.parse(JSON.parse(text))
    if (answeredHere.has(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }))
    else if (opened.readyState === WebSocket.OPEN) opened.send(text)
    else held.push(text)
  })
  opened.on('message', data => {
    const text = String(data)
    const message: unknown = JSON.parse(text)
    const { id, method } = eventSchema.parse(message)
    const own = id === undefined || id === null ? undefined : waiting.get(id)
    if (own !== undefined && id) {
      waiting.delete(id)
      own(text)
      return
    }
    client.send(text)
    if (method !== undefined) extensionPages.see(method, message)
  })
  opened.on('close', () => {
    extensionPages.stop()
    client.close()
  })
  client.on('close', () => opened.close())
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  writeFileSync(join(profile, controlFile), JSON.stringify({ port }))
  process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`)
})
