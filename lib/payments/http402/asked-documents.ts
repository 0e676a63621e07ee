import type { KeyValueStore } from '@/lib/keyring/types'
import { createQueue } from '@/lib/values/queue'
import type { Visit } from './types'

/** Documents that are kept in mind: more than that are hardly open at a time. */
const mostDocuments = 200
const key = 'askedDocuments'

/** The documents whose payment was asked about: each is asked about once, however often the worker dies meanwhile. */
export interface AskedDocuments {
  has(visit: Visit): Promise<boolean>
  add(visit: Visit): Promise<void>
  /** Its question ended without an answer: it may be asked about again. */
  forget(documentId: string): Promise<void>
}

/** @param store ends with the browser, as the documents do */
export function createAskedDocuments(store: KeyValueStore): AskedDocuments {
  const inTurn = createQueue()

  async function read(): Promise<string[]> {
    const stored = await store.get(key)
    return Array.isArray(stored) ? stored.filter(entry => typeof entry === 'string') : []
  }

  const change = (step: (documents: string[]) => string[]): Promise<void> =>
    inTurn(async () => store.set(key, step(await read()).slice(-mostDocuments)))

  return {
    has: async visit => (await read()).includes(nameOf(visit)),
    add: visit => change(documents => [...documents, nameOf(visit)]),
    forget: documentId => change(documents => documents.filter(name => !name.startsWith(`${documentId} `))),
  }
}

function nameOf({ documentId, loadedAt }: Visit): string {
  return `${documentId} ${loadedAt}`
}
