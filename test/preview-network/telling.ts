import { type Hash, type Hex, keccak256, numberToHex, zeroHash } from 'viem'
import { z } from 'zod'
import type { Log, Receipt } from './anvil-schema.ts'
import type { Misbehaviour } from './fault-schema.ts'
import type { UnsealedHash } from './modes.ts'

type Fields = Record<string, unknown>

/** How blocks, receipts, logs and transactions are told to a client, given the faults. */
export interface Telling {
  /** @param block a block object, or the header of a head */
  block(block: Fields): Fields
  receipt(receipt: Receipt): Fields
  log(log: Log): Fields
  transaction(transaction: Fields): Fields
}

const onesHash: Hash = `0x${'f'.repeat(64)}`

/** Returns the block hash that stands for a block that is not sealed. @param hash of the transaction told of */
export function unsealedHash(kind: UnsealedHash, hash: Hash): Hash {
  if (kind === 'ones-hash') return onesHash
  return kind === 'transaction-hash' ? hash : zeroHash
}

/**
 * Returns how things are told now.
 * @param usual the block hash of receipts before sealing, while no fault changes it
 */
export function tellingOf(current: Misbehaviour, usual: UnsealedHash): Telling {
  const { lies, pricing, receiptsWithout } = current
  const unsealed = kindOfUnsealed(current, usual)
  const isTrue = Object.keys(lies).length === 0

  /** The place of a receipt, log or transaction in a block. */
  function place(fields: Fields, transactionHash: Hash | undefined): Fields {
    const { blockHash, blockNumber } = fields
    const isUnsealed = blockHash === zeroHash && transactionHash !== undefined
    const hash = isUnsealed ? unsealedHash(unsealed, transactionHash) : blockHashTold(blockHash, lies)
    return { ...fields, blockHash: hash, blockNumber: blockNumberTold(blockNumber, lies) }
  }

  function log(told: Log): Fields {
    return isTrue && unsealed === 'zero-hash' ? told : place(told, told.transactionHash)
  }

  return {
    log,
    block(block) {
      const legacy = pricing === 'legacy' ? withoutBaseFee(block) : block
      return isTrue ? legacy : blockTold(legacy, lies)
    },
    receipt(receipt) {
      const placed = place(receipt, receipt.transactionHash)
      const told = { ...placed, logs: receipt.logs.map(log), status: statusTold(receipt.status, lies) }
      return Object.fromEntries(Object.entries(told).filter(([name]) => !receiptsWithout.some(field => field === name)))
    },
    // A transaction names no block before that is sealed, whatever receipts do.
    transaction: transaction => (isTrue ? transaction : place(transaction, undefined)),
  }
}

function kindOfUnsealed({ unsealedBlockHash }: Misbehaviour, usual: UnsealedHash): UnsealedHash {
  switch (unsealedBlockHash) {
    case 'usual':
      return usual
    case 'zero':
      return 'zero-hash'
    case 'ones':
      return 'ones-hash'
    case 'transaction':
      return 'transaction-hash'
  }
}

function withoutBaseFee({ baseFeePerGas: _, ...rest }: Fields): Fields {
  return rest
}

const quantity = z.string().regex(/^0x[0-9a-f]+$/i)

function blockTold(block: Fields, lies: Misbehaviour['lies']): Fields {
  const { hash, parentHash, number, timestamp, baseFeePerGas } = block
  return {
    ...block,
    hash: blockHashTold(hash, lies),
    parentHash: blockHashTold(parentHash, lies),
    number: blockNumberTold(number, lies),
    timestamp: shifted(timestamp, lies.timestampOffsetSeconds),
    ...(baseFeePerGas === undefined ? {} : { baseFeePerGas: baseFeeTold(baseFeePerGas, lies) }),
  }
}

/** Returns the hash to tell for a block hash: another one, always the same, where block hashes are lied about. */
function blockHashTold(hash: unknown, lies: Misbehaviour['lies']): unknown {
  const known = z.custom<Hex>(value => typeof value === 'string' && value !== zeroHash).safeParse(hash)
  return lies.blockHashes === true && known.success ? keccak256(known.data) : hash
}

/** Returns the number to tell for a block number; `null` stays. */
export function blockNumberTold(number: unknown, lies: Misbehaviour['lies']): unknown {
  return shifted(number, lies.blockNumberOffset)
}

function shifted(value: unknown, offset: number | undefined): unknown {
  const parsed = quantity.safeParse(value)
  if (offset === undefined || !parsed.success) return value
  const sum = BigInt(parsed.data) + BigInt(offset)
  return numberToHex(sum > 0n ? sum : 0n)
}

/** Returns the base fee to tell, as hex. */
export function baseFeeTold(baseFee: unknown, { baseFee: lie, feeFactor }: Misbehaviour['lies']): Hex {
  const told = lie === undefined ? BigInt(quantity.parse(baseFee)) * BigInt(feeFactor ?? 1) : BigInt(lie)
  return numberToHex(told)
}

function statusTold(status: Hex, { receiptStatus }: Misbehaviour['lies']): Hex {
  if (receiptStatus === undefined) return status
  return receiptStatus === 'success' ? '0x1' : '0x0'
}
