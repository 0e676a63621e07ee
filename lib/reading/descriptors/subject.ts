import { type Address, type Hex, hashDomain } from 'viem'
import { isSameAddress } from '@/lib/base/hex'
import {
  encodeType,
  type TypedData,
  type TypedDataField,
  type TypedDataValue,
} from '@/lib/reading/typed-data/typed-data'
import { decodeArguments } from './calldata'
import { SetAside } from './description'
import type { Binding, Deployment, Descriptor, Format } from './types'
import { integer, type Value } from './value'

/** A call as a transaction makes it. `from` is `null` where the account is not known. */
export interface CallSubject {
  kind: 'call'
  chainId: number
  from: Address | null
  to: Address
  value: bigint
  data: Hex
}
export interface MessageSubject {
  kind: 'message'
  from: Address | null
  typedData: TypedData
}
export type Subject = CallSubject | MessageSubject

/** Facts about a contract from the chain; unknown ones are left out. */
export interface Facts {
  /** The contract that a proxy runs, `null` if it is none. */
  implementationOf?(chainId: number, address: Address): Address | null
  /** The events, by the factory that emitted them, that name this contract as made. */
  creationOf?(chainId: number, address: Address): { factory: Address; event: string } | null
  /** Told of each contract of a call inside that no descriptor is for. */
  undescribed?(chainId: number, contract: Address): void
}

/** The format of the descriptor that is for this subject; `null` if there is none. */
export function formatFor({ binding, formats }: Descriptor, subject: Subject, facts: Facts): Format | null {
  const key = subject.kind === 'call' ? subject.data.slice(0, 10).toLowerCase() : encodeType(subject.typedData)
  const format = formats.get(key)
  return format !== undefined && isBound(binding, subject, facts) ? format : null
}

function isBound(binding: Binding, subject: Subject, facts: Facts): boolean {
  if (subject.kind === 'call') {
    if (binding.kind !== 'contract') return false
    const { chainId, to } = subject
    if (isDeployed(binding.deployments, chainId, to, facts)) return true
    const creation = facts.creationOf?.(chainId, to) ?? null
    return (
      creation !== null &&
      creation.event === binding.factory?.event &&
      binding.factory.deployments.some(each => isAt(each, chainId, creation.factory))
    )
  }
  if (binding.kind !== 'message') return false
  const { domain } = subject.typedData
  const isEqual = ([name, value]: [string, string]) =>
    Object.hasOwn(domain, name) &&
    (name === 'verifyingContract' || name === 'salt'
      ? String(domain[name]).toLowerCase() === value.toLowerCase()
      : String(domain[name]) === value)
  if (!Object.entries(binding.domain).every(isEqual)) return false
  if (binding.domainSeparator !== null && separatorOf(subject.typedData) !== binding.domainSeparator) return false
  if (binding.deployments === null) return true
  const { chainId, verifyingContract } = containerOf(subject)
  return (
    chainId !== null && verifyingContract !== null && isDeployed(binding.deployments, chainId, verifyingContract, facts)
  )
}

function isDeployed(deployments: readonly Deployment[], chainId: number, address: Address, facts: Facts): boolean {
  if (deployments.some(each => isAt(each, chainId, address))) return true
  const implementation = facts.implementationOf?.(chainId, address) ?? null
  return implementation !== null && deployments.some(each => isAt(each, chainId, implementation))
}

function isAt(deployment: Deployment, chainId: number, address: Address): boolean {
  return deployment.chainId === chainId && isSameAddress(deployment.address, address)
}

/** By the type that the domain has: some have other fields than the standard's. */
function separatorOf({ domain, types }: TypedData): Hex | null {
  const copied: Record<string, TypedDataField[]> = Object.fromEntries(
    Object.entries(types).map(([name, fields]) => [name, [...fields]]),
  )
  try {
    return hashDomain({ domain, types: copied })
  } catch {
    // No descriptor names the separator of a domain that cannot be hashed.
    return null
  }
}

/** The chain and the contract that a subject is for. */
export function containerOf(subject: Subject): { chainId: number | null; verifyingContract: Address | null } {
  if (subject.kind === 'call') return { chainId: subject.chainId, verifyingContract: subject.to }
  const { chainId, verifyingContract } = subject.typedData.domain
  return {
    chainId: chainId === undefined ? null : Number(chainId),
    verifyingContract: typeof verifyingContract === 'string' ? (verifyingContract as Address) : null,
  }
}

/**
 * The data as paths from `#` see it.
 * @throws SetAside `unreadable`
 */
export function dataOf(subject: Subject, format: Format): Value {
  if (subject.kind === 'message') {
    const { types, primaryType, message } = subject.typedData
    return structOf(types, primaryType, message)
  }
  const values = decodeArguments(subject.data, format.signature?.parameters ?? [])
  if (values === null) throw new SetAside('unreadable')
  return values
}

/** The container as paths from `@` see it; what is not known is not in it. @see ERC-7730, Container structure values */
export function containerValues(subject: Subject): Value {
  const { chainId, verifyingContract } = containerOf(subject)
  const members = new Map<string, Value>()
  members.set('value', integer(subject.kind === 'call' ? subject.value : 0n))
  if (chainId !== null) members.set('chainId', integer(BigInt(chainId)))
  if (verifyingContract !== null) members.set('to', { kind: 'address', value: lower(verifyingContract) })
  if (subject.from !== null) members.set('from', { kind: 'address', value: lower(subject.from) })
  return { kind: 'struct', members }
}

function lower(address: Address): Address {
  return address.toLowerCase() as Address
}

/** A message's fields by its types, or its domain's. */
function structOf(types: TypedData['types'], type: string, given: TypedDataValue): Value {
  const values = typeof given === 'object' && !Array.isArray(given) ? Object.entries(given) : []
  const byName = new Map(values)
  const members = new Map<string, Value>()
  for (const field of types[type] ?? []) {
    const value = byName.get(field.name)
    if (value !== undefined) members.set(field.name, toValue(types, field.type, value))
  }
  return { kind: 'struct', members }
}

function toValue(types: TypedData['types'], type: string, given: TypedDataValue): Value {
  const item = /^(.+)\[\d*\]$/.exec(type)?.[1]
  if (item !== undefined)
    return { kind: 'list', items: Array.isArray(given) ? given.map(each => toValue(types, item, each)) : [] }
  if (Object.hasOwn(types, type)) return structOf(types, type, given)
  if (typeof given === 'boolean') return { kind: 'boolean', value: given }
  const text = String(given)
  if (type === 'string') return { kind: 'text', value: text }
  if (type === 'address') return { kind: 'address', value: text as Address }
  if (type.startsWith('bytes')) return { kind: 'bytes', value: text as Hex }
  return integer(BigInt(text), Number(/\d+$/.exec(type)?.[0] ?? 256) / 8)
}
