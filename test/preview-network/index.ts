import type { Hash } from 'viem'
import { createClock } from './clock.ts'
import { createService } from './composition.ts'
import type { Contracts } from './contracts/index.ts'
import type { Faults } from './faults.ts'
import type { LevelSpan } from './levels.ts'
import { type GivenOptions, optionsSchema } from './options.ts'
import { startProduction } from './production.ts'
import { startSaving } from './saving.ts'
import { serve } from './server.ts'
import { createStore } from './store.ts'
import { createWorlds, type World } from './world.ts'

export interface PreviewNetwork {
  chainId: number
  rpcUrl: string
  wsUrl: string
  /** What the faucet's path is appended to. */
  faucetUrl: string
  explorerUrl: string
  contracts: Contracts
  faults: Faults
  /** How long a transaction was accepted, pre-confirmed and sealed, by the network's own record. */
  levelsOf(hash: Hash): LevelSpan[]
  /** Settles with the reason when the network has ended on its own, after which nothing works any more. */
  failed: Promise<unknown>
  stop(): Promise<void>
}

/** Starts the whole network in this process, with Anvil as its child. */
export async function startPreviewNetwork(given: GivenOptions = {}): Promise<PreviewNetwork> {
  const options = optionsSchema.parse(given)
  const store = options.dir === undefined ? undefined : createStore(options.dir)
  const saved = await store?.load(options.chainId)
  const worlds = createWorlds(options)
  let world = await (saved === undefined ? worlds.create() : worlds.restore(saved.anvil, saved.contracts))
  let fail: ((reason: unknown) => void) | undefined
  const failed = new Promise<unknown>(resolve => {
    fail = resolve
  })
  const watch = ({ anvil }: World) =>
    void anvil.exited.then(() => world.anvil === anvil && fail?.(new Error('Anvil has ended')))
  watch(world)

  try {
    const clock = createClock()
    const service = await createService(options, clock, world.anvil, async () => {
      world = await worlds.create()
      watch(world)
      return world.anvil
    })
    // The head is then a block like all that follow, not one of those in which the contracts were deployed.
    if (saved === undefined) await service.chain.seal()
    for (const raw of saved?.waiting ?? []) await service.submit(raw).catch(() => undefined)
    const saving =
      store === undefined
        ? undefined
        : startSaving(
            service,
            store,
            () => world.contracts,
            reason => fail?.(reason),
          )
    const server = await serve(service, clock, world.contracts)
    const production = startProduction(service, reason => fail?.(reason))
    const { port, host } = server
    const url = `http://${host}:${port}`
    return {
      chainId: options.chainId,
      rpcUrl: url,
      wsUrl: `ws://${host}:${port}/ws`,
      faucetUrl: url,
      explorerUrl: `${url}/explorer`,
      contracts: world.contracts,
      faults: service.faults,
      levelsOf: service.levels.spansOf,
      failed,
      async stop() {
        fail = undefined
        await production.stop()
        await server.close()
        await saving?.stop()
        await world.anvil.stop()
      },
    }
  } catch (error) {
    fail = undefined
    await world.anvil.stop()
    throw error
  }
}
