import type { Address, Hex } from 'viem'
import { getAddress } from '@/lib/base/checksum'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { keccak256 } from '@/lib/base/hex'
import type { ShownValue } from './description'
import { isObject } from './json'
import { lookUp, type Parameters } from './parameters'
import type { Field } from './types'
import { toAddress, toInteger, type Value } from './value'

const longestText = 1_000
const longestWord = 40

/** A call in the data, for which another descriptor is sought. */
export interface InnerCall {
  callee: Address | null
  data: Hex
  amount: bigint | null
  chainId: number | null
  spender: Address | null
}

/**
 * A value in its format. A value that the format does not fit is shown raw.
 * @param describeInner what is shown for a call inside
 */
export function show(
  field: Field,
  value: Value,
  parameters: Parameters,
  chainId: number | null,
  describeInner: (call: InnerCall) => ShownValue,
): ShownValue {
  if (field.encryption !== null) return { kind: 'encrypted', label: field.encryption.label, text: rawText(value) }
  const number = toInteger(value)
  switch (field.format) {
    case 'amount':
      return number === null ? raw(value) : { kind: 'native-amount', amount: number, chainId, message: null }
    case 'tokenAmount':
      return number === null ? raw(value) : tokenAmount(number, parameters, chainId)
    case 'nftName':
      return number === null ? raw(value) : { kind: 'item', collection: parameters.address('collection'), id: number }
    case 'date': {
      if (number === null) return raw(value)
      const isHeight = parameters.text('encoding') === 'blockheight'
      return isHeight ? { kind: 'block', height: number } : { kind: 'date', seconds: number }
    }
    case 'duration':
      return number === null ? raw(value) : { kind: 'duration', seconds: number }
    case 'unit':
      return number === null ? raw(value) : unit(number, parameters)
    case 'enum': {
      const values = parameters.constant('$ref')
      const found = isObject(values) ? lookUp(values, value) : undefined
      return typeof found === 'string' ? { kind: 'enum', text: cleanForeignText(found, longestText) } : raw(value)
    }
    case 'chainId':
      return number === null ? raw(value) : { kind: 'chain', chainId: number }
    case 'addressName':
      return addressName(value, parameters)
    case 'tokenTicker': {
      const token = toAddress(value)
      return token === null ? raw(value) : { kind: 'token', token, chainId: chainOf(parameters, chainId) }
    }
    case 'interoperableAddressName': {
      const text = value.kind === 'bytes' ? interoperableName(value.value) : null
      return text === null ? raw(value) : { kind: 'interoperable-address', text }
    }
    case 'calldata': {
      if (value.kind !== 'bytes') return raw(value)
      const selector = parameters.value('selector')
      const prefix = selector?.kind === 'bytes' || selector?.kind === 'text' ? selector.value : '0x'
      return describeInner({
        callee: parameters.address('callee'),
        data: /^0x[0-9a-fA-F]{8}$/.test(prefix) ? `0x${prefix.slice(2)}${value.value.slice(2)}` : value.value,
        amount: parameters.integer('amount'),
        chainId: chainOf(parameters, chainId),
        spender: parameters.address('spender'),
      })
    }
    default:
      return raw(value)
  }
}

function tokenAmount(amount: bigint, parameters: Parameters, chainId: number | null): ShownValue {
  const token = parameters.address('token')
  const chain = chainOf(parameters, chainId)
  const threshold = parameters.integer('threshold')
  const message =
    threshold !== null && amount >= threshold
      ? cleanForeignText(parameters.text('message') ?? 'Unlimited', longestWord)
      : null
  return token !== null && parameters.addresses('nativeCurrencyAddress').includes(token)
    ? { kind: 'native-amount', amount, chainId: chain, message }
    : { kind: 'token-amount', amount, token, chainId: chain, message }
}

function addressName(value: Value, parameters: Parameters): ShownValue {
  const address = toAddress(value)
  if (address === null) return raw(value)
  const types = parameters.constant('types')
  return {
    kind: 'address',
    address,
    types: Array.isArray(types) ? types.filter(type => typeof type === 'string') : [],
    // Only for small numbers that a contract uses as a sign: an attacker's address never stands for the account.
    isSender: /^0x0{36}/.test(address) && parameters.addresses('senderAddress').includes(address),
  }
}

function unit(amount: bigint, parameters: Parameters): ShownValue {
  const decimals = parameters.integer('decimals') ?? 0n
  return {
    kind: 'unit',
    amount,
    base: cleanForeignText(parameters.text('base') ?? '', longestWord),
    decimals: decimals >= 0n && decimals <= 255n ? Number(decimals) : 0,
    hasPrefix: parameters.constant('prefix') === true,
  }
}

function chainOf(parameters: Parameters, chainId: number | null): number | null {
  const given = parameters.integer('chainId')
  return given === null || given > BigInt(Number.MAX_SAFE_INTEGER) ? chainId : Number(given)
}

export function raw(value: Value): ShownValue {
  const type = value.kind === 'list' || value.kind === 'struct' ? 'text' : value.kind
  return { kind: 'raw', type, text: rawText(value) }
}

function rawText(value: Value): string {
  switch (value.kind) {
    case 'integer':
    case 'boolean':
      return String(value.value)
    case 'address':
      return getAddress(value.value)
    case 'bytes':
      return value.value
    case 'text':
      return cleanForeignText(value.value, longestText)
    case 'list':
      return value.items.map(rawText).join(', ')
    case 'struct':
      return [...value.members]
        .map(([name, each]) => `${cleanForeignText(name, longestWord)}: ${rawText(each)}`)
        .join(', ')
  }
}

/**
 * The name of an interoperable address: `0xd8dA…6045@eip155:1#4CA88C9C`.
 * @returns `null` if the bytes are not version 1, not of an EVM chain, or end too soon
 * @see ERC-7930
 */
function interoperableName(bytes: Hex): string | null {
  const hex = bytes.slice(2).toLowerCase()
  const at = (from: number, size: number) => hex.slice(2 * from, 2 * (from + size))
  // Version 1, chain type `eip155`.
  if (at(0, 2) !== '0001' || at(2, 2) !== '0000') return null
  const referenceSize = Number.parseInt(at(4, 1), 16)
  const addressAt = 5 + referenceSize
  const addressSize = Number.parseInt(at(addressAt, 1), 16)
  if (!(hex.length === 2 * (addressAt + 1 + addressSize)) || ![0, 20].includes(addressSize)) return null
  const chain = referenceSize === 0 ? '' : `:${BigInt(`0x${at(5, referenceSize)}`)}`
  const address = addressSize === 0 ? '' : getAddress(`0x${at(addressAt + 1, 20)}`)
  const checksum = keccak256(`0x${hex.slice(4)}`)
    .slice(2, 10)
    .toUpperCase()
  return `${address}@eip155${chain}#${checksum}`
}
