import { parseSync } from 'vite'
import { sourceFiles } from './source-files.ts'

/**
 * Fields that hold text of others, as it came: of a message to sign, an endpoint, a device, a file, a list, a contract.
 * `owner.field` where the field of other owners holds words of ours.
 */
const foreignFields: ReadonlySet<string> = new Set([
  'statement',
  'uri',
  'resource',
  'resources',
  'memo',
  'refusal',
  'unread',
  'device',
  'bundled.licence',
  'bundled.source',
  'capture.label',
  'file.name',
  'node.name',
  'node.text',
  'payout.label',
  'read.reason',
  'request.label',
  'simulated.reason',
  'asset.symbol',
  'token.name',
  'token.symbol',
  'unit.symbol',
  'value.data',
  'value.text',
])

/** The element that draws such a text. A call, as of `cleanForeignText`, draws what it returns. */
const fitting: ReadonlySet<string> = new Set(['VisibleText'])

interface Node {
  type: string
  start: number
  end: number
}

/** One sentence for each place that draws text of others as it came; empty when there is none. */
export async function faultsOfForeignText(): Promise<string[]> {
  const faults: string[] = []
  for await (const { path, text } of sourceFiles(['components', 'entrypoints']))
    if (path.endsWith('.tsx'))
      for (const { line, field } of foreignTextIn(path, text))
        faults.push(
          `${path}:${line}: draws ${field} as it came: use VisibleText, or cleanForeignText beside own words.`,
        )
  return faults
}

/**
 * The places of one file that draw such a field without one of the two ways, in the order in which they stand.
 * @throws Error when the text cannot be parsed
 */
export function foreignTextIn(file: string, text: string): { line: number; field: string }[] {
  const { program, errors } = parseSync(file, text)
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  const found = new Map<number, { line: number; field: string }>()

  function drawn(node: unknown): void {
    if (!isNode(node)) return
    const field = foreignField(node)
    if (field !== null) found.set(node.start, { line: text.slice(0, node.start).split('\n').length, field })
    for (const part of drawnParts(node)) drawn(part)
  }
  walk(program, node => {
    if (node.type !== 'JSXExpressionContainer') return
    drawn(Reflect.get(node, 'expression'))
  })
  return [...found.values()].sort((left, right) => left.line - right.line)
}

/** The expressions whose text becomes part of what the expression draws. */
function drawnParts(node: Node): unknown[] {
  const get = (name: string): unknown => Reflect.get(node, name)
  switch (node.type) {
    case 'ConditionalExpression':
      return [get('consequent'), get('alternate')]
    case 'LogicalExpression':
      return get('operator') === '&&' ? [get('right')] : [get('left'), get('right')]
    case 'BinaryExpression':
      return get('operator') === '+' ? [get('left'), get('right')] : []
    case 'TemplateLiteral':
      return listed(get('expressions'))
    case 'CallExpression': {
      const callee = get('callee')
      const name = isNode(callee) ? nameOf(callee) : null
      // Words of ours with such a text in them.
      if (name === 't' || name === 'plural') return listed(get('arguments'))
      return name === 'join' && isNode(callee) ? [Reflect.get(callee, 'object')] : []
    }
    case 'ObjectExpression':
      return listed(get('properties')).map(property => (isNode(property) ? Reflect.get(property, 'value') : null))
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return [get('expression')]
    default:
      return []
  }
}

/** `owner.field`, or the field alone; `null` for anything else. */
function foreignField(node: Node): string | null {
  const name = nameOf(node)
  if (name === null) return null
  const owner: unknown = node.type === 'MemberExpression' ? Reflect.get(node, 'object') : null
  const whole = isNode(owner) ? `${nameOf(owner) ?? ''}.${name}` : name
  return foreignFields.has(name) || foreignFields.has(whole) ? whole : null
}

/** What a name is written as: the last one of `a.b.c`. */
function nameOf(node: Node): string | null {
  if (node.type === 'Identifier') return String(Reflect.get(node, 'name'))
  const property: unknown = node.type === 'MemberExpression' ? Reflect.get(node, 'property') : null
  return isNode(property) && Reflect.get(node, 'computed') !== true ? nameOf(property) : null
}

/** Each node but those within one of the two ways. */
function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  if (!isNode(value)) return
  const opening: unknown = value.type === 'JSXElement' ? Reflect.get(value, 'openingElement') : null
  const name: unknown = isNode(opening) ? Reflect.get(opening, 'name') : null
  if (isNode(name) && fitting.has(String(Reflect.get(name, 'name')))) return
  if (value.type === 'JSXAttribute' && !isDrawnAttribute(value)) return
  visit(value)
  for (const each of Object.values(value)) if (typeof each === 'object' && each !== null) walk(each, visit)
}

/** Attributes whose text is drawn or read out. Others carry values: a key, a test's mark, an input's text. */
function isDrawnAttribute(node: Node): boolean {
  const name: unknown = Reflect.get(node, 'name')
  const written = isNode(name) ? String(Reflect.get(name, 'name')) : ''
  return /^(?:label|title|note|hint|heading|action|words|end|children|alt|placeholder|aria-label)$/.test(written)
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
}
