import { type Address, encodeAbiParameters, type Hex, type LocalAccount } from 'viem'
import { toEventSelector } from 'viem/utils'
import type { NetworkFixture } from './network-fixture'

const transfer = toEventSelector('Transfer(address,address,uint256)')
/** Loops over its second argument and emits `Transfer(msg.sender, first argument, 5)` each time. */
const runtime: Hex = `0x6020355b8015603f576005600052600035337f${transfer.slice(2)}60206000a3600190036003565b00`
const creation: Hex = `0x60${(runtime.length / 2 - 1).toString(16)}8060093d393df3${runtime.slice(2)}`

/** A contract that is no token and emits the `Transfer` logs of one. Returns the function that makes it emit. */
export async function deployForger(
  network: NetworkFixture,
  owner: LocalAccount,
): Promise<(to: Address, times: number) => Promise<void>> {
  const { chainId, nonceOf, submit, send } = network
  const fees = { maxFeePerGas: 10n ** 8n, maxPriorityFeePerGas: 10n ** 6n, gas: 3_000_000n }
  const nonce = await nonceOf(owner.address)
  const deployed = await submit(
    await owner.signTransaction({ type: 'eip1559', chainId, nonce, data: creation, ...fees }),
  )
  const forger = deployed.contractAddress
  if (forger == null) throw new Error('nothing was deployed')
  return async (to, times) => {
    const data = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [to, BigInt(times)])
    await send(owner, { to: forger, data })
  }
}
