import type { ChainEvent } from './events.ts'
import { openTransaction } from './present.ts'

/**
 * Returns the shreds of one step: each carries one executed transaction with its receipt. All numbers are JSON numbers,
 * and
 * `shredIdx` is the transaction's index in its block.
 * @see https://docs.risechain.com/docs/builders/shreds/watching-events, and the types of risechain/shred-api
 */
export function shredsOf({
  number,
  timestamp,
  fresh,
  logsBefore,
}: Extract<ChainEvent, { kind: 'partial' }>): unknown[] {
  let startingLogIndex = logsBefore
  return fresh.map(included => {
    const { receipt, system } = included
    const shred = {
      blockNumber: Number(number),
      shredIdx: Number(receipt.transactionIndex),
      blockTimestamp: Number(timestamp),
      startingLogIndex,
      transactions: [
        {
          transaction:
            system === undefined ? signedPart(openTransaction(included)) : depositPart(openTransaction(included)),
          receipt: {
            type: receipt.type,
            status: receipt.status,
            cumulativeGasUsed: receipt.cumulativeGasUsed,
            logs: receipt.logs.map(({ address, topics, data }) => ({ address, topics, data })),
            ...(system === undefined ? {} : { depositNonce: receipt.depositNonce ?? '0x0' }),
          },
        },
      ],
    }
    startingLogIndex += receipt.logs.length
    return shred
  })
}

/** The transaction without its place in a block; the sender is called `signer`. */
function signedPart({ from, ...transaction }: Record<string, unknown>): Record<string, unknown> {
  const { yParity: _, ...rest } = withoutPlace(transaction)
  return { ...rest, signer: from }
}

function depositPart(transaction: Record<string, unknown>): Record<string, unknown> {
  const { depositReceiptVersion: _, nonce: __, ...rest } = withoutPlace(transaction)
  return { ...rest, isSystemTransaction: false }
}

function withoutPlace(transaction: Record<string, unknown>): Record<string, unknown> {
  const { blockHash: _, blockNumber: __, blockTimestamp: ___, transactionIndex: ____, ...rest } = transaction
  return rest
}
