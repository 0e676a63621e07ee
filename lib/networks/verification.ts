import type { Hash } from 'viem'
import type { NetworkEntry } from '@/lib/database/records'
import { type Call, parseResult } from '@/lib/rpc/envelope'
import { RpcError } from '@/lib/rpc/errors'
import { blockNumberReply, blockReply, chainIdReply } from '@/lib/rpc/schemas'
import type { BatchItem } from '@/lib/rpc/types'
import { type Epochs, unknownGenesis } from './epochs'

/** How the calls of a verification reach the endpoint in question: over HTTP or over its socket. */
export type Ask = (calls: readonly Call[]) => Promise<BatchItem[]>

const calls: readonly Call[] = [
  { method: 'eth_chainId', params: [] },
  { method: 'eth_getBlockByNumber', params: ['0x0', false] },
  { method: 'eth_blockNumber', params: [] },
]

/** A chain without a readable genesis restarted if its height fell by more than any reorganisation does. */
const deepestReorganisation = 256n

/**
 * Makes sure that an endpoint serves the chain it is listed for, before anything else it says is believed (invariant 11), and notices a restart.
 *
 * A known chain id with another genesis is a restart only on a network for testing, and only if no other endpoint still shows the old one; anywhere
 * else it is a lie.
 * @throws RpcError `wrong-chain`, or what the call itself failed with
 */
export async function verify(dependencies: {
  network: NetworkEntry
  epochs: Epochs
  ask: Ask
  /** The genesis other endpoints of the network show now, `null` for those that show none. */
  otherGeneses(): Promise<(Hash | null)[]>
}): Promise<void> {
  const { network, epochs, ask, otherGeneses } = dependencies
  const { chainId, testing } = network
  const { served, genesis, height } = await readIdentity(ask)
  if (served !== chainId) throw new RpcError('wrong-chain', `The endpoint serves chain ${served}, not ${chainId}`)
  const known = epochs.genesis(chainId)
  if (known === null || known === unknownGenesis) {
    // Where no genesis can be seen, the height is all there is to go by.
    if (testing && genesis === null && height + deepestReorganisation < epochs.highestBlock(chainId)) {
      await epochs.restart(chainId, unknownGenesis, height)
      return
    }
    await epochs.remember(chainId, genesis ?? unknownGenesis, height)
    return
  }
  if (genesis === null || genesis === known) {
    await epochs.remember(chainId, known, height)
    return
  }
  const others = testing ? await otherGeneses() : [known]
  if (others.includes(known))
    throw new RpcError('wrong-chain', `The endpoint serves another chain that calls itself ${chainId}`)
  // Another endpoint may have brought the same news while this one asked around.
  if (epochs.genesis(chainId) === known) await epochs.restart(chainId, genesis, height)
}

/** What an endpoint claims to be; `genesis` is `null` where it does not show its first block. @throws RpcError */
export async function readIdentity(ask: Ask): Promise<{ served: number; genesis: Hash | null; height: bigint }> {
  const [chainId, first, height] = await ask(calls)
  if (!chainId?.ok) throw chainId?.error ?? new RpcError('invalid-reply', 'The endpoint left a call unanswered')
  if (!height?.ok) throw height?.error ?? new RpcError('invalid-reply', 'The endpoint left a call unanswered')
  return {
    served: parseResult('eth_chainId', chainId.result, chainIdReply),
    genesis: first?.ok ? (parseResult('eth_getBlockByNumber', first.result, blockReply)?.hash ?? null) : null,
    height: parseResult('eth_blockNumber', height.result, blockNumberReply),
  }
}
