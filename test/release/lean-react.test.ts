import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { lean } from '../../lean-react.config.ts'
import { root } from '../commands/project.ts'

const files = ['react/cjs/react', 'react-dom/cjs/react-dom', 'react-dom/cjs/react-dom-client'].map(name =>
  join(root, 'node_modules', `${name}.production.js`),
)

test.each(files)('%s uses no variable that went with what was left out', async file => {
  const code = await readFile(file, 'utf8')
  const left = lean(code, file)
  expect(left.length).toBeLessThan(code.length)
  const before = undeclaredIn(code)
  expect(undeclaredIn(left).filter(name => !before.includes(name))).toEqual([])
})

test('a React DOM without the parts that are named is refused, and what is missing is said', () => {
  expect(() => lean('', '/react-dom-client.production.js')).toThrow(/React DOM has no .*popHydrationState/)
})

test('what is left of React has all that the pages import', async () => {
  const [react = ''] = files
  const exports: Record<string, unknown> = {}
  new Function('exports', 'require', lean(await readFile(react, 'utf8'), react))(
    exports,
    createRequire(import.meta.url),
  )
  expect(Object.keys(exports)).toEqual(
    expect.arrayContaining(['Fragment', 'StrictMode', 'createContext', 'createElement', 'forwardRef', 'memo', 'use']),
  )
  expect(exports.Suspense).toBeUndefined()
})

interface Node {
  type: string
  [member: string]: unknown
}

/** Names of variables that are used and that nothing around declares: the browser's, or missing. */
function undeclaredIn(code: string): string[] {
  const missing = new Set<string>()
  for (const [, program] of childrenOf({ program: parseAst(code) })) walk(program, [])
  return [...missing].sort()

  function walk(node: Node, scopes: readonly Set<string>[]): void {
    const inside = /Function|Program/.test(node.type) ? [...scopes, declaredBy(node)] : scopes
    for (const [member, child] of childrenOf(node)) {
      const isName = child.type === 'Identifier' && !isLabelOrKey(node, member)
      if (isName && !inside.some(scope => scope.has(String(child.name)))) missing.add(String(child.name))
      walk(child, inside)
    }
  }
}

function isLabelOrKey({ type, computed }: Node, member: string): boolean {
  return /Label|Break|Continue/.test(type) || (computed !== true && (member === 'property' || member === 'key'))
}

function declaredBy(node: Node): Set<string> {
  const own = [node.id, ...[node.params ?? []].flat()].map(each => (each as { name?: string } | null)?.name ?? '')
  return new Set(['arguments', ...own, ...declaredIn(node)])
}

function declaredIn(node: Node): string[] {
  return childrenOf(node).flatMap(([, child]) => {
    const { name } = ((child.type === 'CatchClause' ? child.param : child.id) ?? {}) as { name?: string }
    const isDeclared = ['VariableDeclarator', 'FunctionDeclaration', 'CatchClause'].includes(child.type)
    const further = /Function/.test(child.type) ? [] : declaredIn(child)
    return isDeclared && name !== undefined ? [name, ...further] : further
  })
}

function childrenOf(node: object): [member: string, child: Node][] {
  return Object.entries(node).flatMap(([member, value]) =>
    [value]
      .flat()
      .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child)
      .map((child): [string, Node] => [member, child]),
  )
}
