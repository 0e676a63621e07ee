import { type Hash, type Hex, keccak256, toRlp } from 'viem'
import { z } from 'zod'

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/)])
const quantity = z.templateLiteral(['0x', z.string().regex(/^(0|[1-9a-f][0-9a-f]*)$/)])
const word = hex.refine(value => value.length === 66)

const rest = {
  hash: word,
  sha3Uncles: word,
  nonce: z.literal('0x0000000000000000'),
  logsBloom: hex.refine(value => value.length === 514),
  transactionsRoot: word,
  stateRoot: word,
  receiptsRoot: word,
  miner: hex.refine(value => value.length === 42),
  difficulty: z.literal('0x0'),
  parentHash: word,
  mixHash: word,
  extraData: hex,
  size: quantity,
  gasLimit: quantity,
  gasUsed: quantity,
  timestamp: quantity,
  uncles: z.tuple([]),
  withdrawals: z.tuple([]),
  withdrawalsRoot: word,
  baseFeePerGas: quantity,
  blobGasUsed: quantity,
  excessBlobGas: quantity,
  parentBeaconBlockRoot: word,
  requestsHash: word,
}

/** Every field of the block table, with its kind. */
export const blockSchema = z.looseObject({ number: quantity, ...rest, transactions: z.array(z.unknown()) })
/** The fields of the table that a `newHeads` notification has. */
export const headSchema = blockSchema.omit({ transactions: true, uncles: true })

export type Block = z.infer<typeof blockSchema>
/** A block without its transactions. */
export type Head = z.infer<typeof headSchema>

/** The header of a block, field by field as it is encoded (Ethereum yellow paper, EIP-1559, 4895, 4844, 4788, 7685). */
export function headerFields(block: Head): Hex[] {
  const number = (value: string): Hex => {
    const digits = BigInt(value).toString(16)
    return value === '0x0' ? '0x' : `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`
  }
  return [
    ...[block.parentHash, block.sha3Uncles, block.miner, block.stateRoot, block.transactionsRoot, block.receiptsRoot],
    ...[block.logsBloom, number(block.difficulty), number(block.number), number(block.gasLimit)],
    ...[number(block.gasUsed), number(block.timestamp), block.extraData, block.mixHash, block.nonce],
    ...[number(block.baseFeePerGas), block.withdrawalsRoot, number(block.blobGasUsed), number(block.excessBlobGas)],
    ...[block.parentBeaconBlockRoot, block.requestsHash],
  ]
}

/** The hash of a block, from its fields. */
export function blockHash(block: Head): Hash {
  return keccak256(toRlp(headerFields(block)))
}
