import type { Address } from 'viem'
import { type Anvil, startAnvil } from './anvil.ts'
import { minimumBaseFee } from './base-fee.ts'
import { type Contracts, deployContracts } from './contracts/index.ts'
import { faucetAddress, faucetFunds } from './faucet.ts'
import { l1Block, l1BlockStorage } from './l1-fee.ts'
import type { Options } from './options.ts'
import { RpcError } from './rpc-error.ts'
import { systemPredeploys } from './system-transactions.ts'

/** Where the sequencer's fees go on the real network. */
const feeVault: Address = '0x4200000000000000000000000000000000000011'

/** An Anvil on which everything stands that a network begins with, and where the contracts are. */
export interface World {
  anvil: Anvil
  contracts: Contracts
}

/** Makes worlds, no two of which have the same genesis. */
export interface Worlds {
  create(): Promise<World>
  restore(dump: string, contracts: Contracts): Promise<World>
}

export function createWorlds(options: Options): Worlds {
  let lastGenesis = 0

  function genesisTime(): number {
    // The genesis differs by its time alone.
    lastGenesis = Math.max(Math.floor(Date.now() / 1000) - 1, lastGenesis + 1)
    return lastGenesis
  }

  async function started<T>(work: (anvil: Anvil) => Promise<T>): Promise<T> {
    const anvil = await startAnvil([...anvilOptions(options), '--timestamp', String(genesisTime())])
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
        await placePredeploys(anvil)
        return { anvil, contracts }
      }),
    restore: (dump, contracts) =>
      started(async anvil => {
        await anvil.request('anvil_loadState', [dump])
        return { anvil, contracts }
      }),
  }
}

function anvilOptions({ chainId }: Options): string[] {
  return [
    ...['--network', 'optimism', '--hardfork', 'isthmus', '--chain-id', String(chainId)],
    // Funds are judged by the gateway, which knows of money that arrived in the same partial block.
    ...['--no-mining', '--order', 'fifo', '--disable-pool-balance-checks', '--disable-min-priority-fee'],
    ...['--gas-limit', '400000000', '--block-base-fee-per-gas', String(minimumBaseFee), '--accounts', '1'],
    // The states of so many blocks stay in memory, none goes to disk.
    ...['--prune-history', '512', '--no-cors'],
  ]
}

async function placePredeploys(anvil: Anvil): Promise<void> {
  const outcomes = await anvil.batch([
    ...systemPredeploys.map(({ address, code }) => ({ method: 'anvil_setCode', params: [address, code] })),
    ...l1BlockStorage.map(([slot, value]) => ({ method: 'anvil_setStorageAt', params: [l1Block, slot, value] })),
    { method: 'anvil_setBalance', params: [faucetAddress, `0x${faucetFunds.toString(16)}`] },
  ])
  for (const outcome of outcomes) if (outcome instanceof RpcError) throw outcome
  // The state to which blocks are rolled back must hold all this.
  await anvil.request('evm_mine', [])
}
