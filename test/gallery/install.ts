import { type ProcedureName, snapshotKey, snapshotKeyOf, type UiRequest, type UiResponse } from '@/lib/language/ui'
import { messageIn, type Text } from './catalogues.ts'
import type { Answers, GalleryState } from './state.ts'
import { states } from './states/index.ts'

/**
 * Stands in for the browser's extension API, so that the real pages can be looked at in any state without a worker.
 * Only for looking: nothing is tested against this that the extension's own tests do not test against the real worker.
 */
const query = new URLSearchParams(location.search)
const state = states.find(candidate => candidate.name === query.get('state'))
if (state === undefined) throw new Error(`no such state: ${query.get('state')}`)
const text = (query.get('text') ?? 'en') as Text
/** Given by the interactive gallery; else it follows from the text. */
const direction = query.get('direction')

/** Answers of a wallet in which nothing was added or sent. */
const usual: Answers = {
  'database.set-aside': { rows: [], text: '' },
  'descriptor.list': { files: [] },
  'descriptor.listed': { lists: [] },
  'network.times': { networks: [] },
}

type Listener<Message> = (message: Message) => void

function connect(shown: GalleryState) {
  const listeners: Listener<UiResponse>[] = []
  const say = (message: UiResponse) =>
    queueMicrotask(() => {
      for (const listener of listeners) listener(structuredClone(message))
    })

  function receive(request: UiRequest): void {
    if (request.kind === 'subscribe' && shown.onlySnapshot !== true) {
      for (const name of request.slices) {
        // One frame per slice, whatever its type.
        if (shown.slices[name] !== undefined) say({ kind: 'slice', name, value: shown.slices[name] } as UiResponse)
      }
      const begin = performance.timeOrigin + performance.now() + 300
      for (const [index, message] of (shown.news?.(begin) ?? []).entries()) {
        setTimeout(() => say(message), 300 + index * 200)
      }
    }
    if (request.kind === 'call') answer(request.id, request.procedure, request.input)
  }

  function answer(id: number, procedure: ProcedureName, input: unknown): void {
    const answers: Answers = { ...usual, ...shown.answers }
    const given = answers[procedure]
    // Answer and input belong to the same procedure.
    const output = typeof given === 'function' ? (given as (input: unknown) => unknown)(input) : given
    if (output === 'never') return
    if (typeof output === 'object' && output !== null && 'failure' in output) {
      const { failure } = output as { failure: Extract<UiResponse, { kind: 'failure' }>['failure'] }
      say({ kind: 'failure', id, failure })
    } else say({ kind: 'result', id, output: output ?? null })
  }

  return {
    name: 'ui',
    postMessage: receive,
    disconnect() {},
    onMessage: { addListener: (listener: Listener<UiResponse>) => listeners.push(listener) },
    onDisconnect: { addListener() {} },
  }
}

const stored: Record<string, unknown> = {
  ...state.stored,
  ...(state.onlySnapshot === true ? { [snapshotKey]: { lockAt: null }, ...kept(state.slices) } : {}),
}

function kept(slices: GalleryState['slices']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(slices).map(([name, value]) => [snapshotKeyOf(name), structuredClone(value)]),
  )
}

const nothing = async () => undefined
const stand = {
  runtime: {
    id: 'gallery',
    connect: () => connect(state),
    getURL: (path: string) => path,
    getManifest: () => ({ version: '0.1.0' }),
    getContexts: async () => [],
  },
  i18n: {
    getMessage: (key: string) => (key === '@@bidi_dir' && direction !== null ? direction : messageIn(text, key)),
    getUILanguage: () => (text === 'de' ? 'de-DE' : 'en-US'),
  },
  storage: {
    session: {
      get: async (keys: string | string[] | null) =>
        keys === null
          ? { ...stored }
          : Object.fromEntries([keys].flat().flatMap(key => (key in stored ? [[key, stored[key]]] : []))),
      set: async (values: Record<string, unknown>) => Object.assign(stored, values),
      remove: async (key: string) => {
        delete stored[key]
      },
    },
  },
  tabs: {
    create: nothing,
    update: nothing,
    query: async () => [{ url: state.front }],
    getCurrent: async () => (state.sidePanel === true ? undefined : { id: 1 }),
  },
  windows: { getCurrent: async () => ({ id: 1 }), update: nothing },
  sidePanel: { open: nothing },
  permissions: {
    contains: async () => state.hostAccess !== false,
    request: nothing,
    onAdded: { addListener() {}, removeListener() {} },
    onRemoved: { addListener() {}, removeListener() {} },
  },
}

Object.assign(globalThis, { browser: stand, chrome: stand })
if (state.route !== undefined) location.hash = state.route
