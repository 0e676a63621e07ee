import {
  type Address,
  concatHex,
  type Hash,
  type Hex,
  keccak256,
  numberToHex,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Receipt } from './anvil-schema.ts'
import type { Chain } from './chain.ts'
import type { Events } from './events.ts'
import type { Levels } from './levels.ts'
import type { Mempool, MempoolTransaction } from './mempool.ts'

/**
 * A provider's promise to include a transaction. Hashes, digests and signatures are hex without `0x`; amounts are
 * decimal wei; timestamps are Unix milliseconds.
 * @see https://docs.primev.xyz, "FAST RPC API", and `bidderapi.proto` of primev/mev-commit
 */
export interface Commitment {
  tx_hashes: string[]
  bid_amount: string
  /** The block that the provider commits to. */
  block_number: number
  received_bid_digest: string
  received_bid_signature: string
  commitment_digest: string
  commitment_signature: string
  /** With `0x` and checksum. */
  provider_address: string
  decay_start_timestamp: number
  decay_end_timestamp: number
  dispatch_timestamp: number
}

/** The commitments of a network's block builders. */
export interface Commitments {
  /** Every builder commits to what the next block would include and it has not committed to yet. */
  round(): Promise<void>
  /** Returns the commitments to a transaction, oldest first; undefined when it was never sent here. */
  of(hash: Hash): Commitment[] | undefined
  /** Returns the receipt that is told before the block is sealed; its block hash is zero. */
  receipt(hash: Hash): Receipt | undefined
  /** Returns the fictitious block that contains only this transaction, while there is such a receipt. */
  block(hash: Hash): (Record<string, unknown> & { transaction: MempoolTransaction }) | undefined
  /** Returns how many transactions of this sender wait with the nonces that follow its count. */
  queued(address: Address, count: bigint): bigint
}

const bidder = privateKeyToAccount(keccak256(stringToHex('preview network bidder')))
const builders = ['alpha', 'beta', 'gamma'].map(name =>
  privateKeyToAccount(keccak256(stringToHex(`preview network builder ${name}`))),
)
const bidWei = 1_000_000_000_000n
const slotMs = 12_000
const emptyBloom: Hex = `0x${'0'.repeat(512)}`

/** @param now returns Unix milliseconds */
export function createCommitments(parts: {
  chain: Chain
  mempool: Mempool
  levels: Levels
  events: Events
  now(): number
}): Commitments {
  const { chain, mempool, levels } = parts
  const known = new Map<Hash, { block: bigint; list: Commitment[] }>()

  parts.events.on(event => {
    if (event.kind === 'reset') known.clear()
    if (event.kind !== 'sealed') return
    // A commitment to this block that was not kept is worth nothing any more.
    const sealed = BigInt(event.block.number)
    const included = new Set(event.receipts.map(({ transactionHash }) => transactionHash))
    for (const [hash, { block }] of known)
      if (block === sealed && !included.has(hash)) levels.lost(hash, 'preconfirmedAt')
  })

  /** The transaction, while a commitment to a block that is not sealed holds. */
  function promised(hash: Hash): { transaction: MempoolTransaction; block: bigint } | undefined {
    const block = known.get(hash)?.block ?? 0n
    const transaction = mempool.get(hash)
    return transaction === undefined || block <= chain.head.number ? undefined : { transaction, block }
  }

  return {
    async round() {
      let waiting: MempoolTransaction[] = []
      let block = 0n
      await chain.workshop.alone(async () => {
        waiting = (await chain.workshop.candidates()).flatMap(({ transaction }) => transaction ?? [])
        block = chain.head.number + 1n
        return []
      })
      for (const { hash } of waiting) {
        const before = known.get(hash)
        if (before?.block === block) continue
        const fresh = await Promise.all(builders.map(builder => commitment(builder, hash, block, parts.now())))
        known.set(hash, { block, list: [...(before?.list ?? []), ...fresh] })
        if (mempool.get(hash) === undefined) continue
        levels.reached(hash, 'preconfirmedAt')
        parts.events.emit({ kind: 'promised', hash, block })
      }
    },
    of: hash => known.get(hash)?.list ?? (mempool.get(hash) === undefined ? undefined : []),
    receipt(hash) {
      const found = promised(hash)
      return found === undefined ? undefined : earlyReceipt(found.transaction, found.block)
    },
    block(hash) {
      const found = promised(hash)
      return found === undefined ? undefined : { ...fictitiousBlock(hash, found.block), transaction: found.transaction }
    },
    queued(address, count) {
      let next = count
      while (mempool.at(address, next) !== undefined) next += 1n
      return next - count
    },
  }
}

async function commitment(
  builder: (typeof builders)[number],
  hash: Hash,
  block: bigint,
  now: number,
): Promise<Commitment> {
  const bid = keccak256(concatHex([hash, numberToHex(bidWei, { size: 32 }), numberToHex(block, { size: 32 })]))
  const bidSignature = await bidder.sign({ hash: bid })
  const digest = keccak256(concatHex([bid, bidSignature]))
  return {
    tx_hashes: [bare(hash)],
    bid_amount: String(bidWei),
    block_number: Number(block),
    received_bid_digest: bare(bid),
    received_bid_signature: bare(bidSignature),
    commitment_digest: bare(digest),
    commitment_signature: bare(await builder.sign({ hash: digest })),
    provider_address: builder.address,
    decay_start_timestamp: now,
    decay_end_timestamp: now + slotMs,
    dispatch_timestamp: now,
  }
}

function bare(hex: Hex): string {
  return hex.slice(2)
}

/** What FAST RPC tells before inclusion: nothing has been executed, so gas and logs are empty. */
function earlyReceipt({ hash, from, body }: MempoolTransaction, block: bigint): Receipt {
  return {
    type: String(body.type),
    status: '0x1',
    transactionHash: hash,
    transactionIndex: '0x0',
    blockHash: zeroHash,
    blockNumber: numberToHex(block),
    from,
    to: null,
    contractAddress: zeroAddress,
    gasUsed: '0x0',
    cumulativeGasUsed: '0x1',
    effectiveGasPrice: '0x0',
    logsBloom: emptyBloom,
    logs: [],
  }
}

function fictitiousBlock(hash: Hash, block: bigint): Record<string, unknown> {
  return {
    number: numberToHex(block),
    hash,
    parentHash: zeroHash,
    nonce: '0x0000000000000000',
    sha3Uncles: zeroHash,
    logsBloom: emptyBloom,
    transactionsRoot: zeroHash,
    stateRoot: zeroHash,
    miner: zeroAddress,
    difficulty: '0x0',
    totalDifficulty: '0x0',
    size: '0x0',
    extraData: '0x',
    gasLimit: '0x0',
    gasUsed: '0x0',
    timestamp: '0x0',
    baseFeePerGas: '0x0',
    withdrawals: null,
  }
}
