import type { Address, Hex } from 'viem'
import { type Anvil, startAnvil } from './anvil.ts'
import { minimumBaseFee } from './base-fee.ts'
import { type Contracts, deployContracts } from './contracts/index.ts'
import { faucetAddress, faucetFunds } from './faucet-sender.ts'
import { l1Block, l1BlockStorage } from './l1-fee.ts'
import { pricesOf } from './modes.ts'
import type { Options } from './options.ts'
import { RpcError } from './rpc-error.ts'
import { systemPredeploys } from './system-transactions.ts'

/** The recipient of the sequencer's fees on the real network. */
const feeVault: Address = '0x4200000000000000000000000000000000000011'

const gasPriceOracle: Address = '0x420000000000000000000000000000000000000F'
/** Answers every call with zero: what the fee oracle says where publishing to layer 1 is free. */
const zeroCode: Hex = '0x600060005260206000f3'

/** An Anvil with everything a network begins with, and the addresses of the contracts on it. */
export interface World {
  anvil: Anvil
  contracts: Contracts
}

/** Makes worlds, no two of which have the same genesis. */
export interface Worlds {
  create(): Promise<World>
  /**
   * Returns a world that goes on from a saved one.
   * @param dump Anvil's dump of its state
   */
  restore(dump: string, contracts: Contracts): Promise<World>
}

export function createWorlds(options: Options): Worlds {
  let lastGenesis = 0

  /** Unix seconds; a genesis differs from others by its time alone. */
  function genesisTime(): number {
    lastGenesis = Math.max(Math.floor(Date.now() / 1000) - 1, lastGenesis + 1)
    return lastGenesis
  }

  async function started<T>(work: (anvil: Anvil) => Promise<T>): Promise<T> {
    const anvil = await startAnvil([...anvilOptions(options), '--timestamp', String(genesisTime())], options.anvil)
    try {
      await anvil.request('anvil_setCoinbase', [feeVault])
      return await work(anvil)
    } catch (error) {
      await anvil.stop()
      throw error
    }
  }

  return {
    create: () =>
      started(async anvil => {
        const contracts = await deployContracts(anvil)
        await placePredeploys(anvil, options)
        return { anvil, contracts }
      }),
    restore: (dump, contracts) =>
      started(async anvil => {
        await anvil.request('anvil_loadState', [dump])
        return { anvil, contracts }
      }),
  }
}

function anvilOptions({ chainId, traits }: Options): string[] {
  return [
    ...(traits.isOpStack ? ['--network', 'optimism', '--hardfork', 'isthmus'] : ['--hardfork', 'prague']),
    ...['--chain-id', String(chainId)],
    // The gateway checks funds: it knows of money that arrived in the same partial block.
    ...['--no-mining', '--order', 'fifo', '--disable-pool-balance-checks', '--disable-min-priority-fee'],
    ...['--gas-limit', '400000000', '--block-base-fee-per-gas', String(minimumBaseFee), '--accounts', '1'],
    // The states of this many blocks stay in memory; none is written to disk.
    ...['--prune-history', '512', '--no-cors'],
  ]
}

async function placePredeploys(anvil: Anvil, { traits }: Options): Promise<void> {
  const setCode = (address: Address, code: Hex) => ({ method: 'anvil_setCode', params: [address, code] })
  const oracle = traits.l1Prices === undefined ? [setCode(gasPriceOracle, traits.isOpStack ? zeroCode : '0x')] : []
  const ofStack = traits.isOpStack
    ? [
        ...systemPredeploys.map(({ address, code }) => setCode(address, code)),
        ...l1BlockStorage(pricesOf(traits)).map(([slot, value]) => ({
          method: 'anvil_setStorageAt',
          params: [l1Block, slot, value],
        })),
      ]
    : [setCode(l1Block, '0x')]
  const outcomes = await anvil.batch([
    ...ofStack,
    ...oracle,
    { method: 'anvil_setBalance', params: [faucetAddress, `0x${faucetFunds.toString(16)}`] },
  ])
  for (const outcome of outcomes) if (outcome instanceof RpcError) throw outcome
  // The state to which blocks are rolled back must contain all this.
  await anvil.request('evm_mine', [])
}
