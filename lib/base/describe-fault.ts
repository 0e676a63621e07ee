import { failureCodes } from './failure'
import type { FaultNature } from './faults'
import { rpcErrorKinds } from './rpc/types'

/**
 * What may be kept of an error. An error's own text can hold anything: an address, a payload, a password that a library
 * put into its message. Nothing of it is kept. The class, the code and the kind are looked up in lists; a message is
 * compared with the ones that browsers are known to write, and only the name of the match is kept; of a stack, only the
 * place in a script of ours.
 */

/** Messages of browsers that tell faults of one class apart. */
const knownMessages: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['extension-replaced', /extension context invalidated/i],
  ['nobody-listens', /receiving end does not exist|message (?:port|channel) (?:is )?closed|disconnected port/i],
  ['no-such-tab', /no tab with id|tab was closed/i],
  ['no-such-window', /no window with id/i],
  ['fetch-failed', /failed to fetch|networkerror when|load failed/i],
  ['script-missing', /importscripts|dynamically imported module|failed to load/i],
  ['not-json', /not valid json|unexpected (?:token|end of json)|json\.parse/i],
  [
    'property-of-nothing',
    /(?:properties|property .{0,40}) of (?:undefined|null)|(?:undefined|null) has no properties/i,
  ],
  ['not-a-function', /is not a function/i],
  ['not-defined', /is not defined/i],
  ['not-iterable', /is not iterable/i],
  ['database-closed', /connection is clos(?:ing|ed)/i],
  ['quota', /quota/i],
  ['stack-overflow', /maximum call stack|too much recursion/i],
]

/**
 * Names of error classes: no digit, no blank, the ending of an error. Neither a phrase nor a key nor an address can
 * look like one.
 */
const className = /^\$?[A-Z][A-Za-z]{0,48}(?:Error|Exception)$/
/** Codes of JSON-RPC 2.0 §5.1, of EIP-1474, and the two small ones of reverts and synchronous sending (EIP-7966). */
const isRegisteredCode = (code: number): boolean =>
  Number.isInteger(code) && ((code >= -32_768 && code <= -32_000) || code === 3 || code === 4)
const deepestCause = 8

/**
 * What the log keeps of a thrown value.
 * @param ownOrigin origin of the extension with its final slash; only scripts below it are named
 */
export function describeFault(error: unknown, ownOrigin: string): FaultNature {
  const chain = causesOf(error)
  const innermost = chain.at(-1)
  return {
    kind: kindOf(error),
    cause: chain.length > 1 ? kindOf(innermost) : null,
    message: firstOf(chain.toReversed(), messageOf),
    code: firstOf(chain, codeOf),
    position: firstOf(chain.toReversed(), link => positionOf(link, ownOrigin)),
  }
}

/** The error and its causes, outermost first. */
export function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let link: unknown = error; chain.length < deepestCause; ) {
    if (chain.includes(link)) break
    chain.push(link)
    if (!isObject(link) || link.cause === undefined) break
    link = link.cause
  }
  return chain
}

function kindOf(error: unknown): string {
  if (!isObject(error)) return 'no-error'
  const { name } = error
  if (name === 'Failure') return `Failure/${listed(error.code, failureCodes)}`
  if (name === 'RpcError') return `RpcError/${listed(error.kind, rpcErrorKinds)}`
  if (typeof name === 'string' && className.test(name)) return name
  // A class of zod's carries a name of its own; any other name is not kept.
  return error instanceof Error || 'stack' in error ? 'Error' : 'no-error'
}

function listed(value: unknown, list: readonly string[]): string {
  return typeof value === 'string' && list.includes(value) ? value : 'other'
}

function messageOf(error: unknown): string | null {
  const text = isObject(error) ? error.message : error
  if (typeof text !== 'string') return null
  return knownMessages.find(([, pattern]) => pattern.test(text.slice(0, 500)))?.[0] ?? null
}

function codeOf(error: unknown): number | null {
  if (!isObject(error) || error.name !== 'RpcError') return null
  return typeof error.code === 'number' && isRegisteredCode(error.code) ? error.code : null
}

/** The first frame in a script of ours. A message may imitate frames: what comes before its end is not read. */
function positionOf(error: unknown, ownOrigin: string): string | null {
  if (!isObject(error) || typeof error.stack !== 'string') return null
  const message = typeof error.message === 'string' ? error.message : ''
  const at = error.stack.indexOf(message)
  const frames = /^\s+at /m.test(error.stack) ? (at < 0 ? '' : error.stack.slice(at + message.length)) : error.stack
  for (const line of frames.split('\n')) {
    const found = /^(?:\s+at .{0,200}?|[^@]{0,200}@)\(?([a-z-]+:\/\/[^\s()]+)\)?$/.exec(line)
    const place = found?.[1]
    if (place === undefined || !place.startsWith(ownOrigin)) continue
    const parts = /^(?:[a-z-]+\/)?([A-Za-z][A-Za-z-]{0,31}?)(?:-[\w-]{8})?\.js:(\d{1,6}):(\d{1,7})$/.exec(
      place.slice(ownOrigin.length),
    )
    if (parts !== null) return `${parts[1]}:${parts[2]}:${parts[3]}`
  }
  return null
}

function firstOf<Value>(links: readonly unknown[], read: (link: unknown) => Value | null): Value | null {
  for (const link of links) {
    const value = read(link)
    if (value !== null) return value
  }
  return null
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
