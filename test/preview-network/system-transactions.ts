import { type Address, concatHex, type Hash, type Hex, keccak256, numberToHex, pad, stringToHex, toRlp } from 'viem'
import { l1Block, l1Prices } from './l1-fee.ts'

/** A deposit (EIP-2718 type 0x7e): the transactions with which the sequencer opens every block. */
export interface SystemTransaction {
  hash: Hash
  raw: Hex
  from: Address
  body: Record<string, unknown>
}

const depositor: Address = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
/** Anvil takes one deposit of a sender at a time, so the second in a block has a sender of its own. */
const timeKeeper: Address = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0002'
/** Who would publish the blocks to layer 1. */
const batcher: Address = '0x00000000000000000000000000000000000ba7c4'
const depositGas = 1_000_000n

/** Keeps the milliseconds that a block's timestamp, in whole seconds, cannot. */
const baseTime: Address = '0x4200000000000000000000000000000000000030'

/** `BaseTime`, assembled by hand: it keeps one number in its first slot. */
const baseTimeCode: Hex = concatHex([
  '0x60003560e01c', // the selector
  '0x806386bdf39414602857', // setTimestampMillisPart(uint16)
  '0x80637b2fea9914603057', // timestampMillisPart()
  '0x635745a67714603c57', // timestampMs()
  '0x60006000fd',
  '0x5b60043560005500', // store the argument
  '0x5b60005460005260206000f3', // answer with what is stored
  '0x5b600054426103e8020160005260206000f3', // answer with the block's seconds in milliseconds, and what is stored
])

/** What has to stand on the chain before its first block, for the system transactions to do what they do. */
export const systemPredeploys: { address: Address; code: Hex }[] = [{ address: baseTime, code: baseTimeCode }]

/** The deposits that open a block: layer 1 attributes, and on a network with 200 ms blocks the milliseconds. */
export function systemTransactions(block: {
  number: bigint
  timestamp: bigint
  /** Absent where a block's time has no milliseconds. */
  milliseconds?: number
}): SystemTransaction[] {
  const attributes = deposit(depositor, l1Block, l1Attributes(block), `attributes ${block.number}`)
  if (block.milliseconds === undefined) return [attributes]
  const data = concatHex(['0x86bdf394', numberToHex(block.milliseconds, { size: 32 })])
  return [attributes, deposit(timeKeeper, baseTime, data, `time ${block.number}`)]
}

/** OP stack, Isthmus: `setL1BlockValuesIsthmus`, packed. */
function l1Attributes(block: { number: bigint; timestamp: bigint }): Hex {
  return concatHex([
    '0x098999be',
    numberToHex(l1Prices.baseFeeScalar, { size: 4 }),
    numberToHex(l1Prices.blobBaseFeeScalar, { size: 4 }),
    numberToHex(0, { size: 8 }),
    numberToHex(block.timestamp, { size: 8 }),
    numberToHex(block.number, { size: 8 }),
    numberToHex(l1Prices.baseFee, { size: 32 }),
    numberToHex(l1Prices.blobBaseFee, { size: 32 }),
    // There is no layer 1: it has a block for each of ours.
    keccak256(stringToHex(`block ${block.number} of layer 1`)),
    pad(batcher),
    numberToHex(l1Prices.operatorFeeScalar, { size: 4 }),
    numberToHex(l1Prices.operatorFeeConstant, { size: 8 }),
  ])
}

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
