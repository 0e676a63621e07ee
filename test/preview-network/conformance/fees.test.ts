import { type Hex, serializeTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Receipt, sealedReceipt, sendAndSee } from './receipt.ts'
import { onEach, stranger, type Target } from './target.ts'

interface FeeHistory {
  oldestBlock: Hex
  baseFeePerGas: Hex[]
  gasUsedRatio: number[]
  reward?: Hex[][]
}

const oracle = '0x420000000000000000000000000000000000000F'

async function balanceOf(target: Target, address: string): Promise<bigint> {
  return BigInt(await target.call<Hex>('eth_getBalance', [address, 'latest']))
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

describe('Versioning: EIP-1559', () => {
  onEach(['network that seals when asked', 'plain Anvil'], target => {
    test('the fee history has a base fee more than it has blocks, and a reward for each percentile', async () => {
      const history = await target().call<FeeHistory>('eth_feeHistory', ['0x2', 'latest', [10, 50, 90]])
      expect(history.baseFeePerGas).toHaveLength(3)
      expect(history.gasUsedRatio).toHaveLength(2)
      expect(history.reward?.map(row => row.length)).toEqual([3, 3])
      expect(BigInt(history.oldestBlock)).toBeGreaterThanOrEqual(0n)
    })

    test('gas has a price, and the sequencer a tip it is content with', async () => {
      const [price, tip] = await Promise.all([
        target().call<Hex>('eth_gasPrice'),
        target().call<Hex>('eth_maxPriorityFeePerGas'),
      ])
      expect(BigInt(price)).toBeGreaterThan(BigInt(tip))
    })

    test('an estimate is enough, and no more than is needed for a transfer', async () => {
      const person = await target().person()
      const call = { from: person.address, to: stranger, value: '0x1' }
      expect(await target().call('eth_estimateGas', [call])).toBe('0x5208')
    })
  })

  onEach(['network that seals when asked'], target => {
    test('an estimate charges nothing, and fails where the value is more than the account has', async () => {
      const name = { to: target().contracts.testDollar, data: '0x06fdde03' }
      const poor = '0x00000000000000000000000000000000000abcd1'
      expect(Number(await target().call('eth_estimateGas', [{ ...name, from: poor }]))).toBeGreaterThan(21_000)
      const { address } = await target().person()
      const tooMuch = { from: address, to: stranger, value: '0x8ac7230489e80001' }
      const message = 'insufficient funds for gas * price + value: have 10000000000000000000 want 10000000000000000001'
      expect(await target().refusal('eth_estimateGas', [tooMuch])).toMatchObject({ code: -32003, message })
      const richer = { [address]: { balance: '0x8ac7230489e80001' } }
      expect(await target().call('eth_estimateGas', [tooMuch, 'latest', richer])).toBe('0x5208')
    })

    test('an estimate that names no block is of the sealed state', async () => {
      const { address } = await target().person()
      const receiver = await target().person()
      await target().seal()
      const spends = { from: receiver.address, to: address, value: '0x8ac7230489e80001' }
      const { raw } = await (await target().person()).sign({ nonce: 0, to: receiver.address, value: 5n })
      await sendAndSee(target(), raw)
      expect(await target().call('eth_estimateGas', [spends, 'pending'])).toBe('0x5208')
      expect(await target().refusal('eth_estimateGas', [spends])).toMatchObject({ code: -32003 })
    })

    test('the last base fee of the history is the one of the block being built', async () => {
      const { baseFeePerGas } = await target().call<FeeHistory>('eth_feeHistory', ['0x4', 'latest'])
      const pending = await target().call<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['pending', false])
      expect(baseFeePerGas.at(-1)).toBe(pending.baseFeePerGas)
      expect(BigInt(pending.baseFeePerGas)).toBeGreaterThanOrEqual(5_000_000n)
    })

    test('the reward at a percentile is the tip that was paid', async () => {
      const person = await target().person()
      const { raw, hash } = await person.sign({ nonce: 0, maxPriorityFeePerGas: 123_456_789n })
      await target().call('eth_sendRawTransaction', [raw])
      const { blockNumber } = await sealedReceipt(target(), hash)
      const { reward } = await target().call<FeeHistory>('eth_feeHistory', ['0x1', blockNumber, [0, 100]])
      expect(reward).toEqual([['0x75bcd15', '0x75bcd15']])
    })

    test.each([
      [['0x1', 'latest', [50, 10]]],
      [['0x1', 'latest', [101]]],
      [['many', 'latest']],
      [['0x1', '0xffffffff']],
    ])('the history refuses %j', async params => {
      const { code } = await target().refusal('eth_feeHistory', params)
      expect([-32602, -32001]).toContain(code)
    })

    test('a transaction that does not pay the base fee waits', async () => {
      const person = await target().person()
      const { raw, hash } = await person.sign({ nonce: 0, maxFeePerGas: 4_999_999n, maxPriorityFeePerGas: 1n })
      await target().call('eth_sendRawTransaction', [raw])
      const other = await target().person()
      await target().call('eth_sendRawTransactionSync', [(await other.sign({ nonce: 0 })).raw])
      expect(await target().call('eth_getTransactionReceipt', [hash])).toBeNull()
      expect(await target().call('base_transactionStatus', [hash])).toEqual({ status: 'Known' })
    })
  })
})

