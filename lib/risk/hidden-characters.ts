import type { Risk } from '@/lib/approvals/types'
import { hasHiddenCharacters } from '@/lib/decoding/message'
import type { TypedDataValue } from '@/lib/decoding/typed-data'
import { risk } from './risk'

/** Characters that are not seen, or turn the rest around. */
export function hiddenCharacters(value: TypedDataValue): Risk[] {
  return texts(value).some(hasHiddenCharacters) ? [risk('caution', 'hidden-characters')] : []
}

function texts(value: TypedDataValue): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'boolean' ? [] : Object.values(value).flatMap(texts)
}
