import type { Address } from 'viem'

/**
 * EIP-712 typed data as pages send it, made into exactly what is signed: only the types that are used, only the fields
 * they name, integers as decimal text, addresses in lower case. What the encoders in use hash alike is taken, and what
 * two wallets could read differently is refused here, before anybody is asked.
 */

export interface TypedDataField {
  name: string
  type: string
}
export type TypedDataValue = string | boolean | readonly TypedDataValue[] | TypedDataStruct
export interface TypedDataStruct {
  readonly [field: string]: TypedDataValue
}
export interface TypedData {
  /** With `EIP712Domain`, first. */
  types: Readonly<Record<string, readonly TypedDataField[]>>
  primaryType: string
  domain: TypedDataStruct
  message: TypedDataStruct
}

/** The verifying contract of typed data; `null` if it names none. */
export function contractOf({ domain }: Pick<TypedData, 'domain'>): Address | null {
  const contract = domain.verifyingContract
  return isAddress(contract) ? contract : null
}

/** Says where it is wrong, for the developer of the page: `message.amount must be …`. */
export class TypedDataError extends Error {
  override readonly name = 'TypedDataError'
}

/**
 * EIP-712, definition of domainSeparator: what a domain may have, in this order where the page gives no type for it.
 */
const domainFields: readonly TypedDataField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

const longestText = 262_144
/** No real one comes near. What looks for the end of a type takes the square of its length. */
const longestType = 300
/** At most so many are read: a person cannot check more. */
const mostValues = 2_000
const deepest = 24

/**
 * @param input the JSON text or the object that `eth_signTypedData_v4` was given
 * @throws TypedDataError
 */
export function readTypedData(input: unknown): TypedData {
  const given = object(parsed(input), 'the typed data')
  const declared = readTypes(given.types)
  const primaryType = given.primaryType
  if (typeof primaryType !== 'string') throw new TypedDataError('primaryType must be a text.')
  const domain = object(given.domain, 'domain')
  const types = new Map(declared).set('EIP712Domain', readDomainType(declared.get('EIP712Domain'), domain))
  if (!types.has(primaryType)) throw new TypedDataError(`primaryType ${quoted(primaryType)} is not among the types.`)

  const reader = createReader(types)
  const readDomain = reader.struct('EIP712Domain', domain, 'domain')
  const message =
    primaryType === 'EIP712Domain' ? {} : reader.struct(primaryType, object(given.message, 'message'), 'message')
  const used = usedTypes(types, primaryType)
  assertOneReading(Object.keys(used))
  return { types: used, primaryType, domain: readDomain, message }
}

const differently = 'encoders do not agree on its hash'

/**
 * Encoders in use end the name of a type at its colon when they look for the structs it refers to, so its hash is
 * certain only without any.
 * @throws TypedDataError
 */
function assertOneReading(used: readonly string[]): void {
  const name = used.find(each => each.includes(':'))
  if (name !== undefined && used.length > 2)
    throw new TypedDataError(`types has ${quoted(name)} beside other structs: ${differently}.`)
}

function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input
  if (input.length > longestText) throw new TypedDataError('The typed data is too large.')
  try {
    return JSON.parse(input)
  } catch {
    throw new TypedDataError('The typed data is no JSON.')
  }
}

