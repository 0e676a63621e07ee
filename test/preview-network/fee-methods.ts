import { numberToHex } from 'viem'
import { z } from 'zod'
import { type Block, blockSchema, receiptSchema } from './anvil-schema.ts'
import { nextBaseFee } from './base-fee.ts'
import { blockNotFound, quantityParameter, tagOrNumber } from './block-parameter.ts'
import { type Methods, method } from './method.ts'
import { invalidParams } from './rpc-error.ts'
import { blockNumber, type Service } from './service.ts'

const mostBlocks = 1024

const percentile = z.number().min(0).max(100)
const countParameter = z.union([quantityParameter, z.int().nonnegative()])

/** Returns the methods that tell what gas costs, and has cost. */
export function feeMethods(service: Service): Methods {
  const { suggestedTip } = service.options.traits
  return {
    eth_gasPrice: method(z.tuple([]), () => numberToHex(service.chain.open.baseFee + suggestedTip)),
    eth_maxPriorityFeePerGas: method(z.tuple([]), () => numberToHex(suggestedTip)),
    eth_blobBaseFee: method(z.tuple([]), () => '0x1'),
    eth_feeHistory: method(
      z.tuple([countParameter, tagOrNumber, z.array(percentile).nullable().optional()]),
      ([count, newest, percentiles]) => service.gate.read(() => feeHistory(Number(count), newest, percentiles ?? [])),
    ),
  }

  async function feeHistory(
    count: number,
    newest: z.infer<typeof tagOrNumber>,
    percentiles: number[],
  ): Promise<Record<string, unknown>> {
    if (percentiles.some((value, index) => value < (percentiles[index - 1] ?? 0))) {
      throw invalidParams('reward percentiles must be in ascending order')
    }
    const { head } = service.chain
    const asked = blockNumber(service, newest)
    // The base fee of the block being built is the last of the list in either case.
    const last = asked === 'open' ? head.number : asked
    if (last > head.number) throw blockNotFound(newest)
    const size = Math.min(count, mostBlocks, Number(last) + 1)
    const numbers = Array.from({ length: size }, (_, index) => last - BigInt(size - 1 - index))
    const blocks = await blocksOf(numbers)
    const fees = blocks.map(block => BigInt(block.baseFeePerGas))
    const final = blocks.at(-1)
    const next =
      final === undefined
        ? []
        : [
            nextBaseFee({
              baseFee: BigInt(final.baseFeePerGas),
              gasUsed: BigInt(final.gasUsed),
              gasLimit: BigInt(final.gasLimit),
            }),
          ]
    return {
      oldestBlock: numberToHex(numbers[0] ?? 0n),
      baseFeePerGas: [...fees, ...next].map(fee => numberToHex(fee)),
      gasUsedRatio: blocks.map(block => Number(block.gasUsed) / Number(block.gasLimit)),
      baseFeePerBlobGas: [...blocks, ...next].map(() => '0x1'),
      blobGasUsedRatio: blocks.map(() => 0),
      ...(percentiles.length === 0 ? {} : { reward: await rewards(blocks, percentiles) }),
    }
  }

  async function blocksOf(numbers: bigint[]): Promise<Block[]> {
    const calls = numbers.map(number => ({ method: 'eth_getBlockByNumber', params: [numberToHex(number), false] }))
    return z.array(blockSchema).parse(await service.chain.anvil.batch(calls))
  }

  async function rewards(blocks: Block[], percentiles: number[]): Promise<string[][]> {
    const calls = blocks.map(({ number }) => ({ method: 'eth_getBlockReceipts', params: [number] }))
    const receipts = z.array(z.array(receiptSchema)).parse(await service.chain.anvil.batch(calls))
    return blocks.map((block, index) => {
      const paid = (receipts[index] ?? []).filter(({ type }) => type.toLowerCase() !== '0x7e')
      const baseFee = BigInt(block.baseFeePerGas)
      const tips = paid.map(receipt => ({
        tip: BigInt(receipt.effectiveGasPrice) - baseFee,
        gas: BigInt(receipt.gasUsed),
      }))
      return rewardsOf(tips, percentiles).map(tip => numberToHex(tip))
    })
  }
}

/** Returns the tip, in wei per gas, at each percentile of the block's gas, cheapest first. */
export function rewardsOf(tips: { tip: bigint; gas: bigint }[], percentiles: number[]): bigint[] {
  const ordered = [...tips].sort((a, b) => (a.tip < b.tip ? -1 : a.tip > b.tip ? 1 : 0))
  const total = ordered.reduce((sum, { gas }) => sum + gas, 0n)
  return percentiles.map(percent => {
    const threshold = (Number(total) * percent) / 100
    let sum = 0
    for (const { tip, gas } of ordered) {
      sum += Number(gas)
      if (sum >= threshold) return tip
    }
    return ordered.at(-1)?.tip ?? 0n
  })
}
