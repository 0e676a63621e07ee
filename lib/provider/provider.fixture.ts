import type { BatchSupport } from '@/lib/activity/sending/batch-support'
import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf, type NetworkId } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import type { Address, Hash } from 'viem'
import { expect } from 'vitest'
import type { ItemFacts } from '@/lib/activity/tokens/items'
import { Failure } from '@/lib/base/failure'
import { hashSchema } from '@/lib/base/hex-schemas'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import type { Regime } from '@/lib/base/regime'
import { RpcError } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import { isTestNetwork } from '@/lib/base/test-chains'
import { presets, previewChainId } from '@/lib/chain/networks/presets'
import { createApprovals } from '@/lib/decisions/approvals/approvals'
import type { Shown } from '@/lib/decisions/approvals/types'
import { createAssessment } from '@/lib/decisions/assessment'
import { createDecisions } from '@/lib/decisions/decisions'
import { createLists } from '@/lib/decisions/lists/lists'
import { createSiteAccess } from '@/lib/decisions/sites/site-access'
import type { PortSender } from '@/lib/decisions/sites/site-frame'
import { createSites } from '@/lib/decisions/sites/sites'
import type { DecisionParts } from '@/lib/decisions/types'
import type { DappError, DappMessage } from '@/lib/language/dapp'
import type { ProbeView } from '@/lib/language/views'
import { createLedger } from '@/lib/payments/register/ledger'
import type { TokenMetadata } from '@/lib/reading/calls/description'
import { packBundledHosts } from '@/lib/reading/list-formats/bundled-hosts'
import { signInTerms } from '@/lib/reading/messages/sign-in-terms'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import { typedDataTerms } from '@/lib/reading/typed-data/typed-data-terms'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { NetworkEntry, TransactionRecord } from '@/lib/storage/records'
import { createDappPorts, type DappPort } from './ports'
import { createProvider } from './provider'
import { createRequestLog } from './request-log'
import type { ProviderParts } from './types'

export const alice: Address = '0xa11ce00000000000000000000000000000000001'
export const bob: Address = '0xb0b0000000000000000000000000000000000002'
export const stranger: Address = '0x5742a9e700000000000000000000000000000003'
export const shopOrigin = 'https://shop.example'
export const hashOf = (id: string): Hash => `0x${id.replaceAll('-', '').padStart(64, '0')}`

export type Reply = { result: unknown } | { error: DappError }

/** A page with its port: sends requests and collects answers and events. */
export interface TestPage {
  /** @param subscription the id that a repeated `eth_subscribe` was answered with before */
  ask(method: unknown, params?: unknown, id?: string, subscription?: string): Promise<Reply>
  /** All answers, in order. */
  answers: DappMessage[]
  events: DappMessage[]
  /** Sends a message unchanged. */
  post(frame: unknown): void
  leave(): void
  disconnected(): boolean
}

const fraudHosts = packBundledHosts({ source: 'a list', date: '2026-01-02', licence: 'MIT' }, ['drainer.example'])

