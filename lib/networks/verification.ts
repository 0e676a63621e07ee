import type { Hash } from 'viem'
import type { NetworkEntry } from '@/lib/database/records'
import { parseResult, type RpcRequest } from '@/lib/rpc/envelope'
import { RpcError } from '@/lib/rpc/errors'
import { type BlockReply, blockNumberReply, blockReply, chainIdReply } from '@/lib/rpc/schemas'
import type { BatchItem } from '@/lib/rpc/types'
import { toQuantity } from '@/lib/values/hex'
import { type Epochs, type Landmarks, unknownGenesis } from './epochs'

/** Sends the calls of a verification to the endpoint, over HTTP or over its socket. */
export type Ask = (calls: readonly RpcRequest[]) => Promise<BatchItem[]>

/** What an endpoint says of its chain. */
export interface Identity {
  chainId: number
  /** Hash of block 0; `null` where the endpoint does not give it. */
  genesis: Hash | null
  height: bigint
  /** The block `finalized`. */
  final: { number: bigint; hash: Hash } | null
  /** Hash of its block at the height of the remembered checkpoint. */
  checkpoint: Hash | null
}

/** Blocks. Without a genesis, a height that fell by more than this shows a restart. */
const deepestReorganisation = 256n

/**
 * Verifies that an endpoint serves the chain of its network, before its other answers count (invariant 11), and notices
 * a restart.
 *
 * Another genesis, or another block at a height that was final, is a restart only on a test network, and only if no
 * other endpoint still has the old chain. In all other cases the endpoint serves a wrong chain.
 * @throws RpcError `wrong-chain` | `unavailable` (behind a block that was final), or what a call failed with
 */
export async function verify(dependencies: {
  network: NetworkEntry
  epochs: Epochs
  ask: Ask
  /** The identities of the other endpoints that answer. */
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
  if (!isAnother(identity, known)) throw new RpcError('unavailable', 'The endpoint is behind what was final already')
  // One answer may be of a backend that is not the chain's.
  const again = testing && !isContradicted ? await readIdentity(ask, known) : identity
  if (again !== identity && again.chainId === chainId && continues(again, known)) return
  if (testing && !isContradicted) {
    // The verification of another endpoint may have recorded the restart meanwhile.
    if (epochs.current(chainId) === epoch) await epochs.restart(chainId, landmarksOf(identity, null))
    return
  }
  throw new RpcError('wrong-chain', `The endpoint serves another chain that calls itself ${chainId}`)
}

/** @returns whether the identity is compatible with the remembered chain */
function continues(identity: Identity, known: Landmarks): boolean {
  const { genesis, height, checkpoint } = identity
  const isGenesisKnown = genesis !== null && known.genesisHash !== unknownGenesis
  if (isGenesisKnown && genesis !== known.genesisHash) return false
  // An endpoint above the checkpoint that has no block at it keeps no old blocks.
  if (known.checkpoint && checkpoint !== null) return checkpoint === known.checkpoint.hash
  if (known.checkpoint && height < known.checkpoint.number)
    return height + deepestReorganisation >= known.checkpoint.number
  return isGenesisKnown || height + deepestReorganisation >= known.highestBlock
}

/** @returns whether it has another first block, or another one at the height that was final; without both, whether it fell far */
function isAnother({ genesis, checkpoint }: Identity, known: Landmarks): boolean {
  const isGenesisKnown = genesis !== null && known.genesisHash !== unknownGenesis
  if (isGenesisKnown && genesis !== known.genesisHash) return true
  return checkpoint === null ? !isGenesisKnown : checkpoint !== known.checkpoint?.hash
}

function landmarksOf({ genesis, height, final }: Identity, known: Landmarks | null): Landmarks {
  const genesisHash = genesis ?? known?.genesisHash ?? unknownGenesis
  const highestBlock = known !== null && known.highestBlock > height ? known.highestBlock : height
  // A final block above the head is impossible, and as a checkpoint would refuse every honest answer after it.
  const isPossible = final !== null && final.number > 0n && final.number <= height
  const checkpoint = isPossible ? final : known?.checkpoint
  return checkpoint ? { genesisHash, highestBlock, checkpoint } : { genesisHash, highestBlock }
}

/** @throws RpcError where the endpoint does not give its chain id and height */
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

/** @returns the block; `null` where it was refused or fails its schema, since only chain id and height are required */
function blockOf(item: BatchItem | undefined): BlockReply | null {
  if (!item?.ok) return null
  const parsed = blockReply.safeParse(item.result)
  return parsed.success ? parsed.data : null
}