function readTypes(value: unknown): Map<string, TypedDataField[]> {
  const types = new Map<string, TypedDataField[]>()
  for (const [name, fields] of Object.entries(object(value, 'types'))) {
    if (!isTypeName(name))
      throw new TypedDataError(
        /^[^\s()[\],:]+$/.test(name) && !isLikeElementary(name)
          ? `types has ${quoted(name)}: ${differently}.`
          : `types has ${quoted(name)}, which is no name of a type.`,
      )
    if (!Array.isArray(fields)) throw new TypedDataError(`types.${name} must be a list of fields.`)
    const seen = new Set<string>()
    types.set(
      name,
      fields.map((field, index) => {
        const { name: fieldName, type } = object(field, `types.${name}.${index}`)
        if (typeof fieldName !== 'string' || !isFieldName(fieldName))
          throw new TypedDataError(
            `types.${name}.${index}.name must be the name of a field, without spaces, commas and brackets.`,
          )
        if (seen.has(fieldName)) throw new TypedDataError(`types.${name} has two fields ${quoted(fieldName)}.`)
        seen.add(fieldName)
        if (typeof type !== 'string') throw new TypedDataError(`types.${name}.${index}.type must be a text.`)
        if (type.length > longestType)
          throw new TypedDataError(`types.${name}.${index}.type must have at most ${longestType} characters.`)
        return { name: fieldName, type }
      }),
    )
  }
  for (const [name, fields] of types)
    for (const field of fields) {
      const base = field.type.replace(/(?:\[\d*\])*$/, '')
      // Some hash the type's name as it is written, others as the width that it stands for.
      if (base === 'uint' || base === 'int')
        throw new TypedDataError(
          `types.${name}.${field.name} is of the type ${quoted(field.type)}: ${differently}. Write ${base}256.`,
        )
      if (!isElementary(base) && !types.has(base))
        throw new TypedDataError(`types.${name}.${field.name} is of the unknown type ${quoted(field.type)}.`)
    }
  return types
}

/**
 * Returns the declared fields, or else those that follow from the domain's members (all libraries but one do the same).
 * A declared domain may have other fields than the standard's: some chains verify such domains.
 */
function readDomainType(
  declared: readonly TypedDataField[] | undefined,
  domain: Record<string, unknown>,
): TypedDataField[] {
  const present = domainFields.filter(({ name }) => domain[name] !== undefined && domain[name] !== null)
  if (declared === undefined) {
    const unknown = Object.keys(domain).find(key => !domainFields.some(({ name }) => name === key))
    if (unknown !== undefined) throw new TypedDataError(`domain has ${quoted(unknown)}, which no domain has.`)
    return present
  }
  return [...declared]
}

function createReader(types: ReadonlyMap<string, readonly TypedDataField[]>) {
  let values = 0

  function value(type: string, given: unknown, path: string, depth: number): TypedDataValue {
    values += 1
    if (values > mostValues || depth > deepest) throw new TypedDataError('The typed data is too large to be shown.')
    if (given === null || given === undefined) throw new TypedDataError(`${path} is null: ${differently}.`)
    const array = /^(.+)\[(\d*)\]$/.exec(type)
    if (array !== null) {
      const [, itemType = '', length = ''] = array
      if (!Array.isArray(given)) throw new TypedDataError(`${path} must be a list.`)
      if (length !== '' && given.length !== Number(length))
        throw new TypedDataError(`${path} must have ${length} items.`)
      return given.map((item, index) => value(itemType, item, `${path}.${index}`, depth + 1))
    }
    return types.has(type) ? struct(type, object(given, path), path, depth + 1) : elementary(type, given, path)
  }

  function struct(type: string, given: Record<string, unknown>, path: string, depth = 0): TypedDataStruct {
    return Object.fromEntries(
      (types.get(type) ?? []).map(field => {
        const place = `${path}.${field.name}`
        if (!Object.hasOwn(given, field.name)) throw new TypedDataError(`${place} is missing.`)
        return [field.name, value(field.type, given[field.name], place, depth)]
      }),
    )
  }

  return { struct }
}

function elementary(type: string, given: unknown, path: string): TypedDataValue {
  const refuse = (what: string) => new TypedDataError(`${path} must be ${what}.`)
  if (type === 'bool') {
    if (typeof given !== 'boolean') throw refuse('true or false')
    return given
  }
  if (type === 'string') {
    if (typeof given !== 'string' || !given.isWellFormed()) throw refuse('Unicode text')
    return given
  }
  if (type === 'address') {
    if (typeof given !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(given)) throw refuse('an address of 20 bytes')
    return given.toLowerCase()
  }
  if (type.startsWith('bytes')) {
    const length = type === 'bytes' ? null : Number(type.slice(5))
    if (typeof given !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(given)) throw refuse('whole bytes in 0x hex')
    if (length !== null && given.length !== 2 + 2 * length) throw refuse(`${length} bytes in 0x hex`)
    return given.toLowerCase()
  }
  return integer(type, given, path)
}

