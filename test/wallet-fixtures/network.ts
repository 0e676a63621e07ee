import { setTimeout } from 'node:timers/promises'
import type { Address, Hash } from 'viem'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { NoWalletError } from './errors.ts'

/** Milliseconds between two looks at the record of the network, which runs in this process. */
const lookEveryMs = 10

/** The chain of a test worker, and what a test has it do. */
export interface TestNetwork extends PreviewNetwork {
  /**
   * Gives 0.1 ether, and waits until it is pre-confirmed.
   * @param address by default the wallet's first account
   */
  drip(address?: Address): Promise<Hash>
  /** Withdraws a pre-confirmation: the transaction waits in the mempool until `include`. */
  withdraw(hash: Hash): Promise<void>
  /** Lets a withdrawn transaction back into the block being built, and waits until it is there. */
  include(hash: Hash): Promise<void>
  /** Seals the block being built, whatever the clock says. */
  seal(): Promise<void>
  /** Replaces the last sealed blocks by others without their transactions, which wait again. */
  reorganise(blocks: number): Promise<void>
}

/**
 * @param addressOf returns the wallet's first account, if there is one
 */
export function createTestNetwork(network: PreviewNetwork, addressOf: () => Address | undefined): TestNetwork {
  return {
    ...network,
    async drip(address = addressOf()) {
      if (address === undefined) throw new NoWalletError('network.drip() without an address')
      const hash = await network.faucet.drip(address)
      await included(network, hash)
      return hash
    },
    async withdraw(hash) {
      const { withheld } = network.faults.current
      // At the next step it would be back, perhaps before anyone saw that it was gone.
      if (withheld !== 'all') network.faults.set({ withheld: [...withheld, hash] })
      await network.faults.revoke(hash, 'waiting')
    },
    async include(hash) {
      const { withheld } = network.faults.current
      if (withheld !== 'all') network.faults.set({ withheld: withheld.filter(each => each !== hash.toLowerCase()) })
      await included(network, hash)
    },
    seal: network.faults.seal,
    reorganise: blocks => network.faults.reorganise(blocks, 'waiting'),
  }
}

/** Resolves once the chain's own record has the transaction in a block, sealed or being built. */
async function included({ levelsOf }: PreviewNetwork, hash: Hash): Promise<void> {
  const isIncluded = () => levelsOf(hash).some(({ level, until }) => level !== 'acceptedAt' && until === undefined)
  while (!isIncluded()) await setTimeout(lookEveryMs)
}
