import { type Address, concatHex, encodeDeployData, getCreate2Address, zeroHash } from 'viem'
import { create2Deployer } from '../preview-network/contracts/addresses.ts'
import { buildContracts } from '../preview-network/contracts/compile.ts'
import type { Chain, Sender } from './chain.ts'

/**
 * Puts a second token on the chain that has every word of the test dollar and is worth nothing to anybody: same code,
 * same name, same symbol, another administrator, another address.
 */
export async function deployLookAlike({ client }: Chain, sender: Sender): Promise<Address> {
  const token = (await buildContracts()).contracts.TestDollar
  if (token === undefined) throw new Error('there is no test dollar to copy')
  const bytecode = encodeDeployData({ ...token, args: [sender.address] })
  const address = getCreate2Address({ from: create2Deployer, salt: zeroHash, bytecode })
  const present = await client.getCode({ address, blockTag: 'pending' })
  if (present === undefined) await sender.send({ to: create2Deployer, data: concatHex([zeroHash, bytecode]) })
  return address
}
