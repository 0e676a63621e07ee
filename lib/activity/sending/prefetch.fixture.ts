import type { FeeMarketTransaction } from '@/lib/keys/shared/signing'

/** A transaction to be asked about, and what an honest endpoint without simulation answers. */

export const chainId = 84538453
export const from = '0x00000000000000000000000000000000000000aa'
export const to = '0x00000000000000000000000000000000000000bb'

/** Frozen: code that changes it because of an answer throws. */
export const transaction: FeeMarketTransaction = Object.freeze({
  type: 'eip1559',
  chainId,
  from,
  nonce: 1,
  to,
  value: 5n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
})

export const goodAnswers: Record<string, unknown> = {
  eth_chainId: '0x509f455',
  eth_getTransactionCount: '0x7',
  eth_getBalance: '0x64',
  eth_feeHistory: {
    oldestBlock: '0x1',
    baseFeePerGas: ['0x5', '0x6'],
    gasUsedRatio: [0],
    reward: [['0x1', '0x2', '0x3']],
  },
  eth_gasPrice: '0x5',
  eth_estimateGas: '0x5208',
  eth_getCode: '0x',
  eth_call: `0x${'00'.repeat(31)}09`,
}
