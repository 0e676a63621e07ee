import type { Plugin } from 'vite'
import { parseAst } from 'vite'

/**
 * Takes out of React what no page of the wallet uses: it was two thirds of what the popup read before its first paint.
 * Every page draws in the browser, with function components, contexts, hooks and `memo`. A build that imports more ends
 * with an error; so does one with a React that does not have what is to be left out. Why: docs/decisions/0016.
 */

/** Kinds of fibers that are never made, by React's numbers, with the kinds of elements that would make them. */
const kindsOfFibers = new Set([
  1, // class component
  4, // portal
  9, // consumer of a context
  12, // Profiler
  13, // Suspense
  16, // lazy
  17, // class component that is not complete
  18, // boundary that came from a server
  19, // SuspenseList
  22, // Offscreen
  23, // hidden in the way of old
  24, // cache
  26, // resource that is moved to the head
  27, // html, head or body
  28, // function component that is not complete
  30, // ViewTransition
  31, // Activity
])
const kindsOfElements = new Set([
  'REACT_ACTIVITY_TYPE',
  'REACT_CONSUMER_TYPE',
  'REACT_LAZY_TYPE',
  'REACT_LEGACY_HIDDEN_TYPE',
  'REACT_PORTAL_TYPE',
  'REACT_PROFILER_TYPE',
  'REACT_SUSPENSE_LIST_TYPE',
  'REACT_SUSPENSE_TYPE',
  'REACT_VIEW_TRANSITION_TYPE',
])

/** They are false for as long as the page lives. */
const alwaysFalse = new Set(['isHydrating', 'shouldStartViewTransition'])

/** Nothing to do, ever. What only these call is left out with them. */
const withoutEffect = `
  accumulateEnterLeaveListenersForEvent accumulateSuspenseyCommitOnFiber attemptExplicitHydrationTarget
  clearIfContinuousEvent commitDeletedPairViewTransitions commitExitViewTransitions
  commitFragmentInstanceDeletionEffects commitNewChildToFragmentInstances constructSelectEvent
  defaultOnDefaultTransitionIndicator extractEvents$1 prepareToHydrateHostInstance restoreEnterOrExitViewTransitions
  retryIfBlockedOn scheduleReplayQueueIfNeeded`

/** They answer no. */
const answeringNo = `
  isCustomElement isFragmentInstanceParent isHostHoistableType maySuspendCommit queueIfContinuousEvent
  popHydrationState waitForCommitToBeReady`

/** The frames of a component's stack: nothing reads them. */
const answeringNothing = 'describeNativeComponentFrame'

/** Classes whose methods nobody calls: references to fragments, and roots of pages that come from a server. */
const withoutMethods = new Set(['FragmentInstance', 'ViewTransitionPseudoElement', 'ReactDOMHydrationRoot'])

/** Exports of React that no screen and no library imports. React DOM loses the hooks among them. */
const leftOut = new Set(
  names(`
    Activity Children Component Profiler PureComponent Suspense ViewTransition addTransitionType browser cache
    cacheSignal createPortal createRef findDOMNode hydrateRoot lazy preconnect prefetchDNS preinit preinitModule preload
    preloadModule requestFormReset startTransition unstable_batchedUpdates unstable_useCacheRefresh useActionState
    useDebugValue useDeferredValue useEffectEvent useFormState useFormStatus useImperativeHandle useOptimistic
    useTransition`),
)
/** Hooks that React DOM has under other names than its exports. */
const innerHooks = new Set(['useCacheRefresh', 'useHostTransitionStatus', 'useMemoCache'])

/** What React DOM fetches beforehand for those who ask: the letters by which its parts know the functions. */
const fetching = new Set(['C', 'D', 'L', 'M', 'S', 'X', 'm'])

