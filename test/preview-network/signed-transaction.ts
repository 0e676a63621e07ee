import {
  type AuthorizationList,
  concatHex,
  type Hash,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseTransaction,
  serializeTransaction,
  TipAboveFeeCapError,
  type TransactionSerializable,
} from 'viem'
import { RpcError } from './rpc-error.ts'

/** Half the order of secp256k1: a larger `s` is the same signature written twice (EIP-2). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** What the signed bytes say, before anybody asked who signed them. Fees in wei per gas. */
export interface SignedTransaction {
  hash: Hash
  raw: Hex
  nonce: bigint
  gas: bigint
  value: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** `null` creates a contract. */
  to: Hex | null
  input: Hex
  accessList: readonly { address: Hex; storageKeys: readonly Hex[] }[]
  authorizations: number
  /** What the `ecrecover` precompile takes: it answers with the sender. */
  recovery: Hex
  /** The fields of the RPC's transaction object that are the transaction's own. */
  body: Record<string, unknown>
}

type Parsed = TransactionSerializable & {
  r?: Hex | undefined
  s?: Hex | undefined
  v?: bigint | undefined
  yParity?: number | undefined
}

/**
 * @throws {RpcError} undecodable bytes, a type the network does not take, another chain's transaction, a signature that
 * cannot be one
 */
export function decodeSignedTransaction(raw: Hex, chainId: number): SignedTransaction {
  if (raw === '0x') throw new RpcError(-32602, 'empty transaction data')
  if (raw.startsWith('0x03')) throw new RpcError(-32003, 'transaction type not supported')
  const parsed = parse(raw)
  const { r, s } = parsed
  if (r === undefined || s === undefined) throw new RpcError(-32602, 'invalid transaction signature')
  if (parsed.chainId === undefined) {
    throw new RpcError(-32000, 'only replay-protected (EIP-155) transactions allowed over RPC')
  }
  if (parsed.chainId !== chainId) throw new RpcError(-32000, 'invalid chain ID')
  const parity =
    parsed.yParity ?? Number(parsed.v === 27n || parsed.v === 28n ? parsed.v - 27n : (parsed.v ?? 1n) - 35n) % 2
  if (BigInt(s) > halfOrder) throw new RpcError(-32602, 'invalid transaction signature')
  const unsigned = serializeTransaction({ ...parsed, r: undefined, s: undefined, v: undefined, yParity: undefined })
  const maxFeePerGas = parsed.maxFeePerGas ?? parsed.gasPrice ?? 0n
  const accessList = parsed.accessList ?? []
  return {
    hash: keccak256(raw),
    raw,
    nonce: BigInt(parsed.nonce ?? 0),
    gas: parsed.gas ?? 0n,
    value: parsed.value ?? 0n,
    maxFeePerGas,
    maxPriorityFeePerGas:
      parsed.maxPriorityFeePerGas ?? (parsed.type === 'eip1559' || parsed.type === 'eip7702' ? 0n : maxFeePerGas),
    to: parsed.to ?? null,
    input: parsed.data ?? '0x',
    accessList,
    authorizations: parsed.authorizationList?.length ?? 0,
    recovery: concatHex([keccak256(unsigned), pad(numberToHex(27 + parity)), pad(r), pad(s)]),
    body: body(parsed, raw, parity),
  }
}

function parse(raw: Hex): Parsed {
  try {
    return parseTransaction(raw) as Parsed
  } catch (error) {
    if (error instanceof TipAboveFeeCapError) {
      throw new RpcError(-32003, 'max priority fee per gas higher than max fee per gas')
    }
    throw new RpcError(-32602, 'failed to decode signed transaction')
  }
}

const typeNumbers: Record<string, Hex> = { legacy: '0x0', eip2930: '0x1', eip1559: '0x2', eip7702: '0x4' }

function body(parsed: Parsed, raw: Hex, parity: number): Record<string, unknown> {
  const type = typeNumbers[parsed.type ?? 'legacy'] ?? '0x0'
  const quantity = (value: bigint | number | undefined) => numberToHex(value ?? 0)
  const common = {
    type,
    chainId: quantity(parsed.chainId),
    nonce: quantity(parsed.nonce),
    gas: quantity(parsed.gas),
    to: parsed.to?.toLowerCase() ?? null,
    value: quantity(parsed.value),
    input: parsed.data ?? '0x',
    r: shortest(parsed.r),
    s: shortest(parsed.s),
    hash: keccak256(raw),
  }
  if (type === '0x0') return { ...common, gasPrice: quantity(parsed.gasPrice), v: quantity(parsed.v) }
  const typed = {
    ...common,
    accessList: (parsed.accessList ?? []).map(({ address, storageKeys }) => ({
      address: address.toLowerCase(),
      storageKeys,
    })),
    yParity: quantity(parity),
    v: quantity(parity),
  }
  if (type === '0x1') return { ...typed, gasPrice: quantity(parsed.gasPrice) }
  const capped = {
    ...typed,
    maxFeePerGas: quantity(parsed.maxFeePerGas),
    maxPriorityFeePerGas: quantity(parsed.maxPriorityFeePerGas),
  }
  return type === '0x2' ? capped : { ...capped, authorizationList: authorizations(parsed.authorizationList) }
}

function authorizations(list: AuthorizationList<number, true> | AuthorizationList | undefined): unknown[] {
  return (list ?? []).map(authorization => {
    const { address, chainId, nonce, r, s, yParity } = { r: undefined, s: undefined, yParity: 0, ...authorization }
    return {
      address: (address ?? '0x').toLowerCase(),
      chainId: numberToHex(chainId),
      nonce: numberToHex(nonce),
      yParity: numberToHex(yParity ?? 0),
      r: shortest(r),
      s: shortest(s),
    }
  })
}

/** The RPC writes the numbers of a signature without leading zeros. */
function shortest(value: Hex | undefined): Hex {
  return numberToHex(BigInt(value ?? '0x0'))
}
