import type { Address, Hex } from 'viem'
import { useClient } from '@/components/app'
import type { Client } from '@/components/client'
import { Failure } from '@/lib/base/failure'
import { hexSchema } from '@/lib/base/hex-schemas'
import type { NetworkId } from '@/lib/base/network-id'

/** One call of a contract at the newest sealed block; `null` where it answers nothing that can be read. */
export type CallContract = (to: Address, data: Hex) => Promise<Hex | null>

export function useCallContract(networkId: NetworkId | undefined): CallContract {
  const client = useClient()
  return async (to, data) => (networkId === undefined ? null : callContract(client, networkId, to, data))
}

async function callContract(client: Client, networkId: NetworkId, to: Address, data: Hex): Promise<Hex | null> {
  const { results } = await client.call('chain.read', {
    networkId,
    calls: [{ method: 'eth_call', params: [{ to, data }, 'latest'] }],
  })
  const [answer] = results
  if (answer === undefined) return null
  if (!answer.ok) {
    // The contract said no, which is an answer; everything else is a failure to ask.
    if (answer.failure.code === 'would-revert') return null
    throw new Failure(answer.failure.code, answer.failure.details)
  }
  const read = hexSchema.safeParse(answer.result)
  return read.success ? read.data : null
}
