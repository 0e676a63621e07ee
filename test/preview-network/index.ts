import { once } from 'node:events'
import { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Address } from 'viem'
import { createAdmission } from './admission.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { createChain } from './chain.ts'
import { deployContracts } from './contracts/index.ts'
import type { Dispatch } from './envelope.ts'
import { createEvents } from './events.ts'
import { explorerRoutes } from './explorer/index.ts'
import { createFaucet, faucetAddress, faucetFunds } from './faucet.ts'
import { createGate } from './gate.ts'
import { routes } from './http.ts'
import { l1Block, l1BlockStorage } from './l1-fee.ts'
import { createLevels } from './levels.ts'
import { createMempool } from './mempool.ts'
import { createMethods } from './methods.ts'
import { type GivenOptions, type Options, optionsSchema } from './options.ts'
import { startProduction } from './production.ts'
import { methodNotFound } from './rpc-error.ts'
import type { Service } from './service.ts'
import { serveSockets } from './sockets.ts'
import { systemPredeploys } from './system-transactions.ts'

export interface PreviewNetwork {
  chainId: number
  rpcUrl: string
  wsUrl: string
  /** What the faucet's path is appended to. */
  faucetUrl: string
  explorerUrl: string
  contracts: Record<string, Address>
  /** Settles when Anvil has ended on its own, after which nothing works any more. */
  failed: Promise<void>
  stop(): Promise<void>
}

/** Starts the whole network in this process, with Anvil as its child. */
export async function startPreviewNetwork(given: GivenOptions = {}): Promise<PreviewNetwork> {
  const options = optionsSchema.parse(given)
  const anvil = await startAnvil(anvilOptions(options))
  try {
    return await serve(anvil, options)
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

function anvilOptions(options: Options): string[] {
  return [
    ...['--network', 'optimism', '--hardfork', 'isthmus', '--chain-id', String(options.chainId)],
    ...['--no-mining', '--order', 'fifo', '--disable-pool-balance-checks', '--disable-min-priority-fee'],
    ...['--gas-limit', '400000000', '--block-base-fee-per-gas', '5000000', '--accounts', '1'],
    // States of so many blocks stay in memory, none goes to disk.
    ...['--prune-history', '512', '--no-cors'],
  ]
}

/** What has to be there before the first block of ours. */
async function prepare(anvil: Anvil): Promise<Record<string, Address>> {
  const contracts = await deployContracts(anvil)
  const predeploys = systemPredeploys.map(({ address, code }) => ({ method: 'anvil_setCode', params: [address, code] }))
  const prices = l1BlockStorage.map(([slot, value]) => ({
    method: 'anvil_setStorageAt',
    params: [l1Block, slot, value],
  }))
  await anvil.batch([
    ...predeploys,
    ...prices,
    { method: 'anvil_setBalance', params: [faucetAddress, `0x${faucetFunds.toString(16)}`] },
    { method: 'anvil_setCoinbase', params: ['0x4200000000000000000000000000000000000011'] },
  ])
  // The states before the first block of ours must hold all this too.
  await anvil.request('evm_mine', [])
  return contracts
}

async function serve(anvil: Anvil, options: Options): Promise<PreviewNetwork> {
  const contracts = await prepare(anvil)
  const now = () => Date.now()
  const mempool = createMempool()
  const gate = createGate()
  const events = createEvents()
  const levels = createLevels(now)
  const chain = await createChain(
    { anvil },
    { mempool, gate, events, withheld: () => false },
    { preconfirms: options.mode === 'preconfirmed', replayLimit: options.replayLimit, now },
  )
  const admit = createAdmission(
    { chain: () => chain, mempool, gate },
    { chainId: options.chainId, dialect: options.errors },
  )
  const service: Service = {
    options,
    chain,
    depths: { safe: BigInt(options.safeBlocks), finalized: BigInt(options.finalizedBlocks) },
    mempool,
    gate,
    events,
    levels,
    async submit(raw) {
      const hash = await admit(raw)
      levels.reached(hash, 'acceptedAt')
      return hash
    },
  }
  events.on(event => {
    if (event.kind === 'partial') for (const { hash } of event.fresh) levels.reached(hash, 'preconfirmedAt')
    if (event.kind === 'sealed')
      for (const { transactionHash } of event.receipts) levels.reached(transactionHash, 'sealedAt')
  })
  const methods = createMethods(service)
  const dispatch: Dispatch = (name, params, client) => {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    if (method === undefined) throw methodNotFound()
    return method(params, client)
  }
  const explorer = explorerRoutes({
    request: async (name, params) => dispatch(name, params, {}),
    levelsOf: levels.of,
    on: listener =>
      events.on(event => {
        if (event.kind === 'partial') listener({ kind: 'partial', number: event.number })
        if (event.kind === 'sealed') listener({ kind: 'sealed', number: BigInt(event.block.number) })
      }),
    knownContracts: contracts,
  })
  const faucet = createFaucet(service, () => contracts.testDollar, now)
  const app = routes({ dispatch, faucet, explorer, options })
  const server = createAdaptorServer({ fetch: app.fetch })
  if (!(server instanceof Server)) throw new Error('the HTTP server is of an unexpected kind')
  const sockets = serveSockets(server, service, dispatch)
  const port = await listen(server, options)
  const production = startProduction(chain, options)
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  const url = `http://${host}:${port}`
  let isStopping = false
  return {
    chainId: options.chainId,
    rpcUrl: url,
    wsUrl: `ws://${host}:${port}/ws`,
    faucetUrl: url,
    explorerUrl: `${url}/explorer`,
    contracts,
    failed: new Promise(resolve => void anvil.exited.then(() => isStopping || resolve())),
    async stop() {
      isStopping = true
      await production.stop()
      sockets.close()
      server.closeAllConnections()
      const closed = once(server, 'close')
      server.close()
      await closed
      await anvil.stop()
    },
  }
}

async function listen(server: Server, { host, port }: Options): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the HTTP server has no port')
  return address.port
}
