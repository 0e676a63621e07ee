import { type Address, type Hash, type Hex, hexToBytes } from 'viem'
import { z } from 'zod'
import { hexSchema } from './anvil-schema.ts'
import type { Chain } from './chain.ts'
import { type Predicate, refuseMeaningless } from './conditions.ts'
import type { Gate } from './gate.ts'
import { freeOfFees, type L1Prices, l1Fee, l1Size, operatorFee } from './l1-fee.ts'
import type { Mempool, MempoolTransaction } from './mempool.ts'
import { RpcError } from './rpc-error.ts'
import { decodeSignedTransaction, type SignedTransaction } from './signed-transaction.ts'

/** How refusals are worded: the four documented errors, or a node's own text. */
export type ErrorDialect = 'documented' | 'node'

/** 2^24: the highest gas limit of one transaction. */
const gasCap = 16_777_216n
const maximumSize = 131_072
const maximumInitcode = 49_152

/**
 * Takes a raw transaction into the mempool and returns its hash.
 * @param raw the signed transaction, encoded
 * @param conditions without all of which it is not included
 * @throws {RpcError} with the code and words of the refusal
 */
export type Admit = (raw: Hex, conditions?: Predicate[]) => Promise<Hash>

export interface AdmissionSettings {
  chainId: number
  dialect: ErrorDialect
  prices: L1Prices
  /** Returns what is asked of transactions now, beyond the protocol. */
  rules(): { pricing: 'eip1559' | 'legacy'; extraGas: number }
}

export function createAdmission(
  parts: { chain: Chain; mempool: Mempool; gate: Gate },
  settings: AdmissionSettings,
): Admit {
  const words = settings.dialect === 'node' ? nodeWords : documentedWords

  return async (raw, conditions) => {
    if (conditions !== undefined) refuseMeaningless(conditions)
    const signed = decodeSignedTransaction(raw, settings.chainId)
    const { pricing, extraGas } = settings.rules()
    if (pricing === 'legacy' && isFeeMarket(signed)) throw new RpcError(-32000, 'transaction type not supported')
    refuseMisshapen(signed, BigInt(extraGas))
    // Conditions come with legacy transactions, EIP-2930 and EIP-1559.
    if (conditions !== undefined && signed.authorizations > 0)
      throw new RpcError(-32000, 'transaction type not supported')
    const conditional = conditions === undefined ? {} : { conditions }
    const from = await senderOf(parts, signed)
    return parts.gate.read(async () => {
      const { nonce, balance } = await accountOf(parts.chain, from)
      return enter(parts.chain, { ...signed, from, ...feesOf(signed, settings.prices), ...conditional }, nonce, balance)
    })
  }

  /** Nothing is awaited from here on, so two arrivals with the same nonce cannot both pass. */
  function enter(chain: Chain, transaction: MempoolTransaction, nonce: bigint, balance: bigint): Hash {
    const { hash, from } = transaction
    const { mempool } = parts
    if (mempool.get(hash) !== undefined || chain.open.included.has(hash)) throw words.alreadyKnown()
    if (transaction.nonce < nonce) throw words.nonceTooLow(nonce, transaction.nonce)
    if (transaction.cost > balance) throw words.insufficientFunds(balance, transaction.cost)
    const rival = mempool.at(from, transaction.nonce)
    if (rival === undefined) mempool.add(transaction)
    else if (outbids(transaction, rival)) mempool.replace(rival, transaction)
    else throw words.underpriced()
    return hash
  }
}

/** Whether both fees are at least 10 % higher. */
function outbids(one: SignedTransaction, other: SignedTransaction): boolean {
  return (
    one.maxFeePerGas * 10n >= other.maxFeePerGas * 11n &&
    one.maxPriorityFeePerGas * 10n >= other.maxPriorityFeePerGas * 11n
  )
}

