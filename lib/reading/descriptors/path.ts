import { DescriptorFault } from './fault'

/** `from` is inclusive, `to` exclusive; negative counts from the end; `null` is the list's beginning or end. */
export type Step =
  | { kind: 'name'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'slice'; from: number | null; to: number | null }

/**
 * A path reference. `data` is the structured data (`#`), `container` the transaction or the message's domain (`@`),
 * `descriptor` the merged file (`$`).
 * @see ERC-7730, Path references
 */
export interface Path {
  root: 'data' | 'container' | 'descriptor'
  steps: readonly Step[]
  /** Whether the text named no root: the path then starts at the group that it stands in. */
  relative: boolean
}

const roots = { '#': 'data', '@': 'container', $: 'descriptor' } as const
const longestPath = 500

/**
 * The parsed path.
 * @param text `#.details.[].amount`, `params.path.[-20:]`, `@.to`, `$.metadata.constants.max`
 * @param at the place in the file, for the fault
 * @throws DescriptorFault `malformed-path`
 */
export function parsePath(text: string, at: string): Path {
  const fault = () => new DescriptorFault('malformed-path', at)
  if (text.length > longestPath) throw fault()
  const first = text.trim()
  const sign = first[0]
  const root = sign !== undefined && Object.hasOwn(roots, sign) ? roots[sign as keyof typeof roots] : null
  const rest = root === null ? first : first.slice(1).replace(/^\./, '')
  // The standard writes a dot before each selector; its own examples also leave it out: `recipients[0]`.
  const parts = rest
    .replaceAll('[', '.[')
    .split('.')
    .filter((part, index) => part !== '' || index > 0)
  const steps = parts.filter(part => part !== '').map(part => readStep(part) ?? fault())
  const broken = steps.find(step => step instanceof DescriptorFault)
  if (broken !== undefined) throw broken
  return { root: root ?? 'data', relative: root === null, steps: steps.filter(isStep) }
}

function isStep(step: Step | DescriptorFault): step is Step {
  return !(step instanceof DescriptorFault)
}

function readStep(part: string): Step | null {
  const bracket = /^\[(-?\d{1,9})?(:)?(-?\d{1,9})?\]$/.exec(part)
  if (bracket === null) return /[[\]{}\s]/.test(part) ? null : { kind: 'name', name: part }
  const [, from, colon, to] = bracket
  if (colon === undefined)
    return from === undefined ? { kind: 'slice', from: null, to: null } : { kind: 'index', index: Number(from) }
  return { kind: 'slice', from: from === undefined ? null : Number(from), to: to === undefined ? null : Number(to) }
}

/** A path's one spelling: two references to the same data are equal texts. */
export function pathText({ root, steps }: Path): string {
  const sign = { data: '#', container: '@', descriptor: '$' }[root]
  return [sign, ...steps.map(stepText)].join('.')
}

function stepText(step: Step): string {
  if (step.kind === 'name') return step.name
  if (step.kind === 'index') return `[${step.index}]`
  return step.from === null && step.to === null ? '[]' : `[${step.from ?? ''}:${step.to ?? ''}]`
}

/** A child's path within its group's path; one that names a root stays. */
export function within(group: Path | null, child: Path): Path {
  if (group === null || !child.relative) return child
  return { root: group.root, relative: group.relative, steps: [...group.steps, ...child.steps] }
}
