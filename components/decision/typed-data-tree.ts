import * as z from 'zod/mini'

const fieldSchema = z.object({ name: z.string(), type: z.string() })
const typedDataSchema = z.object({
  types: z.record(z.string(), z.array(fieldSchema)),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})

export type TreeNode =
  | { kind: 'value'; name: string; type: string; text: string }
  | { kind: 'group'; name: string; type: string; children: TreeNode[] }

export interface TypedDataTree {
  primaryType: string
  domain: TreeNode[]
  message: TreeNode[]
}

const mostDepth = 12
const mostNodes = 2_000

/**
 * Typed data (EIP-712) as a tree of exactly the fields its types name: what is signed. Fields of the message that no type names
 * are not signed and not shown. `null` when the text is no typed data or too large to be read by a person.
 */
export function readTypedData(text: string): TypedDataTree | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = typedDataSchema.safeParse(json)
  if (!parsed.success) return null
  const { types, primaryType, domain, message } = parsed.data
  const typeOf = (name: string) => (Object.hasOwn(types, name) ? types[name] : undefined)
  if (typeOf(primaryType) === undefined) return null
  let nodes = 0

  function read(name: string, type: string, value: unknown, depth: number): TreeNode {
    nodes += 1
    if (nodes > mostNodes || depth > mostDepth) throw new RangeError('typed data is too large')
    const element = /^(.+)\[\d*\]$/.exec(type)?.[1]
    if (element !== undefined && Array.isArray(value)) {
      return {
        kind: 'group',
        name,
        type,
        children: value.map((item, index) => read(`${index + 1}`, element, item, depth + 1)),
      }
    }
    const fields = typeOf(type)
    if (fields !== undefined && typeof value === 'object' && value !== null) {
      return {
        kind: 'group',
        name,
        type,
        children: fields.map(field => read(field.name, field.type, own(value, field.name), depth + 1)),
      }
    }
    return { kind: 'value', name, type, text: textOf(value) }
  }

  try {
    const domainTypes = typeOf('EIP712Domain') ?? Object.keys(domain).map(name => ({ name, type: domainTypeOf(name) }))
    return {
      primaryType,
      domain: domainTypes.map(field => read(field.name, field.type, own(domain, field.name), 0)),
      message: (typeOf(primaryType) ?? []).map(field => read(field.name, field.type, own(message, field.name), 0)),
    }
  } catch {
    return null
  }
}

function own(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

function domainTypeOf(name: string): string {
  return { chainId: 'uint256', verifyingContract: 'address', salt: 'bytes32' }[name] ?? 'string'
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? '' : JSON.stringify(value)
}