describe('The true fee', () => {
  onEach(['network that seals when asked', 'network with mini-blocks'], target => {
    test.each([
      ['nothing', '0x'],
      ['words', `0x${word(7n).repeat(40)}`],
      ['the same byte', `0x${'ab'.repeat(3000)}`],
      [
        'noise',
        `0x${Array.from({ length: 900 }, (_, i) => ((i * 7919 + i * i * 31) % 256).toString(16).padStart(2, '0')).join('')}`,
      ],
    ] as [string, Hex][])('what leaves the balance is what the receipt says, to the wei, for %s', async (_, data) => {
      const person = await target().person()
      const before = await balanceOf(target(), person.address)
      const { raw, hash } = await person.sign({ nonce: 0, value: 3n, data, gas: 500_000n })
      await target().call('eth_sendRawTransaction', [raw])
      const receipt = await sealedReceipt(target(), hash)
      const gasUsed = BigInt(receipt.gasUsed)
      const operator = (gasUsed * BigInt(receipt.operatorFeeScalar)) / 1_000_000n + BigInt(receipt.operatorFeeConstant)
      const size = BigInt(receipt.l1GasUsed) / 16n
      expect(size).toBeGreaterThanOrEqual(100n)
      expect(BigInt(receipt.blobGasUsed)).toBe(size * BigInt(receipt.daFootprintGasScalar))
      const paid = gasUsed * BigInt(receipt.effectiveGasPrice) + BigInt(receipt.l1Fee) + operator + 3n
      expect(before - (await balanceOf(target(), person.address))).toBe(paid)
    })

    test('the oracle tells the fee before, and never less than will be taken', async () => {
      const person = await target().person()
      const request = { to: stranger, value: 1n, gas: 21_000n, nonce: 0 }
      const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
      const unsigned = serializeTransaction({ type: 'eip1559', chainId: target().chainId, ...request, ...fees })
      const size = BigInt(unsigned.length / 2 - 1)
      const padded = unsigned.slice(2).padEnd(Math.ceil(Number(size) / 32) * 64, '0')
      const ask = async (data: string) => BigInt(await target().call<Hex>('eth_call', [{ to: oracle, data }, 'latest']))
      const estimate = await ask(`0x49948e0e${word(32n)}${word(size)}${padded}`)
      const bound = await ask(`0xf1c7a58b${word(size)}`)
      const operator = await ask(`0x275aedd2${word(21_000n)}`)
      const receipt = await target().call<Receipt>('eth_sendRawTransactionSync', [(await person.sign(request)).raw])
      expect(estimate).toBe(BigInt(receipt.l1Fee))
      expect(bound).toBeGreaterThanOrEqual(estimate)
      expect(operator).toBe(
        (21_000n * BigInt(receipt.operatorFeeScalar)) / 1_000_000n + BigInt(receipt.operatorFeeConstant),
      )
    })
  })

  onEach(['network with shreds', 'network with proposed blocks', 'network with commitments'], target => {
    test('a transaction pays its value and its gas, and nothing for layer 1', async () => {
      const person = await target().person()
      const before = await balanceOf(target(), person.address)
      const { raw, hash } = await person.sign({ nonce: 0, value: 3n, data: '0x1234', gas: 50_000n })
      await target().call('eth_sendRawTransaction', [raw])
      const { gasUsed, effectiveGasPrice, ...receipt } = await sealedReceipt(target(), hash)
      expect(before - (await balanceOf(target(), person.address))).toBe(
        BigInt(gasUsed) * BigInt(effectiveGasPrice) + 3n,
      )
      expect(receipt).not.toHaveProperty('l1Fee')
      expect(receipt).not.toHaveProperty('operatorFeeScalar')
    })
  })
})
