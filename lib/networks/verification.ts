import type { Hash } from 'viem'
import type { NetworkEntry } from '@/lib/database/records'
import { parseResult, type RpcRequest } from '@/lib/rpc/envelope'
import { RpcError } from '@/lib/rpc/errors'
import { type BlockReply, blockNumberReply, blockReply, chainIdReply } from '@/lib/rpc/schemas'
import type { BatchItem } from '@/lib/rpc/types'
import { toQuantity } from '@/lib/values/hex'
import { type Epochs, type Landmarks, unknownGenesis } from './epochs'

/** How the calls of a verification reach the endpoint in question: over HTTP or over its socket. */
export type Ask = (calls: readonly RpcRequest[]) => Promise<BatchItem[]>

/** What an endpoint claims to be. */
export interface Identity {
  chainId: number
  /** `null` where it does not show its first block. */
  genesis: Hash | null
  height: bigint
  /** The newest block it calls final. */
  final: { number: bigint; hash: Hash } | null
  /** The block it has at the height of the remembered checkpoint. */
  checkpoint: Hash | null
}

/** A chain without a readable genesis restarted if its height fell by more than any reorganisation does. */
const deepestReorganisation = 256n

/**
 * Makes sure that an endpoint serves the chain it is listed for, before anything else it says is believed (invariant 11), and notices a restart.
 *
 * A known chain id with another genesis, or another block where one was final, is a restart only on a network for testing, and only if no other
 * endpoint still shows the old chain; anywhere else it is a lie.
 * @throws RpcError `wrong-chain`, `unavailable` (behind what was final), or what the call itself failed with
 */
export async function verify(dependencies: {
  network: NetworkEntry
  epochs: Epochs
  ask: Ask
  /** What the other endpoints of the network are, as far as they answer. */
  otherIdentities(): Promise<Identity[]>
}): Promise<void> {
  const { network, epochs, ask, otherIdentities } = dependencies
  const { chainId, testing } = network
  const known = epochs.landmarks(chainId)
  const epoch = epochs.current(chainId)
  const identity = await readIdentity(ask, known)
  if (identity.chainId !== chainId)
    throw new RpcError('wrong-chain', `The endpoint serves chain ${identity.chainId}, not ${chainId}`)
  if (known === null || continues(identity, known)) {
    await epochs.remember(chainId, landmarksOf(identity, known))
    return
  }
  const others = testing ? await otherIdentities() : []
  const isContradicted = others.some(other => other.chainId === chainId && continues(other, known))
  if (testing && !isContradicted) {
    // Another endpoint may have brought the same news while this one asked around.
    if (epochs.current(chainId) === epoch) await epochs.restart(chainId, landmarksOf(identity, null))
    return
  }
  if (identity.genesis === known.genesisHash && identity.checkpoint === null)
    throw new RpcError('unavailable', 'The endpoint is behind what was final already')
  throw new RpcError('wrong-chain', `The endpoint serves another chain that calls itself ${chainId}`)
}

/** Whether an endpoint can be showing the chain that is remembered. */
function continues(identity: Identity, known: Landmarks): boolean {
  const { genesis, height, checkpoint } = identity
  const isGenesisKnown = genesis !== null && known.genesisHash !== unknownGenesis
  if (isGenesisKnown && genesis !== known.genesisHash) return false
  // A block above the checkpoint without one at it: an endpoint that keeps no old blocks.
  if (known.checkpoint && (checkpoint !== null || height < known.checkpoint.number))
    return checkpoint === known.checkpoint.hash
  return isGenesisKnown || height + deepestReorganisation >= known.highestBlock
}

function landmarksOf({ genesis, height, final }: Identity, known: Landmarks | null): Landmarks {
  const genesisHash = genesis ?? known?.genesisHash ?? unknownGenesis
  const highestBlock = known !== null && known.highestBlock > height ? known.highestBlock : height
  // A final block above the head it is final under would be held against every honest answer after it.
  const isPossible = final !== null && final.number > 0n && final.number <= height
  const checkpoint = isPossible ? final : known?.checkpoint
  return checkpoint ? { genesisHash, highestBlock, checkpoint } : { genesisHash, highestBlock }
}

/** @throws RpcError when the endpoint does not say which chain it serves and how high it is */
export async function readIdentity(ask: Ask, known: Landmarks | null): Promise<Identity> {
  const checkpointAt = known?.checkpoint?.number
  const [chainId, height, first, final, checkpoint] = await ask([
    { method: 'eth_chainId', params: [] },
    { method: 'eth_blockNumber', params: [] },
    blockAt('0x0'),
    blockAt('finalized'),
    ...(checkpointAt === undefined ? [] : [blockAt(toQuantity(checkpointAt))]),
  ])
  const finalBlock = blockOf(final)
  return {
    chainId: parseResult('eth_chainId', resultOf(chainId), chainIdReply),
    height: parseResult('eth_blockNumber', resultOf(height), blockNumberReply),
    genesis: blockOf(first)?.hash ?? null,
    final:
      finalBlock !== null && finalBlock.number !== null && finalBlock.hash !== null
        ? { number: finalBlock.number, hash: finalBlock.hash }
        : null,
    checkpoint: blockOf(checkpoint)?.hash ?? null,
  }
}

function blockAt(block: string): RpcRequest {
  return { method: 'eth_getBlockByNumber', params: [block, false] }
}

function resultOf(item: BatchItem | undefined): unknown {
  if (!item?.ok) throw item?.error ?? new RpcError('invalid-reply', 'The endpoint left a call unanswered')
  return item.result
}

/** What is refused or has no shape is as good as not there: only the chain id and the height must come. */
function blockOf(item: BatchItem | undefined): BlockReply | null {
  if (!item?.ok) return null
  const parsed = blockReply.safeParse(item.result)
  return parsed.success ? parsed.data : null
}
