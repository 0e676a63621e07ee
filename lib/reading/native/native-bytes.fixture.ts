import type { Hex } from 'viem'

/**
 * A second encoder of transactions of type 0x79, in both layouts, written from their description and from nothing that
 * decodes them. Numbers are minimal and big-endian.
 */
export type Item = Hex | bigint | readonly Item[]

export function rlp(item: Item): string {
  if (typeof item === 'object') {
    const body = item.map(rlp).join('')
    return prefix(0xc0, body.length / 2) + body
  }
  const digits = typeof item === 'string' ? item.slice(2) : item === 0n ? '' : even(item.toString(16))
  return digits.length === 2 && Number.parseInt(digits, 16) < 0x80 ? digits : prefix(0x80, digits.length / 2) + digits
}

function prefix(base: number, bytes: number): string {
  if (bytes < 56) return even((base + bytes).toString(16))
  const length = even(bytes.toString(16))
  return even((base + 55 + length.length / 2).toString(16)) + length
}

function even(digits: string): string {
  return digits.length % 2 === 0 ? digits : `0${digits}`
}

/** The fields in their order; each may be replaced, also by what it must not be. */
export const plainFields: Record<string, Item> = {
  chainId: 84538453n,
  sender: '0x',
  nonceKey: 0n,
  nonceSequence: 0n,
  validAfter: 0n,
  validBefore: 0n,
  maxPriorityFeePerGas: 1_000_000n,
  maxFeePerGas: 10_000_000n,
  gasLimit: 100_000n,
  accountChanges: [],
  calls: [],
  metadata: '0x',
  payer: '0x',
  senderAuth: '0x',
  payerAuth: '0x',
}

export function nativeBytes(fields: Record<string, Item>, type: Hex = '0x79'): Hex {
  return `${type}${rlp(Object.values({ ...plainFields, ...fields }))}` as Hex
}

/** An ABI word. */
export function word(value: bigint | Hex): string {
  return BigInt(value).toString(16).padStart(64, '0')
}
