import { type Address, createPublicClient, type Hex, http } from 'viem'
import { prescribedAddresses } from './addresses.ts'
import { startPlainAnvil } from './plain-anvil.ts'

/**
 * Runtime code of Permit2 and Multicall3, as they stand on public chains. The Anvil binary carries both in one of its
 * built-in genesis states, so they are read from there: nothing third-party has to be copied into the project.
 */
export async function readCanonicalCode(): Promise<{ permit2: Hex; multicall3: Hex }> {
  const anvil = await startPlainAnvil(['--tempo'])
  try {
    const client = createPublicClient({ transport: http(anvil.url) })
    const codeAt = async (address: Address): Promise<Hex> => {
      const code = await client.getCode({ address })
      if (code === undefined) throw new Error(`this version of Anvil carries no code for ${address}`)
      return code
    }
    return {
      permit2: await codeAt(prescribedAddresses.permit2),
      multicall3: await codeAt(prescribedAddresses.multicall3),
    }
  } finally {
    await anvil.stop()
  }
}
