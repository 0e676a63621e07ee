import { readFile } from 'node:fs/promises'
import * as z from 'zod'

/** A request as the browser's network stack saw it, whichever part of the browser asked for it. */
export interface LoggedRequest {
  url: string
  /** The origin that asked; `not an origin` for the browser itself and for what a person typed. */
  initiator: string
  /** When it began, in Unix milliseconds. */
  at: number
  /** Names of its headers in lower case, as they went out. */
  headers: string[]
}

const logSchema = z.object({
  constants: z.looseObject({
    logEventTypes: z.record(z.string(), z.number()),
    timeTickOffset: z.union([z.number(), z.string()]),
  }),
  events: z.array(
    z.looseObject({
      type: z.number(),
      time: z.string(),
      source: z.looseObject({ id: z.number() }),
      params: z.optional(
        z.looseObject({
          url: z.optional(z.string()),
          initiator: z.optional(z.string()),
          headers: z.optional(z.array(z.string())),
        }),
      ),
    }),
  ),
})

/** Arguments that make Chromium write down every request of every part of it. */
export function netLogArguments(file: string): string[] {
  return [`--log-net-log=${file}`, '--net-log-capture-mode=IncludeSensitive']
}

/**
 * Every HTTP request and every socket in a log that a browser left when it ended.
 * @see https://www.chromium.org/developers/design-documents/network-stack/netlog/
 */
export async function readNetLog(file: string): Promise<LoggedRequest[]> {
  const { constants, events } = logSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  const started = constants.logEventTypes.URL_REQUEST_START_JOB
  const sent = constants.logEventTypes.HTTP_TRANSACTION_SEND_REQUEST_HEADERS
  const headers = new Map<number, string[]>()
  for (const { type, source, params } of events)
    if (type === sent && params?.headers !== undefined)
      headers.set(source.id, [
        ...(headers.get(source.id) ?? []),
        ...params.headers.map(line => line.split(':', 1)[0]?.toLowerCase() ?? ''),
      ])
  return events.flatMap(({ type, source, time, params }) =>
    type === started && params?.url !== undefined && /^(?:https?|wss?):/.test(params.url)
      ? [
          {
            url: params.url,
            initiator: params.initiator ?? 'not an origin',
            at: Number(time) + Number(constants.timeTickOffset),
            headers: [...new Set(headers.get(source.id) ?? [])],
          },
        ]
      : [],
  )
}