const extensionId = 'prelude'
const shown: Shown = {
  feeCeiling: '0x5208',
  fee: { gas: '0x5208', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' },
  noncePolicy: 'next',
  outcome: null,
  risks: [],
}

/**
 * A worker in which only the keys, the chain and the browser are simulated. `startWorker` makes the next worker on the
 * same database.
 */
export async function setUp(options: { database?: Database } = {}) {
  const database = options.database ?? (await openDatabase(crypto.randomUUID()))
  const clock = createManualClock()
  const wallet = {
    unlocked: true,
    accounts: [
      { address: alice, hidden: false },
      { address: bob, hidden: false },
    ],
    windows: [] as string[],
    wakes: 0,
    /** Result of `execute` for an approval. */
    execute: async (id: string): Promise<Hash> => hashOf(id),
    executed: [] as string[],
    takesConditions: false,
    proposed: [] as Parameters<ProviderParts['transactions']['propose']>[0][],
    rows: new Map<Hash, TransactionRecord>(),
    rowsById: new Map<string, TransactionRecord>(),
    /** The transaction that replaced another one, by that one's id. */
    inPlaceOf: new Map<string, TransactionRecord>(),
    activityShown: 0,
    batchSupport: { status: 'unsupported', reason: 'no-delegate' } as BatchSupport,
    isPaceSeen: true,
    regime: null as Regime | null,
    hasSocket: true,
    /** Delays `subscribe` until it resolves. */
    connected: async (): Promise<void> => undefined,
    subscribing: 0,
    subscriptions: new Set<{ params: readonly unknown[]; onItem: (item: unknown) => void }>(),
    tokens: new Map<Address, TokenMetadata>(),
    /** By `<address>:<number>`. */
    items: new Map<string, ItemFacts>(),
    /** Delays token metadata until it resolves. */
    chainAnswers: async (): Promise<void> => undefined,
    probed: [] as string[],
    probe: async (_http: string): Promise<ProbeView> => {
      throw new Failure('endpoint-unreachable')
    },
    rowListeners: new Set<(row: TransactionRecord, receivedAt: number | null) => void>(),
    /** The node's answers. */
    node: async (_method: string, _params: unknown): Promise<unknown> => '0x1',
    /** The network of each call that was passed to a node. */
    askedOn: [] as NetworkId[],
    calls: [] as { chainId: number; method: string; params: unknown; endpoint: string | undefined }[],
    networks: presets({
      rpcUrl: 'http://127.0.0.1:8545',
      wsUrl: 'ws://127.0.0.1:8545/ws',
      faucetUrl: 'http://127.0.0.1:8545/faucet',
      explorerUrl: 'http://127.0.0.1:8545/explorer',
    }) as NetworkEntry[],
  }

  const connections = new Map<NetworkId, Connection>()
  function connectionOf(networkId: NetworkId): Connection {
    const connection = connections.get(networkId) ?? connectionTo(networkId)
    connections.set(networkId, connection)
    return connection
  }
  function connectionTo(networkId: NetworkId): Connection {
    const chainId = wallet.networks.find(({ id }) => id === networkId)?.chainId ?? networkId
    return {
      networkId,
      chainId,
      request: async (method, params, schema) => schema.parse(await wallet.node(method, params)),
      async passThrough(method, params, given) {
        wallet.askedOn.push(networkId)
        wallet.calls.push({ chainId, method, params, endpoint: given?.endpoint })
        return wallet.node(method, params)
      },
      batch: async () => [],
      async subscribe(params, onItem) {
        if (!wallet.hasSocket) throw new RpcError('method-unavailable', 'The network has no socket')
        wallet.subscribing += 1
        await wallet.connected().finally(() => {
          wallet.subscribing -= 1
        })
        const entry = { params, onItem }
        wallet.subscriptions.add(entry)
        return () => wallet.subscriptions.delete(entry)
      },
      socket: () => 'none',
      onSocket: () => () => undefined,
      others: async () => [],
      discredit: () => undefined,
      unread: () => undefined,
      isProposing: () => false,
      isDevelopment: () => false,
    }
  }

  function startWorker() {
    const faults = recordFaults()
    const chainIdOf = (networkId: NetworkId) => wallet.networks.find(({ id }) => id === networkId)?.chainId ?? networkId
    const approvals = createApprovals({ database, faults, clock, chainIdOf, networkRisks: async () => [] })
    const sites = createSites({ database, clock })
    const ports = createDappPorts({ extensionId, traffic: createRequestLog(clock) })
    const lists = createLists({
      database,
      clock,
      faults,
      keepAlive: { hold: () => () => undefined },
      readBundled: async () => fraudHosts,
    })
    const shared: Omit<DecisionParts & ProviderParts, 'accessOf' | 'decisions'> = {
      database,
      clock,
      approvals,
      sites,
      ports,
      networks: {
        get: networkId => wallet.networks.find(({ id }) => id === networkId),
        ofChain: chainId => wallet.networks.filter(entry => entry.chainId === chainId),
        chainIdOf,
        list: () => wallet.networks,
        defaultNetworkId: () => firstNetworkOf(previewChainId),
        connection: connectionOf,
        async add({ chainId, name, symbol, endpoints, explorerUrl, testing, source }) {
          const [template] = wallet.networks
          if (template === undefined) throw new Error('there are presets')
          const currency = { symbol, decimals: 18 as const }
          const id = firstNetworkOf(chainId)
          const added = { ...template, id, chainId, name, currency, endpoints, explorerUrl, testing, source }
          wallet.networks.push(added)
          return added
        },
        async probe({ http }) {
          wallet.probed.push(http)
          return wallet.probe(http)
        },
      },
      tokens: {
        async metadata(_networkId, address) {
          await wallet.chainAnswers()
          return wallet.tokens.get(address) ?? null
        },
        list: networkId => database.getAll('tokens', IDBKeyRange.bound(`${networkId}:`, `${networkId}:\uffff`)),
        async add(networkId, address, source) {
          const metadata = wallet.tokens.get(address)
          if (metadata === undefined) throw new Failure('invalid-input')
          const record = { key: `${networkId}:${address}`, networkId, address, ...metadata, source, hidden: false }
          await database.put('tokens', record)
          return record
        },
      },
      items: {
        async read(_networkId, { address, id }) {
          await wallet.chainAnswers()
          return wallet.items.get(`${address}:${id}`) ?? null
        },
        async add(networkId, { address, id }) {
          const found = wallet.items.get(`${address}:${id}`)
          if (found === undefined) throw new Failure('invalid-input')
          const { standard, symbol, name } = found
          const place = { key: `${networkId}:${address}:${id}`, networkId, address, tokenId: `${id}` }
          const record = { ...place, standard, symbol, name, addedAt: 0 }
          await database.put('items', record)
          return record
        },
      },
      paceOf: async networkId =>
        networkId === previewChainId
          ? {
              regime: wallet.regime ?? (wallet.isPaceSeen ? 'preconfirming' : 'fast-blocks'),
              isRegimeSeen: wallet.isPaceSeen,
              medianPreconfirmedMs: 212,
              medianSealedMs: 1_900,
            }
          : {
              regime: wallet.regime ?? 'fast-blocks',
              isRegimeSeen: wallet.isPaceSeen,
              medianPreconfirmedMs: null,
              medianSealedMs: 420,
            },
      transactions: {
        contacts: async () => [],
        async propose(proposal) {
          if (proposal.transaction.conditions !== undefined && !wallet.takesConditions)
            throw new Failure('conditions-not-taken')
          wallet.proposed.push(proposal)
          const { requester, networkId, account, transaction, purpose, replaces, requestKey } = proposal
          const request = { kind: 'transaction' as const, transaction, purpose, replaces }
          return (await approvals.add({ requester, networkId, account, request, shown, requestKey })).id
        },
        async proposeCalls({ calls, batchId, version, atomic, ...proposal }) {
          if (calls[0]?.conditions !== undefined && !wallet.takesConditions) throw new Failure('conditions-not-taken')
          const request = {
            ...{ kind: 'calls' as const, calls, batchId },
            ...(version === undefined ? {} : { version }),
            ...(atomic === undefined ? {} : { atomic }),
          }
          return (await approvals.add({ ...proposal, request, shown })).id
        },
        conditionSupport: async () => ({ isTaken: wallet.takesConditions, block: '0x64', blockMs: 200 }),
        async executeCalls(id) {
          await approvals.verify(id)
          wallet.executed.push(id)
          return [hashOf(id)]
        },
        async execute(id) {
          await approvals.verify(id)
          wallet.executed.push(id)
          return wallet.execute(id)
        },
        relay: async ({ networkId, raw }) =>
          hashSchema.parse(await connectionOf(networkId).passThrough('eth_sendRawTransaction', [raw])),
        onRow(listener) {
          wallet.rowListeners.add(listener)
          return () => wallet.rowListeners.delete(listener)
        },
        byHash: async (_networkId, hash) => wallet.rows.get(hash),
        byId: async id => wallet.rowsById.get(id),
        inPlaceOf: async ({ id }) => wallet.inPlaceOf.get(id),
      },
      signer: {
        async signMessage(id, _account, message) {
          await approvals.verify(id)
          if (!wallet.unlocked) throw new Failure('locked')
          return `0x${'51'.repeat(32)}${String(message).slice(2)}`
        },
        async signTypedData(id) {
          await approvals.verify(id)
          if (!wallet.unlocked) throw new Failure('locked')
          return `0x${'52'.repeat(65)}`
        },
      },
      untilDevice: (_approvalId, task) => task,
      http402: { pay: notHere, requested: notHere, repeated: notHere },
      ledger: createLedger({ database, connectionOf, epochOf: () => 0, clock, faults }),
      accounts: async () => wallet.accounts,
      isUnlocked: async () => wallet.unlocked,
      keepAlive: { hold: () => () => undefined },
      faults,
      async openApprovalWindow(mode) {
        wallet.windows.push(mode)
      },
      async showActivity() {
        wallet.activityShown += 1
      },
      wakePages() {
        wallet.wakes += 1
      },
      createAssessment,
      isTestNetwork,
      readTypedData,
      batchSupport: async () => wallet.batchSupport,
      signInTerms,
      typedDataTerms,
      lists,
      clientVersion: 'Prelude/1.2.3',
    }
    const withAccess = { ...shared, accessOf: createSiteAccess(shared) }
    const decisions = createDecisions(withAccess)
    const parts = { ...withAccess, decisions }
    const provider = createProvider(parts)

    /** The same calls as in the worker's wiring, by event. */
    const events = {
      async sessionChanged() {
        if (!wallet.unlocked) await decisions.locked()
        await provider.sessionChanged()
      },
      async accountsChanged() {
        await decisions.accountsChanged()
        await provider.stateChanged()
      },
      async networkChanged(chainId: number) {
        if (shared.networks.get(firstNetworkOf(chainId)) !== undefined) return
        await decisions.networkRemoved(firstNetworkOf(chainId))
        await sites.leaveNetwork(firstNetworkOf(chainId), shared.networks.defaultNetworkId())
        await provider.stateChanged()
      },
      async recover() {
        await decisions.recover()
        await provider.recover()
      },
    }

    function open(origin = shopOrigin, sender: Partial<PortSender> = {}): TestPage {
      const waiting = new Map<string, (reply: Reply) => void>()
      const answers: DappMessage[] = []
      const events: DappMessage[] = []
      let deliver: (message: unknown) => void = () => undefined
      let leave: () => void = () => undefined
      let disconnected = false
      const port: DappPort = {
        sender: {
          id: extensionId,
          origin,
          frameId: 0,
          documentId: crypto.randomUUID(),
          tab: { id: 1, url: `${origin}/` },
          ...sender,
        },
        postMessage(given) {
          // Copied through JSON, as a real port does.
          const message: DappMessage = JSON.parse(JSON.stringify(given))
          if (message.kind === 'state' || message.kind === 'message') {
            events.push(message)
            return
          }
          answers.push(message)
          const { kind: _kind, id: _id, ...reply } = message
          waiting.get(message.id)?.(reply)
        },
        disconnect() {
          disconnected = true
        },
        onMessage: {
          addListener(listener) {
            deliver = listener
          },
        },
        onDisconnect: {
          addListener(listener) {
            leave = listener
          },
        },
      }
      provider.handlePort(port)
      return {
        answers,
        events,
        post: frame => deliver(frame),
        leave: () => leave(),
        disconnected: () => disconnected,
        ask(method, params, id = crypto.randomUUID(), subscription) {
          const reply = new Promise<Reply>(resolve => waiting.set(id, resolve))
          // Members that are undefined are left out, as by a real port.
          deliver(JSON.parse(JSON.stringify({ id, method, params, subscription })))
          return reply
        },
      }
    }

    /** Resolves with the waiting decisions once there are `count` of them. */
    async function waitingApprovals(count = 1) {
      for (;;) {
        const changed = new Promise<void>(resolve => {
          const stop = approvals.onChange(() => {
            stop()
            resolve()
          })
        })
        const waiting = await approvals.waiting()
        if (waiting.length >= count) return waiting
        await changed
      }
    }
    async function nextApproval() {
      const [approval] = await waitingApprovals()
      if (approval === undefined) throw new Error('there is one')
      return approval
    }
    /** Approves the next decision after its risks are complete. */
    async function approveNext(accounts?: Address[]) {
      await expect
        .poll(async () => (await nextApproval()).shown.risks.map(({ code }) => code))
        .not.toContain('checks-running')
      const { id, digest } = await nextApproval()
      await decisions.fulfil(await approvals.approve(id, digest, accounts === undefined ? {} : { accounts }))
      return id
    }
    async function rejectNext() {
      const { id } = await nextApproval()
      await approvals.reject(id)
    }
    /** Connects a site and opens a page of it. */
    async function connectedPage(origin = shopOrigin, accounts: Address[] = [alice]) {
      await sites.connect(origin, accounts, firstNetworkOf(previewChainId))
      return open(origin)
    }

    return {
      ...parts,
      allLists: lists,
      faults,
      ...events,
      provider,
      open,
      connectedPage,
      waitingApprovals,
      nextApproval,
      approveNext,
      rejectNext,
    }
  }

  return { ...startWorker(), database, clock, wallet, startWorker }
}

export function codeOf(reply: Reply): number | undefined {
  return 'error' in reply ? reply.error.code : undefined
}

function notHere(): Promise<never> {
  return Promise.reject(new Error('nothing is paid for in these tests'))
}

/** A journal row of one of the shop's transactions. */
export const journalRow = (changes: Partial<TransactionRecord>): TransactionRecord => ({
  id: 'a',
  networkId: firstNetworkOf(previewChainId),
  chainId: previewChainId,
  epoch: 0,
  from: alice,
  nonce: 0,
  to: bob,
  value: 1n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
  raw: '0x02',
  hash: hashOf('a'),
  origin: shopOrigin,
  purpose: 'send',
  replaces: null,
  level: 'accepted',
  ended: null,
  receipt: null,
  history: [
    { at: 1, level: 'signed' },
    { at: 2, level: 'accepted' },
  ],
  createdAt: 1,
  inFlight: 1,
  refusal: null,
  ...changes,
})
