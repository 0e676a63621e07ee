import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import { transfer } from '@/lib/base/signatures/events'
import { readCapturedTransfer } from './captured-transfer'

const account = `0x${'aa'.repeat(20)}` as const
const payer = `0x${'bb'.repeat(20)}` as const
const token = `0x${'cc'.repeat(20)}` as const
const hash = `0x${'12'.repeat(32)}` as const
const other = `0x${'34'.repeat(32)}` as const
const on = { networkId: firstNetworkOf(84538453), epoch: 0, account }
const word = (value: `0x${string}`) => toHex(BigInt(value), { size: 32 })

/** An endpoint that answers with the receipt of this transaction, whichever it is asked for. */
function endpoint(transactionHash: string): Connection {
  const receipt = {
    transactionHash,
    from: payer,
    to: token,
    blockHash: `0x${'56'.repeat(32)}`,
    blockNumber: '0x7',
    status: '0x1',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x1',
    logs: [
      {
        address: token,
        topics: [transfer, word(payer), word(account)],
        data: toHex(5n, { size: 32 }),
        blockNumber: '0x7',
        blockHash: `0x${'56'.repeat(32)}`,
        transactionHash,
        logIndex: '0x0',
      },
    ],
  }
  const block = { number: '0x7', hash: receipt.blockHash, parentHash: other, timestamp: '0x1' }
  return {
    networkId: on.networkId,
    chainId: on.networkId,
    request: async (_method, _params, schema) => schema.parse(receipt),
    passThrough: async () => null,
    batch: async calls =>
      calls.map(({ method }) => ({ ok: true, result: method === 'eth_getBlockByNumber' ? block : receipt })),
    subscribe: async () => () => undefined,
    socket: () => 'none',
    onSocket: () => () => undefined,
    others: async () => [],
    discredit: () => undefined,
    unread: () => undefined,
    isProposing: () => false,
    isDevelopment: () => false,
  }
}

describe('a transfer that may be given back', () => {
  it('is what its receipt says', async () => {
    expect(await readCapturedTransfer(endpoint(hash), on, { hash, logIndex: 0 })).toEqual({
      ...on,
      ...{ hash, logIndex: 0, ordinal: 0 },
      token,
      payer,
      amount: 5n,
    })
    // However it is written.
    const upperCase = `0x${hash.slice(2).toUpperCase()}` as const
    expect(await readCapturedTransfer(endpoint(upperCase), on, { hash, logIndex: 0 })).toMatchObject({ payer })
  })

  it('is none by the receipt of another transaction', async () => {
    await expect(readCapturedTransfer(endpoint(other), on, { hash, logIndex: 0 })).rejects.toMatchObject({
      kind: 'invalid-reply',
    })
  })
})
