import type { Address, Hex } from 'viem'
import { toFunctionSelector } from 'viem/utils'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { isSameHex } from '@/lib/base/hex'
import { encodeType, type TypedDataField } from '@/lib/reading/typed-data/typed-data'
import { DescriptorFault } from './fault'
import { mergeIncludes, type ReadInclude, type SourceFile } from './include'
import { createItems } from './items'
import { isObject, type Json, type JsonObject, member } from './json'
import { type DescriptorFile, type FormatFile, fileSchema } from './schema'
import { canonicalSignature, type FunctionSignature, parseSignature, readAbi } from './signature'
import type { Binding, Deployment, Descriptor, Format, IntentLine } from './types'

const longestLabel = 80
const longestIntent = 160

export type Loaded = { kind: 'descriptor'; descriptor: Descriptor } | { kind: 'fault'; fault: DescriptorFault }

/**
 * The descriptor in a file, or why it cannot be used. Never throws.
 * @param file the file's text, and its name for `readInclude`
 * @param readInclude finds included files; without it there are none
 * @see ERC-7730, version 1 and 2
 */
export function loadDescriptor(file: SourceFile, readInclude: ReadInclude = () => undefined): Loaded {
  try {
    return { kind: 'descriptor', descriptor: readDescriptor(mergeIncludes(file, readInclude)) }
  } catch (error) {
    if (error instanceof DescriptorFault) return { kind: 'fault', fault: error }
    // A fault of ours is one of this file too: a decision goes on without the description.
    return { kind: 'fault', fault: new DescriptorFault('malformed', error instanceof Error ? error.name : '') }
  }
}

function readDescriptor(merged: JsonObject): Descriptor {
  const version = versionOf(member(merged, '$schema'))
  const parsed = fileSchema.safeParse(merged)
  if (!parsed.success) throw new DescriptorFault('malformed', parsed.error.issues[0]?.path.join('.') ?? '')
  const file = parsed.data
  const clean = (text: string | null | undefined, length: number) =>
    text === null || text === undefined ? null : cleanForeignText(text, length) || null
  return {
    version,
    about: {
      id: clean(file.context?.$id, longestLabel),
      owner: clean(file.metadata?.owner, longestLabel),
      contractName: clean(file.metadata?.contractName, longestLabel),
      url: clean(file.metadata?.info?.url, 200),
    },
    binding: readBinding(file),
    formats: readFormats(file, merged),
    file: merged,
  }
}

/** Minor versions only add: the major one decides. @see ERC-7730, Versioning */
function versionOf(schema: unknown): 1 | 2 {
  const major = typeof schema === 'string' ? /erc7730-v([12])(?:\.\d+)*\.schema\.json$/.exec(schema)?.[1] : undefined
  if (major === undefined) throw new DescriptorFault('unknown-version', '$schema')
  return major === '1' ? 1 : 2
}

function readBinding({ context }: DescriptorFile): Binding {
  const { contract, eip712 } = context ?? {}
  if (eip712 !== undefined)
    return {
      kind: 'message',
      deployments: eip712.deployments === undefined ? null : readDeployments(eip712.deployments),
      domain: Object.fromEntries(Object.entries(eip712.domain ?? {}).map(([name, value]) => [name, String(value)])),
      domainSeparator: (eip712.domainSeparator?.toLowerCase() as Hex | undefined) ?? null,
    }
  const deployments = readDeployments(contract?.deployments ?? [])
  const factory =
    contract?.factory === undefined
      ? null
      : { event: contract.factory.deployEvent, deployments: readDeployments(contract.factory.deployments) }
  return deployments.length === 0 && factory === null ? { kind: 'none' } : { kind: 'contract', deployments, factory }
}

function readDeployments(deployments: readonly { chainId: number; address: string }[]): Deployment[] {
  return deployments.map(({ chainId, address }) => {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new DescriptorFault('malformed', 'deployments')
    return { chainId, address: address.toLowerCase() as Address }
  })
}

