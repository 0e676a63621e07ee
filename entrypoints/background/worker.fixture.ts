import 'fake-indexeddb/auto'
import { browser } from 'wxt/browser'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { systemClock } from '@/lib/base/clock'
import { createLists } from '@/lib/decisions/lists/lists'
import { type ProcedureHandlers, type ProcedureName, procedures } from '@/lib/language/procedures'
import type { SliceName, Slices, Surface, UiResponse } from '@/lib/language/ui'
import { createSnapshot } from '@/lib/language/worker/snapshot'
import type { UiService } from '@/lib/language/worker/ui-edge'
import { createUiPorts, type UiPort, type UiPorts, type UiSender } from '@/lib/language/worker/ui-port'
import { createDappPorts } from '@/lib/provider/ports'
import { createRequestLog } from '@/lib/provider/request-log'
import { createFaultLog } from '@/lib/storage/fault-log'
import { openDatabase } from '@/lib/storage/open'
import { paymentRowSchemas } from '@/lib/storage/payment-shapes'
import { storeNames } from '@/lib/storage/stores'
import { createApprovalWindow } from './approval-window'
import { createKeepAlive } from './keep-alive'
import { decisionsScript, listsScript, passwordScript, recordsScript } from './later-scripts'
import { createPayments } from './payments/payments'
import { paymentsScript } from './payments/script'
import * as decisions from './scripts/decisions'
import * as password from './scripts/password'
import * as records from './scripts/records'
import { startService } from './service'
import { surfaceOf } from './ui-sender'
import { createWalletParts } from './wallet'

type Answer = Extract<UiResponse, { kind: 'result' | 'failure' }>

/** A page that has its port open. */
export interface TestPage {
  ask(procedure: string, input: unknown): Promise<Answer>
  /** Sends a frame as it is. */
  post(message: unknown): void
  /** Subscribes to slices. Resolves with the first value of each. */
  read(names: readonly SliceName[]): Promise<Partial<Slices>>
}

/**
 * The worker as `index.ts` wires it, in one process: the real edge, keyring, records and handlers. Only the browser is
 * a stand-in.
 */
export interface TestWorker {
  open(surface: Surface): TestPage
  /** Opens a port with any sender. Returns whether the worker took it. */
  accept(sender: UiSender | undefined): boolean
  /** Handlers that were reached since the last look, with their inputs. */
  reached(): { procedure: ProcedureName; input: unknown }[]
  /** `false`: from now on handlers are only noted and not run. */
  runHandlers(isRun: boolean): void
  /** Codes and details that were reported to `onFault` since the last look. */
  faults(): unknown[]
  /** Everything that is stored: all rows of the database and both areas of the browser's storage. */
  stored(): Promise<string>
}

const senders: Record<Surface, UiSender> = {
  popup: { url: 'popup.html' },
  approval: { url: 'approval.html', tab: { windowId: 2 }, frameId: 0 },
  tab: { url: 'home.html#/settings', tab: { windowId: 1 }, frameId: 0 },
  'side-panel': { url: 'home.html#/' },
  'developer-panel': { url: 'panel.html?tab=7' },
}

/** The least that Argon2id can cost, whatever the vault asks for: what a password costs has tests of its own. */
const cheapArgon2id: typeof password.argon2id = options =>
  password.argon2id({ ...options, memorySize: 8, iterations: 1 })