function integer(type: string, given: unknown, path: string): string {
  const bits = BigInt(type.replace(/^u?int/, ''))
  const isSigned = type.startsWith('int')
  const number = toBigInt(given)
  if (number === null)
    throw new TypedDataError(`${path} must be an integer: a decimal or 0x text, or a number below 2^53.`)
  const lowest = isSigned ? -(1n << (bits - 1n)) : 0n
  const highest = (1n << (isSigned ? bits - 1n : bits)) - 1n
  if (number < lowest || number > highest) throw new TypedDataError(`${path} does not fit ${type}.`)
  return number.toString()
}

/** JSON has lost the digits of a larger number before anybody could see them. */
function toBigInt(given: unknown): bigint | null {
  if (typeof given === 'number') return Number.isSafeInteger(given) ? BigInt(given) : null
  if (typeof given !== 'string' || given.length > 80) return null
  return /^(?:-?\d+|0x[0-9a-fA-F]+)$/.test(given) ? BigInt(given) : null
}

/** The domain's type, then the primary type and whatever it refers to. */
function usedTypes(types: ReadonlyMap<string, readonly TypedDataField[]>, primaryType: string): TypedData['types'] {
  const used = new Set([...referenced('EIP712Domain', types), ...referenced(primaryType, types)])
  return Object.fromEntries([...used].map(name => [name, types.get(name) ?? []]))
}

function referenced(
  name: string,
  types: ReadonlyMap<string, readonly TypedDataField[]>,
  found = new Set<string>(),
): Set<string> {
  const base = name.replace(/(?:\[\d*\])*$/, '')
  const fields = types.get(base)
  if (fields === undefined || found.has(base)) return found
  found.add(base)
  for (const { type } of fields) referenced(type, types, found)
  return found
}

/**
 * EIP-712, definition of encodeType: the type's own text, then those it refers to, sorted. Two types are one exactly if
 * their texts are.
 */
export function encodeType({ types, primaryType }: Pick<TypedData, 'types' | 'primaryType'>): string {
  const [, ...others] = referenced(primaryType, new Map(Object.entries(types)))
  return [primaryType, ...others.sort()]
    .map(name => `${name}(${(types[name] ?? []).map(({ type, name: field }) => `${type} ${field}`).join(',')})`)
    .join('')
}

function isElementary(type: string): boolean {
  if (type === 'address' || type === 'bool' || type === 'string' || type === 'bytes') return true
  const [, kind, digits] = /^(bytes|u?int)([1-9]\d{0,2})$/.exec(type) ?? []
  const size = Number(digits)
  if (kind === 'bytes') return size <= 32
  return kind !== undefined && size <= 256 && size % 8 === 0
}

/**
 * Letters, digits and underscores, but no elementary type: at any other sign one encoder or another ends the name.
 * Identifiers may be joined by colons, which EIP-712 does not have and an exchange uses:
 * `HyperliquidTransaction:Withdraw`.
 */
function isTypeName(name: string): boolean {
  const parts = name.split(':')
  const pattern = parts.length === 1 ? /^\w+$/ : /^[A-Za-z_]\w*$/
  return (
    name.length <= 100 && name !== '__proto__' && parts.every(part => pattern.test(part) && !isLikeElementary(part))
  )
}

function isLikeElementary(name: string): boolean {
  return /^(?:address|bool|string|(?:u?int|bytes)\d*)$/.test(name)
}

/** Encoders take any text. With a space, a comma or a bracket in it, the type's text would be that of another type. */
function isFieldName(name: string): boolean {
  return /^[^\s(),]{1,100}$/u.test(name) && name.isWellFormed() && name !== '__proto__'
}

function object(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypedDataError(`${path} must be an object.`)
  return Object.fromEntries(Object.entries(value))
}

/** A page's own word in a sentence of ours, short and on one line. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}

function isAddress(value: TypedDataValue | undefined): value is Address {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value)
}