function readFormats(file: DescriptorFile, merged: JsonObject): Map<string, Format> {
  const formats = new Map<string, Format>()
  const abi = readAbi(file.context?.contract?.abi)
  const types = encodedTypes(file.context?.eip712?.schemas)
  for (const [key, format] of Object.entries(file.display?.formats ?? {})) {
    const signature = file.context?.eip712 === undefined ? functionOf(key, abi) : null
    const found = signature === null ? messageKey(key, types) : toFunctionSelector(canonicalSignature(signature))
    if (formats.has(found)) throw new DescriptorFault('same-signature', key.slice(0, 80))
    formats.set(found, readFormat(key, format, signature, merged))
  }
  return formats
}

/** A function by its fragment, or (version 1) by its selector or without names, from the ABI in the file. */
function functionOf(key: string, abi: readonly FunctionSignature[]): FunctionSignature {
  if (/^0x[0-9a-fA-F]{8}$/.test(key)) {
    const found = abi.find(each => isSameHex(toFunctionSelector(canonicalSignature(each)), key))
    if (found === undefined) throw new DescriptorFault('malformed-signature', key)
    return found
  }
  const signature = parseSignature(key)
  if (signature.parameters.every(({ name }) => name !== '')) return signature
  const text = canonicalSignature(signature)
  return abi.find(each => canonicalSignature(each) === text) ?? signature
}

/** A message's type by its encoding, or (version 1) by its name, from the schemas in the file. */
function messageKey(key: string, types: ReadonlyMap<string, string>): string {
  if (!key.includes('(')) {
    const found = types.get(key)
    if (found === undefined) throw new DescriptorFault('malformed-signature', key)
    return found
  }
  const type = normalType(key)
  if (type === null) throw new DescriptorFault('malformed-signature', key.slice(0, 80))
  return type
}

function readFormat(key: string, format: FormatFile, signature: FunctionSignature | null, merged: JsonObject): Format {
  const at = `display.formats.${key.slice(0, 80)}`
  return {
    signature,
    intent: readIntent(format.intent),
    sentence: format.interpolatedIntent ?? null,
    items: createItems(merged, format.excluded ?? []).read(format.fields ?? [], at),
  }
}

function readIntent(intent: FormatFile['intent']): IntentLine[] {
  if (intent === undefined) return []
  if (typeof intent === 'string') return [{ label: null, text: cleanForeignText(intent, longestIntent) }]
  return Object.entries(intent).map(([label, text]) => ({
    label: cleanForeignText(label, longestLabel),
    text: cleanForeignText(text, longestIntent),
  }))
}

const longest = 20_000

/**
 * The encoding of a message's type with no blank but the one between type and name, as a signer makes it.
 * @param key `Mail(Person from,Person to)Person(address wallet)`; version 1 also has blanks after commas
 * @returns `null` if it is none
 * @see EIP-712, definition of encodeType
 */
function normalType(key: string): string | null {
  const text = key
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
  if (text.length > longest) return null
  return /^(?:[A-Za-z_$][\w$:]*\((?:[\w$:[\]]+ [\w$]+(?:,[\w$:[\]]+ [\w$]+)*)?\))+$/.test(text) ? text : null
}

/** Version 1: the encoded types of the schemas in a file, by their primary type. */
function encodedTypes(schemas: Json | undefined): Map<string, string> {
  const types = new Map<string, string>()
  for (const schema of Array.isArray(schemas) ? schemas : []) {
    const primaryType = member(schema, 'primaryType')
    const declared = member(schema, 'types')
    if (typeof primaryType !== 'string' || !isObject(declared)) continue
    const read = Object.entries(declared).map(([name, fields]) => [name, fieldsOf(fields)])
    types.set(primaryType, encodeType({ primaryType, types: Object.fromEntries(read) }))
  }
  return types
}

function fieldsOf(fields: Json): TypedDataField[] {
  return (Array.isArray(fields) ? fields : []).flatMap(field => {
    const [name, type] = [member(field, 'name'), member(field, 'type')]
    return typeof name === 'string' && typeof type === 'string' ? [{ name, type }] : []
  })
}
