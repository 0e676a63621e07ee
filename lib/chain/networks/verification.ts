import type { Hash } from 'viem'
import { toQuantity } from '@/lib/base/hex'
import { RpcError } from '@/lib/base/rpc/errors'
import { blockNumberReply, blockReply, chainIdReply } from '@/lib/base/rpc/schemas'
import type { BatchItem } from '@/lib/base/rpc/types'
import { parseResult, type RpcRequest } from '@/lib/chain/rpc/envelope'
import type { NetworkEntry } from '@/lib/storage/records'
import { type Claims, type Epochs, type Landmarks, unknownGenesis, unnamedEndpoint } from './epochs'

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
  /** Hashes of its blocks at the heights that were asked for, where it has one. */
  blocks: ReadonlyMap<bigint, Hash>
}

/** Blocks. Without a genesis, a height that fell by more than this shows a restart. */
const deepestReorganisation = 256n
/** Heights that are compared at most, so that many endpoints do not make the verification long. */
const mostHeights = 6

/**
 * Verifies that an endpoint serves the chain of its network, before its other answers count (invariant 11), and notices
 * a restart.
 *
 * What an endpoint says of its chain binds that endpoint. Where endpoints have different blocks at one height, the most
 * of them are believed, and of equally many the one that the person put first.
 *
 * Another genesis, or another block at a height that was final, is a restart only on a test network, and only if no
 * other endpoint still has the old chain. In all other cases the endpoint serves a wrong chain.
 * @throws RpcError `wrong-chain` | `unavailable` (behind a block that was final), or what a call failed with
 */
export async function verify(dependencies: {
  network: NetworkEntry
  /** It is a node for development: what it calls final may be taken back, so that no block of it is a landmark. */
  isDevelopment: boolean
  /** The HTTP address of the endpoint. */
  url: string
  epochs: Epochs
  ask: Ask
  /** The identities of the other endpoints that answer. */
  otherIdentities(heights: readonly bigint[]): Promise<Identity[]>
}): Promise<void> {
  const { network, isDevelopment, url, epochs, ask, otherIdentities } = dependencies
  const { id, chainId, testing } = network
  const epoch = epochs.current(id)
  const claims = epochs.claims(id)
  const known = claims.get(url) ?? (testing ? claims.get(unnamedEndpoint) : undefined)
  const own = isDevelopment && known !== undefined ? { ...known, checkpoint: undefined } : known
  const heights = heightsOf(own, claims)
  const identity = await readIdentity(ask, heights)
  if (isDevelopment) identity.final = null
  if (identity.chainId !== chainId)
    throw new RpcError('wrong-chain', `The endpoint serves chain ${identity.chainId}, not ${chainId}`)
  const self = own === undefined ? 'continues' : compare(identity, own)
  const isSelfContradicting = self === 'other' || self === 'fallen'
  const { backing, opposing } = judge(identity, url, network, claims)
  const landmarks = landmarksOf(identity, isSelfContradicting ? null : (own ?? null))
  const contradicted = isSelfContradicting && own !== undefined ? [own] : opposing.map(({ landmarks }) => landmarks)

  if (testing && contradicted.length > 0) {
    const others = await otherIdentities(heights)
    const isBacked = others.some(other => other.chainId === chainId && contradicted.some(old => goesOn(other, old)))
    if (!isBacked) {
      // One answer may be of a backend that is not the chain's.
      const again = await readIdentity(ask, heights)
      if (again.chainId === chainId && contradicted.some(old => goesOn(again, old))) return
      // The verification of another endpoint may have recorded the restart meanwhile.
      if (epochs.current(id) === epoch) await epochs.restart(id, url, landmarks)
      return
    }
  }
  if (isSelfContradicting || self === 'behind') {
    // The others agree with its present answer: its earlier answer was wrong.
    if (backing > opposing.length) return epochs.remember(id, url, landmarksOf(identity, null))
    if (self === 'behind') throw new RpcError('unavailable', 'The endpoint is behind what was final already')
    throw new RpcError('wrong-chain', `The endpoint serves another chain that calls itself ${chainId}`)
  }
  await epochs.remember(id, url, landmarks)
  const isOutvoted = opposing.length > backing + 1
  const isTied = opposing.length === backing + 1
  if (isOutvoted || (isTied && opposing.some(({ isBefore }) => isBefore)))
    throw new RpcError('wrong-chain', `The endpoint has other blocks than ${opposing[0]?.endpoint}`)
}

/**
 * What an endpoint says now, beside landmarks. `behind`, `fallen`: far below them, with and without a known genesis.
 */
type Comparison = 'same' | 'continues' | 'behind' | 'fallen' | 'other'

function compare(identity: Identity, known: Landmarks): Comparison {
  const { genesis, height, blocks } = identity
  const isGenesisKnown = genesis !== null && known.genesisHash !== unknownGenesis
  if (isGenesisKnown && genesis !== known.genesisHash) return 'other'
  const { checkpoint } = known
  const block = checkpoint === undefined ? undefined : blocks.get(checkpoint.number)
  if (checkpoint !== undefined && block !== undefined) return block === checkpoint.hash ? 'same' : 'other'
  // An endpoint above the checkpoint that has no block at it keeps no old blocks.
  const isBelow = checkpoint !== undefined && height < checkpoint.number
  const expected = isBelow ? checkpoint.number : isGenesisKnown ? 0n : known.highestBlock
  if (height + deepestReorganisation < expected) return isGenesisKnown ? 'behind' : 'fallen'
  return isGenesisKnown && checkpoint === undefined ? 'same' : 'continues'
}

function goesOn(identity: Identity, known: Landmarks): boolean {
  const comparison = compare(identity, known)
  return comparison === 'same' || comparison === 'continues'
}

/** How the other endpoints of the network stand to what this one says. Only blocks count: a height proves nothing. */
function judge(identity: Identity, url: string, { endpoints }: NetworkEntry, claims: Claims) {
  const order = endpoints.map(({ http }) => http)
  const others = [...claims].filter(([endpoint]) => endpoint !== url && order.includes(endpoint))
  const compared = others.map(([endpoint, landmarks]) => ({
    endpoint,
    landmarks,
    isBefore: order.indexOf(endpoint) < order.indexOf(url),
    comparison: compare(identity, landmarks),
  }))
  return {
    backing: compared.filter(({ comparison }) => comparison === 'same').length,
    opposing: compared.filter(({ comparison }) => comparison === 'other'),
  }
}

function heightsOf(own: Landmarks | undefined, claims: Claims): bigint[] {
  const checkpoints = [own, ...claims.values()].flatMap(landmarks => landmarks?.checkpoint?.number ?? [])
  return [...new Set(checkpoints)].slice(0, mostHeights)
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
export async function readIdentity(ask: Ask, heights: readonly bigint[]): Promise<Identity> {
  const [chainId, height, first, final, ...compared] = await ask([
    { method: 'eth_chainId', params: [] },
    { method: 'eth_blockNumber', params: [] },
    blockAt('0x0'),
    blockAt('finalized'),
    ...heights.map(number => blockAt(toQuantity(number))),
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
    blocks: new Map(
      heights.flatMap((number, index) => {
        const hash = blockOf(compared[index])?.hash ?? null
        return hash === null ? [] : [[number, hash] as const]
      }),
    ),
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
function blockOf(item: BatchItem | undefined): ReturnType<typeof blockReply.parse> {
  if (!item?.ok) return null
  const parsed = blockReply.safeParse(item.result)
  return parsed.success ? parsed.data : null
}
