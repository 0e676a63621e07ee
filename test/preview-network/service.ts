import type { Hash, Hex } from 'viem'
import { type BlockParameter, numberOf, stateAt, type TagOrNumber, type Tags } from './block-parameter.ts'
import type { Chain } from './chain.ts'
import type { Commitments } from './commitments.ts'
import type { Predicate } from './conditions.ts'
import type { Events } from './events.ts'
import type { FaultState } from './faults.ts'
import type { Gate } from './gate.ts'
import type { Levels } from './levels.ts'
import type { Mempool } from './mempool.ts'
import type { Options } from './options.ts'
import type { Tick } from './production.ts'

/** The parts of the running network that methods, subscriptions and routes work with. */
export interface Service {
  readonly options: Options
  readonly chain: Chain
  readonly tags: Tags
  mempool: Mempool
  gate: Gate
  events: Events
  levels: Levels
  faults: FaultState
  /** The builders' commitments; undefined where no builder makes any. */
  commitments: Commitments | undefined
  /** The last ticks, oldest first. */
  ticks: Tick[]
  /**
   * Takes a raw transaction into the mempool.
   * @param conditions without all of which it is not included
   * @throws {RpcError} with the code and words of the refusal
   */
  submit(raw: Hex, conditions?: Predicate[]): Promise<Hash>
}

/** Returns Anvil's answer, asked while no block is being worked on. */
export function read(service: Service, method: string, params: unknown[]): Promise<unknown> {
  return service.gate.read(() => service.chain.anvil.request(method, params))
}

/** Returns Anvil's answer about the state after a block. */
export function readAt(
  service: Service,
  block: BlockParameter | undefined,
  ask: (at: Awaited<ReturnType<typeof stateAt>>) => { method: string; params: unknown[] },
): Promise<unknown> {
  return service.gate.read(async () => {
    const { method, params } = ask(await stateAt(service.chain, block ?? 'latest', service.tags))
    return service.chain.anvil.request(method, params)
  })
}

/** Returns the number of a sealed block, or `open` for the one being built. */
export function blockNumber(service: Service, block: TagOrNumber): bigint | 'open' {
  return numberOf(service.chain, block, service.tags)
}
