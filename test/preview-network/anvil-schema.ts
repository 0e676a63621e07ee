import { type Hex, isHex } from 'viem'
import { z } from 'zod'

export const hexSchema = z.custom<Hex>(value => typeof value === 'string' && isHex(value), 'not hex')

export const blockSchema = z.looseObject({
  number: hexSchema,
  hash: hexSchema,
  parentHash: hexSchema,
  timestamp: hexSchema,
  gasUsed: hexSchema,
  gasLimit: hexSchema,
  baseFeePerGas: hexSchema,
  logsBloom: hexSchema,
  size: hexSchema,
  transactions: z.array(z.unknown()),
})

export const logSchema = z.looseObject({
  address: hexSchema,
  topics: z.array(hexSchema),
  data: hexSchema,
  blockHash: hexSchema.nullable(),
  blockNumber: hexSchema.nullable(),
  transactionHash: hexSchema,
  transactionIndex: hexSchema,
  logIndex: hexSchema,
})

export const receiptSchema = z.looseObject({
  type: z.string(),
  status: hexSchema,
  transactionHash: hexSchema,
  transactionIndex: hexSchema,
  blockHash: hexSchema,
  blockNumber: hexSchema,
  from: hexSchema,
  to: hexSchema.nullable(),
  contractAddress: hexSchema.nullable().optional(),
  gasUsed: hexSchema,
  cumulativeGasUsed: hexSchema,
  effectiveGasPrice: hexSchema,
  logsBloom: hexSchema,
  logs: z.array(logSchema),
})

export type Block = z.infer<typeof blockSchema>
export type Log = z.infer<typeof logSchema>
export type Receipt = z.infer<typeof receiptSchema>
