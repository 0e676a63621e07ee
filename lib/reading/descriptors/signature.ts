import { DescriptorFault } from './fault'
import { isObject, type Json, member } from './json'

/** A parameter of a function; `components` are set for a `tuple`, also within lists: `tuple[]`. */
export interface Parameter {
  name: string
  type: string
  components?: readonly Parameter[]
}
export interface FunctionSignature {
  name: string
  parameters: readonly Parameter[]
}

const longest = 20_000
const deepest = 12

/**
 * The function of a human-readable ABI fragment.
 * @param text `transfer(address to,uint256 value)`; blanks after commas and short names of types (`uint`) are accepted,
 *   as version 1 has them
 * @throws DescriptorFault `malformed-signature`
 * @see ERC-7730, Contract keys
 */
export function parseSignature(text: string): FunctionSignature {
  const fault = () => new DescriptorFault('malformed-signature', text.slice(0, 80))
  if (text.length > longest) throw fault()
  const [, name, rest] = /^\s*(?:function\s+)?([A-Za-z_$][\w$:]*)\s*(\([\s\S]*)$/.exec(text) ?? []
  if (name === undefined || rest === undefined) throw fault()
  let at = 0
  const parameters = list(0)
  return { name, parameters }

  /** From an opening bracket to behind the closing one. */
  function list(depth: number): Parameter[] {
    if (depth > deepest || rest?.[at] !== '(') throw fault()
    at += 1
    const found: Parameter[] = []
    blanks()
    if (rest[at] === ')') {
      at += 1
      return found
    }
    for (;;) {
      found.push(parameter(depth))
      const sign = rest[at]
      at += 1
      if (sign === ')') return found
      if (sign !== ',') throw fault()
    }
  }

  function parameter(depth: number): Parameter {
    blanks()
    if (/^tuple\s*\(/.test(rest?.slice(at, at + 12) ?? '')) at = rest?.indexOf('(', at) ?? at
    const components = rest?.[at] === '(' ? list(depth + 1) : undefined
    const [words = ''] = /^[^,()]*/.exec(rest?.slice(at) ?? '') ?? []
    at += words.length
    const parts = words
      .trim()
      .split(/\s+/)
      .filter(part => !/^(?:memory|calldata|storage|payable|indexed)$/.test(part))
    if (components !== undefined) {
      const suffix = parts[0]?.startsWith('[') ? parts.shift() : ''
      if (parts.length > 1) throw fault()
      return { name: parts[0] ?? '', type: `tuple${suffix}`, components }
    }
    const [type = '', named = '', ...more] = parts
    if (more.length > 0) throw fault()
    return { name: named, type: canonical(type) ?? refuse() }
  }

  function refuse(): never {
    throw fault()
  }

  function blanks() {
    while (rest?.[at] === ' ') at += 1
  }
}

function canonical(type: string): string | null {
  const [, base = '', lists = ''] = /^(\w+)((?:\[\d*\])*)$/.exec(type) ?? []
  const full = { uint: 'uint256', int: 'int256', byte: 'bytes1', function: 'bytes24' }[base] ?? base
  if (!/^(?:address|bool|string|bytes|bytes(?:[1-9]|[12]\d|3[0-2])|u?int(?:[1-9]\d{0,2}))$/.test(full)) return null
  const bits = Number(/^u?int(\d+)$/.exec(full)?.[1] ?? 8)
  return bits % 8 === 0 && bits <= 256 ? `${full}${lists}` : null
}

/** The text whose hash begins with the selector: `transfer(address,uint256)`. */
export function canonicalSignature({ name, parameters }: FunctionSignature): string {
  return `${name}(${parameters.map(typeText).join(',')})`
}

function typeText({ type, components }: Parameter): string {
  return components === undefined ? type : `(${components.map(typeText).join(',')})${type.slice('tuple'.length)}`
}

/**
 * The functions of an ABI in JSON, which version 1 attaches to a descriptor. What is no function is left out.
 * @throws DescriptorFault `malformed-signature`
 */
export function readAbi(abi: Json | undefined): FunctionSignature[] {
  if (!Array.isArray(abi)) return []
  return abi.flatMap(entry => {
    const name = member(entry, 'name')
    if (member(entry, 'type') !== 'function' || typeof name !== 'string') return []
    return [{ name, parameters: readParameters(member(entry, 'inputs'), name, 0) }]
  })
}

function readParameters(inputs: Json | undefined, at: string, depth: number): Parameter[] {
  if (depth > deepest) throw new DescriptorFault('malformed-signature', at)
  return (Array.isArray(inputs) ? inputs : []).map(input => {
    const name = member(input, 'name') ?? ''
    const type = member(input, 'type')
    if (!isObject(input) || typeof name !== 'string' || typeof type !== 'string')
      throw new DescriptorFault('malformed-signature', at)
    const isTuple = /^tuple(?:\[\d*\])*$/.test(type)
    if (isTuple) return { name, type, components: readParameters(member(input, 'components'), at, depth + 1) }
    const known = canonical(type)
    if (known === null) throw new DescriptorFault('malformed-signature', at)
    return { name, type: known }
  })
}
