import { type Address, type Hex, isHex } from 'viem'
import { z } from 'zod'
import { startAnvil } from '../anvil.ts'
import { prescribedAddresses } from './addresses.ts'

const codeSchema = z.custom<Hex>(value => isHex(value) && value !== '0x', 'this version of Anvil carries no such code')

/**
 * Runtime code of Permit2 and Multicall3, as they stand on public chains. The Anvil binary carries both in one of its
 * built-in genesis states, so they are read from there: nothing third-party has to be copied into the project.
 */
export async function readCanonicalCode(): Promise<{ permit2: Hex; multicall3: Hex }> {
  const anvil = await startAnvil(['--tempo'])
  const codeAt = async (address: Address) => codeSchema.parse(await anvil.request('eth_getCode', [address, 'latest']))
  try {
    const { permit2, multicall3 } = prescribedAddresses
    return { permit2: await codeAt(permit2), multicall3: await codeAt(multicall3) }
  } finally {
    await anvil.stop()
  }
}
