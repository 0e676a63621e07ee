import { type Address, concatHex, type Hash, type Hex, keccak256, numberToHex, pad, stringToHex, toRlp } from 'viem'
import { type L1Prices, l1Block } from './l1-fee.ts'

/** A deposit (EIP-2718 type 0x7e): a transaction with which the sequencer begins a block. */
export interface SystemTransaction {
  hash: Hash
  raw: Hex
  from: Address
  body: Record<string, unknown>
}

const depositor: Address = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
/** Anvil takes one deposit per sender and block, so the second deposit of a block has another sender. */
const timeKeeper: Address = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0002'
/** Sender of the blocks to layer 1. */
const batcher: Address = '0x00000000000000000000000000000000000ba7c4'
const depositGas = 1_000_000n

/** Predeploy that stores the milliseconds of the block's time: a timestamp has whole seconds only. */
const baseTime: Address = '0x4200000000000000000000000000000000000030'

/** Code of `BaseTime`, assembled by hand: it stores one number in its first slot. */
const baseTimeCode: Hex = concatHex([
  '0x60003560e01c', // the selector
  '0x806386bdf39414602857', // setTimestampMillisPart(uint16)
  '0x80637b2fea9914603057', // timestampMillisPart()
  '0x635745a67714603c57', // timestampMs()
  '0x60006000fd',
  '0x5b60043560005500', // store the argument
  '0x5b60005460005260206000f3', // answer with what is stored
  '0x5b600054426103e8020160005260206000f3', // answer with the block's seconds in milliseconds plus the stored number
])

/** Code that must be on the chain before the first system transaction is executed. */
export const systemPredeploys: { address: Address; code: Hex }[] = [{ address: baseTime, code: baseTimeCode }]

/**
 * Returns the deposits that begin a block: layer 1 attributes and, on networks with `timestampMs`, the milliseconds.
 * @param block.timestamp Unix seconds
 * @param block.milliseconds milliseconds beyond the timestamp; absent on networks without `timestampMs`
 * @param prices the attributes that the first deposit sets
 */
export function systemTransactions(
  block: { number: bigint; timestamp: bigint; milliseconds?: number },
  prices: L1Prices,
): SystemTransaction[] {
  const attributes = deposit(depositor, l1Block, l1Attributes(block, prices), `attributes ${block.number}`)
  if (block.milliseconds === undefined) return [attributes]
  const data = concatHex(['0x86bdf394', numberToHex(block.milliseconds, { size: 32 })])
  return [attributes, deposit(timeKeeper, baseTime, data, `time ${block.number}`)]
}

/** Calldata of `setL1BlockValuesIsthmus`, packed (OP stack, Isthmus). */
function l1Attributes(block: { number: bigint; timestamp: bigint }, prices: L1Prices): Hex {
  return concatHex([
    '0x098999be',
    numberToHex(prices.baseFeeScalar, { size: 4 }),
    numberToHex(prices.blobBaseFeeScalar, { size: 4 }),
    numberToHex(0, { size: 8 }),
    numberToHex(block.timestamp, { size: 8 }),
    numberToHex(block.number, { size: 8 }),
    numberToHex(prices.baseFee, { size: 32 }),
    numberToHex(prices.blobBaseFee, { size: 32 }),
    // There is no layer 1; its block numbers are this chain's.
    keccak256(stringToHex(`block ${block.number} of layer 1`)),
    pad(batcher),
    numberToHex(prices.operatorFeeScalar, { size: 4 }),
    numberToHex(prices.operatorFeeConstant, { size: 8 }),
  ])
}

/** Returns whether the encoded transaction is a deposit. */
export function isDeposit(raw: Hex): boolean {
  return raw.startsWith('0x7e')
}

function deposit(from: Address, to: Address, input: Hex, source: string): SystemTransaction {
  const sourceHash = keccak256(stringToHex(source))
  const fields = toRlp([sourceHash, from, to, '0x', '0x', numberToHex(depositGas), '0x', input])
  const raw = concatHex(['0x7e', fields])
  const hash = keccak256(raw)
  const body = {
    type: '0x7e',
    sourceHash,
    to,
    mint: '0x0',
    value: '0x0',
    gas: numberToHex(depositGas),
    gasPrice: '0x0',
    input,
    r: '0x0',
    s: '0x0',
    v: '0x0',
    yParity: '0x0',
    hash,
  }
  return { hash, raw, from, body }
}