/** @param isFirst false for one that goes on with what an earlier one stored, in the same browser */
export async function startTestWorker(isFirst = true): Promise<TestWorker> {
  if (isFirst) fakeBrowser.reset()
  standInForTheBrowser()
  decisionsScript.announce(decisions)
  passwordScript.announce({ ...password, argon2id: cheapArgon2id })
  listsScript.announce({ createLists })
  recordsScript.announce(records)
  paymentsScript.announce({ createPayments, paymentRowSchemas })

  let reached: { procedure: ProcedureName; input: unknown }[] = []
  let faults: unknown[] = []
  let isRun = true
  const ports = createUiPorts({ surfaceOf, onFault: fault => faults.push(fault) })
  const noting: UiPorts = {
    ...ports,
    serve: service => ports.serve({ ...service, procedures: noted(service.procedures) }),
  }
  function noted(handlers: UiService['procedures']): ProcedureHandlers {
    const names = Object.keys(procedures)
    return Object.fromEntries(
      names.map(procedure => [
        procedure,
        async (input: unknown) => {
          reached.push({ procedure: procedure as ProcedureName, input })
          return isRun ? Reflect.apply(Reflect.get(handlers, procedure), undefined, [input]) : undefined
        },
      ]),
    ) as ProcedureHandlers
  }

  const keepAlive = createKeepAlive()
  const requestLog = createRequestLog(systemClock)
  const parts = await createWalletParts({
    keepAlive,
    faults: createFaultLog({ clock: systemClock, ownOrigin: browser.runtime.getURL('/') }),
  })
  await startService(parts, {
    uiPorts: noting,
    dappPorts: createDappPorts({ extensionId: browser.runtime.id, traffic: requestLog }),
    requestLog,
    approvalWindow: createApprovalWindow(ports),
    keepAlive,
    snapshot: createSnapshot(browser.storage.session),
  })

  function connect(sender: UiSender | undefined) {
    const answers = new Map<number, (answer: Answer) => void>()
    const onSlice = new Set<(name: SliceName, value: unknown) => void>()
    let receive: (message: unknown) => void = () => undefined
    const port: UiPort = {
      sender,
      postMessage(response) {
        if (response.kind === 'result' || response.kind === 'failure') answers.get(response.id)?.(response)
        else if (response.kind === 'slice') for (const take of onSlice) take(response.name, response.value)
      },
      disconnect: () => undefined,
      onMessage: {
        addListener(listener) {
          receive = listener
        },
      },
      onDisconnect: { addListener: () => undefined },
    }
    const isAccepted = ports.accept(port)
    const page: TestPage = {
      ask: (procedure, input) =>
        new Promise(resolve => {
          const id = answers.size + 1
          answers.set(id, resolve)
          receive({ kind: 'call', id, procedure, input })
        }),
      post: message => receive(message),
      read: names =>
        new Promise(resolve => {
          const values: Partial<Slices> = {}
          onSlice.add((name, value) => {
            Object.assign(values, { [name]: value })
            if (names.every(wanted => Object.hasOwn(values, wanted))) resolve(values)
          })
          receive({ kind: 'subscribe', slices: names })
        }),
    }
    return { isAccepted, page }
  }

  return {
    open(surface) {
      const sender = senders[surface]
      return connect({ ...sender, url: browser.runtime.getURL(`/${sender.url}` as '/') }).page
    },
    accept: sender => connect(sender).isAccepted,
    reached() {
      const seen = reached
      reached = []
      return seen
    },
    runHandlers(wanted) {
      isRun = wanted
    },
    faults() {
      const seen = faults
      faults = []
      return seen
    },
    async stored() {
      const onDisk = await openDatabase()
      const rows = await Promise.all(storeNames.map(async name => [name, await onDisk.getAll(name)]))
      onDisk.close()
      const areas = [await browser.storage.local.get(null), await browser.storage.session.get(null)]
      const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
      return JSON.stringify([rows, areas], text)
    },
  }
}

/**
 * Parts of the browser that WXT's stand-in does not have, as they answer where no website, no rule and no script is.
 */
function standInForTheBrowser(): void {
  Object.assign(browser.runtime, { getManifest: () => ({ version: '0' }) })
  Object.assign(browser.scripting, { getRegisteredContentScripts: async () => [] })
  Object.assign(browser.action, { setBadgeText: async () => undefined })
  Object.assign(browser.declarativeNetRequest, { getSessionRules: async () => [] })
  Object.assign(browser.tabs, { query: async () => [] })
}
