import { parseSync } from 'vite'
import { sourceFiles } from './source-files.ts'

/**
 * Places that catch an error, neither look at it nor throw, and do not say why. Each has to report the error
 * (`faults.report`) or to carry a comment with the reason. A promise that is not awaited is none of them: its rejection
 * reaches the `unhandledrejection` of its context, and with it the fault log.
 */

/** How an error is swallowed. */
export type SwallowKind = 'catch block' | '.catch handler' | '.then handler' | 'allSettled'

export interface Swallow {
  kind: SwallowKind
  /** Counted from 1. */
  line: number
  /** A comment says why: in the handler, beside it, or directly above its statement. */
  isExplained: boolean
}

interface Node {
  type: string
  start: number
  end: number
}

/** One sentence for each swallow without a reason in the code that ships; empty when there is none. */
export async function faultsOfSwallows(): Promise<string[]> {
  const faults: string[] = []
  for await (const { path, text } of sourceFiles(['lib', 'components', 'entrypoints']))
    for (const { kind, line, isExplained } of swallowsIn(path, text))
      if (!isExplained)
        faults.push(`${path}:${line}: this ${kind} drops an error: report it, or say in a comment why not.`)
  return faults
}

/**
 * The swallows of one file, in the order in which they stand.
 * @throws Error when the text cannot be parsed
 */
export function swallowsIn(file: string, text: string): Swallow[] {
  const { program, comments, errors } = parseSync(file, text)
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const commented = comments.map(({ start, end }) => ({ first: lineOf(start), last: lineOf(end) }))
  const named = namedFunctions(program)
  const found: Swallow[] = []

  walk(program, [], (node, ancestors) => {
    const handler = handlerOf(node, named)
    if (handler === null) return
    const [first, last] = [lineOf(handler.at.start), lineOf(handler.at.end)]
    // The reason for a block stands in it; that for an expression may also stand above its statement.
    const above = handler.kind === 'catch block' ? [] : [first - 1, lineOf(statementOf(handler.at, ancestors)) - 1]
    const isReason = (comment: { first: number; last: number }): boolean =>
      (comment.first >= first && comment.first <= last) || above.includes(comment.last)
    found.push({ kind: handler.kind, line: first, isExplained: commented.some(isReason) })
  })
  return found
}

/** Where the statement or the property begins that the handler is part of. */
function statementOf(handler: Node, ancestors: readonly Node[]): number {
  const isStatement = ({ type }: Node) => /(?:Statement|VariableDeclaration|Property)$/.test(type)
  return (ancestors.findLast(node => isStatement(node) && node.type !== 'BlockStatement') ?? handler).start
}

/** Functions of the file that are given to `catch` by their name. */
function namedFunctions(program: Node): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>()
  walk(program, [], node => {
    const [name, made] =
      node.type === 'VariableDeclarator' ? [childOf(node, 'id'), childOf(node, 'init')] : [childOf(node, 'id'), node]
    if (name !== null && made !== null && isFunction(made)) found.set(nameOf(name) ?? '', made)
  })
  return found
}

function handlerOf(node: Node, named: ReadonlyMap<string, Node>): { kind: SwallowKind; at: Node } | null {
  if (node.type === 'CatchClause') return drops(node) ? { kind: 'catch block', at: node } : null
  if (node.type === 'ExpressionStatement')
    return methodOf(unwrapped(childOf(node, 'expression'))) === 'allSettled' ? { kind: 'allSettled', at: node } : null
  const method = methodOf(node)
  const given = method === 'catch' ? argumentOf(node, 0) : method === 'then' ? argumentOf(node, 1) : null
  if (given === null) return null
  const handler = given.type === 'Identifier' ? named.get(nameOf(given) ?? '') : given
  if (handler === undefined || !isFunction(handler) || !drops(handler)) return null
  return { kind: method === 'catch' ? '.catch handler' : '.then handler', at: given }
}

function isFunction({ type }: Node): boolean {
  return /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type)
}

/** Whether the handler neither throws nor mentions the error that it is given. */
function drops(handler: Node): boolean {
  const parameter = handler.type === 'CatchClause' ? childOf(handler, 'param') : (listOf(handler, 'params')[0] ?? null)
  // A parameter that is taken apart is looked at.
  if (parameter !== null && parameter.type !== 'Identifier') return false
  const body = childOf(handler, 'body')
  let isDropped = true
  if (body !== null)
    walk(body, [], node => {
      const isError = parameter !== null && node.type === 'Identifier' && nameOf(node) === nameOf(parameter)
      if (isError || node.type === 'ThrowStatement') isDropped = false
    })
  return isDropped
}

function methodOf(node: Node | null): string | null {
  const callee = node?.type === 'CallExpression' ? childOf(node, 'callee') : null
  const property = callee?.type === 'MemberExpression' ? childOf(callee, 'property') : null
  return property === null ? null : nameOf(property)
}

function argumentOf(node: Node, index: number): Node | null {
  return listOf(node, 'arguments')[index] ?? null
}

/** Without `await` and `void` before it. */
function unwrapped(node: Node | null): Node | null {
  if (node?.type !== 'AwaitExpression' && node?.type !== 'UnaryExpression') return node
  return unwrapped(childOf(node, 'argument'))
}

function nameOf(node: Node): string | null {
  return 'name' in node && typeof node.name === 'string' ? node.name : null
}

function childOf(node: Node, key: string): Node | null {
  const child: unknown = Reflect.get(node, key)
  return isNode(child) ? child : null
}

function listOf(node: Node, key: string): Node[] {
  const list: unknown = Reflect.get(node, key)
  return Array.isArray(list) ? list.filter(isNode) : []
}

function walk(node: Node, ancestors: readonly Node[], visit: (node: Node, ancestors: readonly Node[]) => void): void {
  visit(node, ancestors)
  const below = [...ancestors, node]
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, below, visit)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