export const leanReact: Plugin = {
  name: 'lean-react',
  transform(code, id) {
    if (/\/(react|react-dom|react-dom-client)\.production\.js$/.test(id)) return { code: lean(code, id), map: null }
    for (const [, imported = ''] of code.matchAll(/(?:im|ex)port\s*\{([^}]*)\}\s*from\s*["']react(?:-dom)?["']/g)) {
      const used = imported.match(/\w+/g)?.find(name => leftOut.has(name))
      if (used !== undefined) this.error(`${id} imports ${used} of React, which lean-react.config.ts leaves out.`)
    }
    return null
  },
}

interface Node {
  type: string
  start: number
  end: number
  [member: string]: unknown
}
interface Edit {
  start: number
  end: number
  text: string
}

/**
 * The code of React, or of React DOM, without what is left out. Exported for its test.
 * @param id its file: React DOM's own part must have all that is left out
 * @throws Error when it does not
 */
export function lean(code: string, id: string): string {
  const isClient = id.endsWith('/react-dom-client.production.js')
  const edits: Edit[] = []
  const replace = ({ start, end }: Pick<Node, 'start' | 'end'>, text: string) => edits.push({ start, end, text })
  const found = new Set<string>()
  const bodies = new Map([
    ...names(withoutEffect).map(name => [name, '{}'] as const),
    ...names(answeringNo).map(name => [name, '{return false}'] as const),
    ...names(answeringNothing).map(name => [name, "{return ''}"] as const),
  ])

  let bodyStart = 0
  function visit(node: Node, parent: Node | null): void {
    if (node.type === 'FunctionDeclaration') {
      const name = nameOf(node.id)
      const body = bodies.get(name)
      if (body !== undefined) {
        found.add(name)
        replace(node.body as Node, body)
        return
      }
      // The parameter has the flag's name, and is not the flag.
      if ((node.params as Node[]).some(param => alwaysFalse.has(nameOf(param)))) return
      const outer = bodyStart
      bodyStart = (node.body as Node).start + 1
      visitInside(node)
      bodyStart = outer
      return
    }
    if (node.type === 'VariableDeclarator' && alwaysFalse.has(nameOf(node.id))) return
    const flag = nameOf(node.type === 'AssignmentExpression' ? node.left : node)
    if (alwaysFalse.has(flag)) {
      found.add(flag)
      replace(node, 'false')
      return
    }
    if (isForNobody(node)) {
      const { right } = (node.expression ?? {}) as { right?: Node }
      // `A.prototype.render = B.prototype.render = …`
      replace(right?.type === 'AssignmentExpression' ? { start: node.start, end: right.start } : node, '')
      return
    }
    if (node.type === 'SwitchStatement') {
      leaveOutCases(node)
      return
    }
    if (node.type === 'BinaryExpression' && isComparedWithNever(node)) {
      replace(node, node.operator === '===' ? 'false' : 'true')
      return
    }
    if (node.type === 'Property' && parent?.type === 'ObjectExpression' && isKeyLeftOut(nameOf(node.key))) {
      found.add(nameOf(node.key))
      replace(withComma(node), '')
      return
    }
    visitInside(node)
  }

  function visitInside(node: Node): void {
    for (const child of childrenOf(node)) visit(child, node)
  }

  const withComma = ({ start, end }: Node) => ({
    start,
    end: /^\s*,/.test(code.slice(end)) ? code.indexOf(',', end) + 1 : end,
  })

  /** A case goes, and what it does too, unless the case before it goes on into it. */
  function leaveOutCases(node: Node): void {
    visit(node.discriminant as Node, node)
    const overFibers = isTag(node.discriminant as Node)
    let goesOn = false
    for (const each of node.cases as Node[]) {
      const consequent = each.consequent as Node[]
      const test = each.test as Node | null
      const never =
        test !== null && (kindsOfElements.has(nameOf(test)) || (overFibers && kindsOfFibers.has(test.value as number)))
      if (never) found.add(nameOf(test) || 'kinds')
      if (never && !goesOn) {
        // Other cases may use the variables that it declares.
        const declared = consequent.flatMap(variablesIn)
        if (declared.length > 0) replace({ start: bodyStart, end: bodyStart }, `var ${declared};`)
        replace(each, '')
        continue
      }
      const [first] = consequent
      if (never) replace({ start: each.start, end: first?.start ?? each.end }, '')
      for (const statement of consequent) visit(statement, each)
      if (consequent.length > 0 || !never) goesOn = !ends(consequent.at(-1))
    }
  }

  for (const node of childrenOf(parseAst(code))) visit(node, null)
  const expected = [...bodies.keys(), ...innerHooks, ...fetching, ...kindsOfElements, ...alwaysFalse]
  const missing = expected.filter(name => !found.has(name))
  if (isClient && missing.length > 0)
    throw new Error(`React DOM has no ${missing.join(', ')}: see lean-react.config.ts.`)
  return applied(code, edits)
}

function names(text: string): string[] {
  return text.trim().split(/\s+/)
}

function nameOf(node: unknown): string {
  const { type, name } = (node ?? {}) as { type?: string; name?: string }
  return type === 'Identifier' ? (name ?? '') : ''
}

/** `fiber.tag`, or a variable that holds it. An update has a tag of another kind. */
function isTag(node: Node): boolean {
  if (node.type === 'MemberExpression') return nameOf(node.property) === 'tag' && nameOf(node.object) !== 'update'
  return nameOf(node) === 'tag'
}

/** A root has a tag too, which is 0 or 1. */
function isComparedWithNever({ operator, left, right }: Node): boolean {
  if (operator !== '===' && operator !== '!==') return false
  const { type, value } = left as Node
  return type === 'Literal' && value !== 1 && kindsOfFibers.has(value as number) && isTag(right as Node)
}

function isKeyLeftOut(key: string): boolean {
  return (key.startsWith('use') && leftOut.has(key)) || innerHooks.has(key) || fetching.has(key)
}

function isForNobody(node: Node): boolean {
  // The browser's developer tools reach no page of an extension.
  if (node.type === 'IfStatement') return globalOf((node.test as Node).right) === '__REACT_DEVTOOLS_GLOBAL_HOOK__'
  if (node.type !== 'ExpressionStatement') return false
  const { type, left } = node.expression as Node
  if (type !== 'AssignmentExpression') return false
  const { object, property } = left as Node
  if (/^(exports|ReactDOMSharedInternals)$/.test(nameOf(object))) return leftOut.has(nameOf(property))
  // What ends a transition.
  if (nameOf(object) === 'ReactSharedInternals') return nameOf(property) === 'S'
  const { object: maker, property: prototype } = (object ?? {}) as Node
  return nameOf(prototype) === 'prototype' && withoutMethods.has(nameOf(maker))
}

/** The variable whose type is asked for. */
function globalOf(node: unknown): string {
  const { type, argument } = (node ?? {}) as { type?: string; argument?: unknown }
  return type === 'UnaryExpression' ? nameOf(argument) : ''
}

/** Whether nothing after this statement is reached. */
function ends(node: Node | undefined): boolean {
  if (node === undefined) return false
  if (node.type === 'BlockStatement') return ends((node.body as Node[]).at(-1))
  if (node.type === 'IfStatement') return ends(node.consequent as Node) && ends((node.alternate ?? undefined) as Node)
  return ['BreakStatement', 'ContinueStatement', 'ReturnStatement', 'ThrowStatement'].includes(node.type)
}

function variablesIn(node: Node): string[] {
  if (/^Function/.test(node.type)) return []
  return [...(node.type === 'VariableDeclarator' ? [nameOf(node.id)] : []), ...childrenOf(node).flatMap(variablesIn)]
}

function childrenOf(node: object): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)
}

function applied(code: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text } of edits.toSorted((left, right) => left.start - right.start)) {
    if (start < at) continue
    result += code.slice(at, start) + text
    at = end
  }
  return result + code.slice(at)
}