function feesOf(transaction: SignedTransaction, prices: L1Prices): { l1Size: bigint; cost: bigint } {
  const { value, gas, maxFeePerGas, raw } = transaction
  const size = l1Size(raw)
  return { l1Size: size, cost: value + gas * maxFeePerGas + l1Fee(size, prices) + operatorFee(gas, prices) }
}

/** Whether the transaction names a fee cap and a tip (EIP-1559, EIP-7702). */
function isFeeMarket({ body }: SignedTransaction): boolean {
  return 'maxFeePerGas' in body
}

function refuseMisshapen(transaction: SignedTransaction, extraGas: bigint): void {
  const size = hexToBytes(transaction.raw).length
  if (size > maximumSize) throw new RpcError(-32000, `oversized data: transaction size ${size}, limit ${maximumSize}`)
  if (transaction.to === null && hexToBytes(transaction.input).length > maximumInitcode) {
    throw new RpcError(-32000, 'max initcode size exceeded')
  }
  if (transaction.gas > gasCap) throw new RpcError(-32000, 'exceeds max transaction gas limit')
  if (transaction.gas < intrinsicGas(transaction) + extraGas) throw new RpcError(-32000, 'intrinsic gas too low')
}

/** Returns the gas a transaction uses before it is executed (EIP-2028, 2930, 3860, 7702, and the floor of EIP-7623). */
export function intrinsicGas(transaction: SignedTransaction): bigint {
  const data = hexToBytes(transaction.input)
  const zeros = data.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  const tokens = BigInt(zeros + 4 * (data.length - zeros))
  const creation = transaction.to === null ? 32_000n + 2n * ((BigInt(data.length) + 31n) / 32n) : 0n
  const access = transaction.accessList.reduce(
    (sum, { storageKeys }) => sum + 2_400n + 1_900n * BigInt(storageKeys.length),
    0n,
  )
  const standard = 21_000n + 4n * tokens + creation + access + 25_000n * BigInt(transaction.authorizations)
  const floor = 21_000n + 10n * tokens
  return standard > floor ? standard : floor
}

/**
 * Returns the signer, recovered by Anvil's `ecrecover` precompile: that takes a tenth of the time it would take here,
 * and runs on another core. The result depends on no state, so it waits for no tick, unless the tick rolled back the
 * block it was asked on.
 */
async function senderOf(
  { chain, gate }: { chain: Chain; gate: Gate },
  { recovery }: SignedTransaction,
): Promise<Address> {
  const call = { to: '0x0000000000000000000000000000000000000001', data: recovery }
  const ask = () => chain.anvil.together('eth_call', [call, 'latest', freeOfFees])
  const word = hexSchema.parse(await ask().catch(() => gate.read(ask)))
  if (word.length !== 66) throw new RpcError(-32602, 'invalid transaction signature')
  return `0x${word.slice(26)}`
}

async function accountOf(chain: Chain, address: Address): Promise<{ nonce: bigint; balance: bigint }> {
  const [nonce, balance] = await Promise.all(
    ['eth_getTransactionCount', 'eth_getBalance'].map(async method =>
      z.string().parse(await chain.anvil.together(method, [address, 'latest'])),
    ),
  )
  return { nonce: BigInt(nonce ?? 0), balance: BigInt(balance ?? 0) }
}

const documentedWords = {
  nonceTooLow: (_next: bigint, _got: bigint) => new RpcError(-32000, 'nonce too low'),
  insufficientFunds: (_have: bigint, _want: bigint) =>
    new RpcError(-32000, 'insufficient funds for gas * price + value'),
  alreadyKnown: () => new RpcError(-32000, 'already known'),
  underpriced: () => new RpcError(-32000, 'replacement transaction underpriced'),
}

const nodeWords: typeof documentedWords = {
  ...documentedWords,
  nonceTooLow: (next, got) => new RpcError(-32000, `nonce too low: next nonce ${next}, tx nonce ${got}`),
  insufficientFunds: (have, want) =>
    new RpcError(-32003, `insufficient funds for gas * price + value: have ${have} want ${want}`),
}
