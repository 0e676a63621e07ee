import type { TypedData, TypedDataValue } from '@/lib/reading/typed-data/typed-data'

export type TreeNode =
  | { kind: 'value'; name: string; type: string; text: string }
  | { kind: 'group'; name: string; type: string; children: TreeNode[] }

/**
 * The fields of a struct in the order of its type, each list and struct a branch. Typed data as read holds nothing that
 * is not signed.
 */
export function treeOf(typedData: TypedData, part: 'domain' | 'message'): TreeNode[] {
  const { types, primaryType } = typedData
  const type = part === 'domain' ? 'EIP712Domain' : primaryType
  return (types[type] ?? []).map(field => node(field.name, field.type, typedData[part][field.name]))

  function node(name: string, fieldType: string, value: TypedDataValue | undefined): TreeNode {
    const element = /^(.+)\[\d*\]$/.exec(fieldType)?.[1]
    if (element !== undefined && isList(value)) {
      const children = value.map((item, index) => node(`${index + 1}`, element, item))
      return { kind: 'group', name, type: fieldType, children }
    }
    const fields = Object.hasOwn(types, fieldType) ? types[fieldType] : undefined
    if (fields !== undefined && typeof value === 'object' && !isList(value)) {
      const children = fields.map(field => node(field.name, field.type, value[field.name]))
      return { kind: 'group', name, type: fieldType, children }
    }
    return { kind: 'value', name, type: fieldType, text: value === undefined ? '' : String(value) }
  }
}

function isList(value: TypedDataValue | undefined): value is readonly TypedDataValue[] {
  return Array.isArray(value)
}
