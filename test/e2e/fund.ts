import { type Address, createPublicClient, http } from 'viem'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { expect } from './fixtures.ts'

/** Test money from the network's faucet, for an address that no wallet asked for. */
export async function fund(network: PreviewNetwork, address: Address): Promise<void> {
  const response = await fetch(`${network.faucetUrl}/api/preview/faucet/drip`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  expect(response.ok).toBe(true)
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  await expect.poll(() => chain.getBalance({ address, blockTag: 'pending' })).toBeGreaterThan(0n)
}
