import { secp256k1 } from '@noble/curves/secp256k1'
import { type Address, concatHex, fromRlp, type Hex, hexToBigInt, hexToNumber, keccak256, toRlp } from 'viem'
import { publicKeyToAddress } from 'viem/utils'
import type { AccessList } from '@/lib/base/access-list'
import { lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import type { FeeMarketTransaction } from '@/lib/keys/shared/signing'
import { decodeNative } from '@/lib/reading/native/decode'

/**
 * A signed transaction as its bytes say, `from` being the address whose signature it carries. `accessList` is never
 * empty: a list without entries is left out. The older types have their gas price in both fees.
 */
export interface SignedTransaction extends Omit<FeeMarketTransaction, 'type'> {
  hash: Hex
}

/** Where the fields of each type stand in its list. `signed`: how many of them the signature is about. */
interface Layout {
  signed: number
  chainId: number
  nonce: number
  gas: number
  to: number
  maxFee: number
  priorityFee: number
}

/** By first byte: EIP-2930, EIP-1559, EIP-7702. Blobs (EIP-4844) are not for the chains the wallet knows. */
const typed: Readonly<Record<string, Layout>> = {
  '01': { signed: 8, chainId: 0, nonce: 1, maxFee: 2, priorityFee: 2, gas: 3, to: 4 },
  '02': { signed: 9, chainId: 0, nonce: 1, priorityFee: 2, maxFee: 3, gas: 4, to: 5 },
  '04': { signed: 10, chainId: 0, nonce: 1, priorityFee: 2, maxFee: 3, gas: 4, to: 5 },
}
/** EIP-155; `chainId` is in `v`. */
const legacy = { signed: 6, nonce: 0, maxFee: 1, priorityFee: 1, gas: 2, to: 3 }

/** `null` for bytes that are no transaction of a kind the wallet can follow: the node judges those. */
export function readSigned(raw: Hex): SignedTransaction | null {
  try {
    const first = raw.slice(2, 4).toLowerCase()
    const layout = typed[first]
    if (layout !== undefined) return readTyped(raw, `0x${first}`, layout)
    // A list: before there were types.
    return Number.parseInt(first, 16) >= 0xc0 ? readLegacy(raw) : null
  } catch {
    // Bytes that are no transaction: an answer, no fault.
    return null
  }
}

/**
 * Whose transaction of a native account (EIP-8130, type 0x79) bytes are: the sender's that is named, or else whoever
 * signed. `null` for other bytes.
 */
export function nativeSender(raw: Hex): Address | null {
  const decoded = decodeNative(raw)
  if ('fault' in decoded) return null
  const { sender, senderAuth, senderDigest } = decoded
  if (sender !== null) return sender
  try {
    const parity = Number.parseInt(senderAuth.slice(130), 16) - 27
    return signerOf(senderDigest, parity, `0x${senderAuth.slice(2, 66)}`, `0x${senderAuth.slice(66, 130)}`)
  } catch {
    // No signature of a key: an answer, no fault.
    return null
  }
}

function readTyped(raw: Hex, type: Hex, layout: Layout): SignedTransaction | null {
  const fields = listOf(`0x${raw.slice(4)}`)
  const { signed } = layout
  if (fields.length !== signed + 3) return null
  const digest = keccak256(concatHex([type, toRlp(fields.slice(0, signed))]))
  const from = signerOf(digest, number(fields[signed]), text(fields[signed + 1]), text(fields[signed + 2]))
  const transaction = read(raw, fields, layout, number(fields[layout.chainId]), from)
  // Every type that has an access list has it after the data.
  const accessList = readAccessList(fields[layout.to + 3])
  return accessList.length === 0 ? transaction : { ...transaction, accessList }
}

function readLegacy(raw: Hex): SignedTransaction | null {
  const fields = listOf(raw)
  const { signed } = legacy
  if (fields.length !== signed + 3) return null
  const v = number(fields[signed])
  // Without a chain id (EIP-155) it is valid on every chain: refused.
  if (v < 35) return null
  const chainId = Math.floor((v - 35) / 2)
  const chain: Hex = toQuantity(BigInt(chainId))
  const digest = keccak256(toRlp([...fields.slice(0, signed), evenHex(chain), '0x', '0x']))
  const from = signerOf(digest, (v - 35) % 2, text(fields[signed + 1]), text(fields[signed + 2]))
  return read(raw, fields, legacy, chainId, from)
}

function read(
  raw: Hex,
  fields: readonly RlpItem[],
  { nonce, gas, to, maxFee, priorityFee }: Omit<Layout, 'chainId'>,
  chainId: number,
  from: Address,
): SignedTransaction {
  const recipient = text(fields[to])
  return {
    hash: keccak256(raw),
    chainId,
    from,
    nonce: number(fields[nonce]),
    to: recipient === '0x' ? null : lowerCaseAddress(addressText(recipient)),
    value: integer(fields[to + 1]),
    data: text(fields[to + 2]),
    gas: integer(fields[gas]),
    maxFeePerGas: integer(fields[maxFee]),
    maxPriorityFeePerGas: integer(fields[priorityFee]),
  }
}

function readAccessList(item: RlpItem | undefined): AccessList {
  return list(item).map(entry => {
    const [address, storageKeys] = list(entry)
    return { address: addressText(text(address)), storageKeys: list(storageKeys).map(wordText) }
  })
}

function signerOf(digest: Hex, parity: number, r: Hex, s: Hex): Address {
  const publicKey = new secp256k1.Signature(integer(r), integer(s))
    .addRecoveryBit(parity)
    .recoverPublicKey(digest.slice(2))
  return lowerCaseAddress(publicKeyToAddress(`0x${publicKey.toHex(false)}`))
}

type RlpItem = Hex | readonly RlpItem[]

function listOf(bytes: Hex): readonly RlpItem[] {
  return list(fromRlp(bytes, 'hex'))
}

function list(item: RlpItem | undefined): readonly RlpItem[] {
  if (item === undefined || typeof item === 'string') throw new TypeError('a transaction, and what it lists, is a list')
  return item
}

function text(item: RlpItem | undefined): Hex {
  if (typeof item !== 'string') throw new TypeError('a field of a transaction is bytes')
  return item
}

function integer(item: RlpItem | undefined): bigint {
  const bytes = text(item)
  return bytes === '0x' ? 0n : hexToBigInt(bytes)
}

function number(item: RlpItem | undefined): number {
  const bytes = text(item)
  return bytes === '0x' ? 0 : hexToNumber(bytes)
}

function addressText(bytes: Hex): Address {
  if (bytes.length !== 42) throw new TypeError('an address is 20 bytes')
  return bytes
}

function wordText(item: RlpItem): Hex {
  const word = text(item)
  if (word.length !== 66) throw new TypeError('a storage key is 32 bytes')
  return word
}

function evenHex(quantity: Hex): Hex {
  const digits = quantity.slice(2)
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`
}
