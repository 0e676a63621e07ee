import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { RpcFailure } from './rpc-failure.ts'

export interface Subscription<T> {
  id: string
  /** Everything that came so far. */
  heard: T[]
  /** The first that fits among what came and will come. */
  next(fits?: (item: T) => boolean): Promise<T>
  end(): Promise<boolean>
}

export interface Socket {
  call<T = unknown>(method: string, params?: unknown[]): Promise<T>
  subscribe<T = unknown>(kind: string, ...detail: unknown[]): Promise<Subscription<T>>
  send(text: string): void
  /** The next message that is no notification, as text. */
  answer(): Promise<string>
  closed: Promise<unknown>
  raw: WebSocket
  close(): void
}

const messageSchema = z.object({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string().optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
  params: z.object({ subscription: z.string(), result: z.unknown() }).optional(),
})

type Message = z.infer<typeof messageSchema>

export async function createSocket(url: string): Promise<Socket> {
  const raw = new WebSocket(url)
  const closed = new Promise<unknown>(resolve => raw.once('close', resolve))
  const waiting = new Map<unknown, (message: Message) => void>()
  const notified = new Map<string, (item: unknown) => void>()
  // A notification may overtake the answer that says which subscription it belongs to.
  let early: { subscription: string; result: unknown }[] = []
  const answers: ((text: string) => void)[] = []
  let lastId = 0

  raw.on('message', data => {
    const text = String(data)
    const parsed: unknown = JSON.parse(text)
    const message = Array.isArray(parsed) ? {} : messageSchema.parse(parsed)
    if (message.method === 'eth_subscription' && message.params !== undefined) {
      const hear = notified.get(message.params.subscription)
      if (hear === undefined) early.push(message.params)
      else hear(message.params.result)
      return
    }
    const resolve = waiting.get(message.id)
    if (resolve === undefined) answers.shift()?.(text)
    else resolve(message)
  })
  await once(raw, 'open')

  async function call<T>(method: string, params: unknown[] = []): Promise<T> {
    lastId += 1
    const id = `call ${lastId}`
    const message = await new Promise<Message>(resolve => {
      waiting.set(id, resolve)
      raw.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
    waiting.delete(id)
    if (message.error !== undefined) {
      throw new RpcFailure(message.error.code, message.error.message, message.error.data)
    }
    // What a method answers is what the test is about to look at.
    return message.result as T
  }

  return {
    raw,
    closed,
    call,
    async subscribe<T>(kind: string, ...detail: unknown[]) {
      const id = await call<string>('eth_subscribe', [kind, ...detail])
      const heard: T[] = []
      const listeners = new Set<(item: T) => void>()
      const hear = (item: unknown) => {
        heard.push(item as T)
        for (const listener of listeners) listener(item as T)
      }
      notified.set(id, hear)
      for (const { result } of early.filter(({ subscription }) => subscription === id)) hear(result)
      early = early.filter(({ subscription }) => subscription !== id)
      return {
        id,
        heard,
        next: (fits: (item: T) => boolean = () => true) =>
          new Promise<T>(resolve => {
            const found = heard.find(fits)
            if (found !== undefined) return resolve(found)
            const listener = (item: T) => {
              if (!fits(item)) return
              listeners.delete(listener)
              resolve(item)
            }
            listeners.add(listener)
          }),
        end: () => call<boolean>('eth_unsubscribe', [id]),
      }
    },
    send: text => raw.send(text),
    answer: () => new Promise(resolve => answers.push(resolve)),
    close: () => raw.terminate(),
  }
}
