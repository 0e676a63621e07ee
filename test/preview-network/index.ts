import type { Address, Hash } from 'viem'
import { createClock } from './clock.ts'
import { createService } from './composition.ts'
import type { Contracts } from './contracts/index.ts'
import { createFaucet, type Faucet } from './faucet.ts'
import type { Faults } from './faults.ts'
import type { LevelSpan } from './levels.ts'
import { type GivenOptions, type Options, parseOptions } from './options.ts'
import { startProduction } from './production.ts'
import { startSaving } from './saving.ts'
import { type Door, openDoor } from './server.ts'
import type { Service } from './service.ts'
import { createStore, type Saved, type Store } from './store.ts'
import { createWorlds, type World, type Worlds } from './world.ts'

export * from './errors.ts'
export type { CommitState } from './events.ts'
export type { Misbehaviour, MisbehaviourChanges } from './fault-schema.ts'
export type { Mode } from './modes.ts'
export type { Contracts, Faults, GivenOptions, LevelSpan }

/** The faucet of a running network, for programs in the same process: without a cooldown. */
export interface FaucetOfNetwork {
  /** Address of the faucet over HTTP, to which `/drip`, `/drip-usdv` and `/status` are appended. */
  url: string
  /**
   * Sends 0.1 ether and returns the hash of the transaction, which waits in the mempool.
   * @throws {FaucetError} when a fault makes the faucet fail
   */
  drip(address: Address): Promise<Hash>
  /**
   * Mints 1000 test dollars and returns the hash of the transaction, which waits in the mempool.
   * @throws {FaucetError} when a fault makes the faucet fail
   */
  dripDollars(address: Address): Promise<Hash>
}

/** A running network. */
export interface PreviewNetwork {
  chainId: number
  /** JSON-RPC over HTTP. */
  rpcUrl: string
  /** JSON-RPC over WebSocket. */
  wsUrl: string
  /** The origin to which the faucet's path is appended. */
  faucetUrl: string
  explorerUrl: string
  contracts: Contracts
  faucet: FaucetOfNetwork
  faults: Faults
  /** Returns how long a transaction was at each level, by the network's own record. */
  levelsOf(hash: Hash): LevelSpan[]
  /** Resolves with the reason when the network has ended on its own. Nothing works after that but `stop`. */
  failed: Promise<unknown>
  /** Ends the network and everything it started. May be called more than once. */
  stop(): Promise<void>
}

/**
 * Starts a network in this process, with Anvil as its child. Any number of networks can run at the same time.
 * Everything ends with `stop`, and when this process ends.
 * @param options see `options.ts`; each has a default
 * @throws {OptionsError} when an option is wrong
 * @throws {PortTakenError} when another program listens on the port
 * @throws {StateError} when the folder holds something else than the state of this network
 * @throws {StateInUseError} when another running network uses the folder
 * @throws {AnvilMissingError} when there is no Anvil
 * @throws {AnvilVersionError} when Anvil is of another version
 * @throws {AnvilStartError} when Anvil does not start
 * @example
 * const { rpcUrl, faucet, faults, stop } = await createPreviewNetwork({ mode: 'shreds' })
 */
export async function createPreviewNetwork(options: GivenOptions = {}): Promise<PreviewNetwork> {
  const parsed = parseOptions(options)
  const ending = createEnding()
  try {
    return await start(parsed, ending)
  } catch (error) {
    await ending.end()
    throw error
  }
}

async function start(options: Options, ending: Ending): Promise<PreviewNetwork> {
  const door = await openDoor(options)
  ending.add(door.close)
  const store = options.dir === undefined ? undefined : createStore(options.dir)
  if (store !== undefined) ending.add(await store.take())
  const saved = await store?.load(options.chainId)
  const failure = createFailure()
  const worlds = await createFollowedWorld(createWorlds(options), saved, failure)
  ending.add(() => worlds.current.anvil.stop())

  const clock = createClock()
  const service = await createService(options, clock, worlds.current.anvil, worlds.renew)
  // The head is then a block like all that follow, not one of those in which the contracts were deployed.
  if (saved === undefined) await service.chain.seal()
  for (const raw of saved?.waiting ?? []) await service.submit(raw).catch(() => undefined)
  if (store !== undefined) ending.add(save(service, store, worlds, failure))
  const { contracts } = worlds.current
  const faucet = createFaucet(service, contracts.testDollar, Date.now)
  door.serve(service, { clock, contracts, faucet })
  ending.add(door.close)
  ending.add(startProduction(service, failure.fail).stop)
  // The first to run: from then on the end of Anvil is intended.
  ending.add(async () => failure.ignore())
  return network(door, service, { contracts, faucet, failed: failure.happened, stop: ending.end })
}

function network(
  { host, port }: Door,
  { options, faults, levels }: Service,
  parts: Pick<PreviewNetwork, 'contracts' | 'failed' | 'stop'> & { faucet: Faucet },
): PreviewNetwork {
  const url = `http://${host}:${port}`
  const { drip, dripDollars } = parts.faucet.forPrograms
  return {
    chainId: options.chainId,
    rpcUrl: url,
    wsUrl: `ws://${host}:${port}/ws`,
    faucetUrl: url,
    explorerUrl: `${url}/explorer`,
    contracts: parts.contracts,
    faucet: { url: `${url}/api/${options.faucetName}/faucet`, drip, dripDollars },
    faults,
    levelsOf: levels.spansOf,
    failed: parts.failed,
    stop: parts.stop,
  }
}

/** What has to be ended, last started first. */
interface Ending {
  add(end: () => Promise<unknown>): void
  end(): Promise<void>
}

function createEnding(): Ending {
  const ends: (() => Promise<unknown>)[] = []
  let ending: Promise<void> | undefined
  const endAll = async () => {
    for (const end of ends.reverse()) await end()
  }
  return {
    add: end => void ends.push(end),
    end() {
      ending ??= endAll()
      return ending
    },
  }
}

/** The first reason for which the network cannot go on. */
interface Failure {
  happened: Promise<unknown>
  fail(reason: unknown): void
  /** Later reasons are none. */
  ignore(): void
}

function createFailure(): Failure {
  let isIgnored = false
  let resolve = (_reason: unknown) => {}
  const happened = new Promise<unknown>(settle => {
    resolve = settle
  })
  return {
    happened,
    fail: reason => {
      if (!isIgnored) resolve(reason)
    },
    ignore() {
      isIgnored = true
    },
  }
}

/** The world that is in use, which a reset replaces. */
interface FollowedWorld {
  readonly current: World
  /** Makes another world the one in use, and returns its Anvil. */
  renew(): Promise<World['anvil']>
}

/** Returns the saved world, or a new one. The end of its Anvil is a failure while it is in use. */
async function createFollowedWorld(worlds: Worlds, saved: Saved | undefined, failure: Failure): Promise<FollowedWorld> {
  let current = await (saved === undefined ? worlds.create() : worlds.restore(saved.anvil, saved.contracts))
  const follow = ({ anvil }: World) =>
    void anvil.exited.then(() => current.anvil === anvil && failure.fail(new Error('Anvil has ended')))
  follow(current)
  return {
    get current() {
      return current
    },
    async renew() {
      current = await worlds.create()
      follow(current)
      return current.anvil
    },
  }
}

/** Saves the state from time to time. Returns the function that saves it for the last time. */
function save(service: Service, store: Store, worlds: FollowedWorld, failure: Failure): () => Promise<void> {
  return startSaving(service, store, () => worlds.current.contracts, failure.fail).stop
}
