import { cleanForeignText } from '@/lib/base/foreign-text'
import type { SentencePart, ShownValue } from './description'
import { DescriptorFault } from './fault'
import { parsePath, pathText } from './path'
import type { Field, Item } from './types'

const longestSentence = 400

/**
 * The interpolated intent in parts.
 * @param text `Send {value} to {to}`; doubled braces stand for themselves
 * @param valuesOf the shown values of a field; `null` where it has none
 * @returns `null` if a part cannot be shown, as the standard demands: the plain intent is shown then
 * @see ERC-7730, Value interpolation
 */
export function sentenceOf(
  text: string,
  items: readonly Item[],
  valuesOf: (field: Field) => ShownValue[] | null,
): SentencePart[] | null {
  if (text.length > longestSentence) return null
  const fields = new Map(items.flatMap(fieldsIn).map(field => [field.path === null ? '' : pathText(field.path), field]))
  const parts: SentencePart[] = []
  let plain = ''
  for (const [token, path] of text.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/g)) {
    if (token === '{{' || token === '}}') plain += token[0]
    else if (token === '{' || token === '}') return null
    else if (path === undefined) plain += token
    else {
      const field = fields.get(spelled(path))
      const values = field?.visible === 'always' ? valuesOf(field) : null
      if (values === null || values.some(({ kind }) => kind === 'call')) return null
      parts.push({ kind: 'text', text: clean(plain) }, { kind: 'values', values })
      plain = ''
    }
  }
  return [...parts, { kind: 'text', text: clean(plain) }]
}

/** Cleaned, with the blanks that stand between words and values. */
function clean(text: string): string {
  const cleaned = cleanForeignText(text, longestSentence)
  if (cleaned === '') return text === '' ? '' : ' '
  return `${/^\s/.test(text) ? ' ' : ''}${cleaned}${/\s$/.test(text) ? ' ' : ''}`
}

function spelled(path: string): string {
  try {
    return pathText(parsePath(path, 'interpolatedIntent'))
  } catch (error) {
    if (error instanceof DescriptorFault) return ''
    throw error
  }
}

function fieldsIn(item: Item): readonly Field[] {
  return item.kind === 'field' ? [item] : item.items.flatMap(fieldsIn)
}
